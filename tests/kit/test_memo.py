from companion.kit.memo import MOST, by_identity


def test_the_function_is_asked_once_per_value_and_again_for_an_equal_one() -> None:
    asked: list[tuple[int, ...]] = []

    @by_identity
    def total(numbers: tuple[int, ...]) -> int:
        asked.append(numbers)
        return sum(numbers)

    first = (1, 2)
    equal = tuple(sorted(first))
    assert [total(first), total(first), total(equal)] == [3, 3, 3]
    assert len(asked) == 2


def test_what_is_remembered_has_a_limit_and_stays_right_beyond_it() -> None:
    double = by_identity(lambda numbers: tuple(2 * n for n in numbers))
    assert [double((n,)) for n in range(3 * MOST)] == [(2 * n,) for n in range(3 * MOST)]


def test_large_answers_may_have_a_smaller_limit() -> None:
    asked: list[tuple[int, ...]] = []

    def total(numbers: tuple[int, ...]) -> int:
        asked.append(numbers)
        return sum(numbers)

    kept = by_identity(total, most=2)
    one, two, three = (1,), (2,), (3,)
    assert [kept(numbers) for numbers in (one, two, one, two)] == [1, 2, 1, 2]
    assert len(asked) == 2
    assert [kept(three), kept(one)] == [3, 1]
    assert len(asked) == 4
