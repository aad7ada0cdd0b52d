#include "keys.h"

#include "link.h"
#include "pins.h"

enum { ROWS = 4, COLUMNS = 4, CHANGES_PER_TICK = 2 };

static uint32_t was_down;           /* as scanned last time, bounce and all */
static uint16_t up_since_ms[KEYS];

static void drive_row(uint8_t row)
{
    switch (row) {
    case 0: row_0_low(); break;
    case 1: row_1_low(); break;
    case 2: row_2_low(); break;
    default: row_3_low(); break;
    }
}

static void release_rows(void)
{
    row_0_high();
    row_1_high();
    row_2_high();
    row_3_high();
}

static uint8_t read_columns(void)
{
    return column_0_is_low() | (uint8_t)(column_1_is_low() << 1) | (uint8_t)(column_2_is_low() << 2)
        | (uint8_t)(column_3_is_low() << 3);
}

static uint32_t scan(void)
{
    uint16_t down = 0;
    for (uint8_t row = 0; row < ROWS; row++) {
        drive_row(row);
        __builtin_avr_delay_cycles(F_CPU / 500000);     /* 2 us for the pull-ups to charge a metre of wire */
        down |= (uint16_t)read_columns() << (row * COLUMNS);
        release_rows();
        __builtin_avr_delay_cycles(F_CPU / 500000);
    }
    return down | (uint32_t)encoder_push_is_low() << ENCODER_PUSH;
}

void keys_start(bool has_resumed)
{
    row_0_output(); row_1_output(); row_2_output(); row_3_output();
    release_rows();
    column_0_input(); column_1_input(); column_2_input(); column_3_input();
    encoder_push_input();
    __builtin_avr_delay_cycles(F_CPU / 100000);
    was_down = scan();
    if (!has_resumed)
        link_set_held(was_down);
}

/* True when the key was reported. */
static bool settle(uint8_t key, bool is_down, bool was, uint32_t now_ms, uint8_t debounce_ms)
{
    bool is_held = kept.held >> key & 1;
#ifdef BROKEN_NO_DEBOUNCE
    debounce_ms = 0;
#endif
    if (is_down == is_held)
        return false;
    if (!is_down && was && debounce_ms) {
        up_since_ms[key] = (uint16_t)now_ms;            /* maybe a bounce: wait for quiet */
        return false;
    }
    if (!is_down && (uint16_t)((uint16_t)now_ms - up_since_ms[key]) < debounce_ms)
        return false;
    link_key(key, is_down, now_ms);                     /* a press at once */
    return true;
}

/* Only keys that are down, were down or count as held can have anything to say: usually none. When an arm falls on all of
 * them, two are told each millisecond; the others are looked at again in the next, as if scanned for the first time. */
void keys_tick(uint32_t now_ms, uint8_t debounce_ms)
{
    uint32_t down = scan();
    uint32_t lively = down | was_down | kept.held;
    uint32_t was = was_down;
    uint32_t bit = 1;
    uint8_t told = 0;
    for (uint8_t key = 0; lively && told < CHANGES_PER_TICK; key++, lively >>= 1, bit <<= 1) {
        if (lively & 1)
            told += settle(key, (down & bit) != 0, (was & bit) != 0, now_ms, debounce_ms);
        was_down = (was_down & ~bit) | (down & bit);
    }
}
