"""What all tests share: property tests that a busy machine cannot fail.

Hypothesis by itself gives each example 200 ms and takes slow drawing for a fault; on two loaded cores, or a Pi, both
are only weather. Its examples are the same in every run: looking for new ones by chance is `make fuzz`.
"""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "table",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("table")
