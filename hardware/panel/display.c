#include "display.h"

#include <avr/pgmspace.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "pins.h"

enum { CELLS = DISPLAY_ROWS * DISPLAY_COLUMNS, NOWHERE = 0xFF, SET_ADDRESS = 0x80 };

/* After power-on: the wait in milliseconds before each step, and what is sent. The first four are single nibbles. */
static const struct { uint8_t wait_ms, byte; } OPENING[] PROGMEM = {
    {50, 0x30}, {6, 0x30}, {2, 0x30}, {2, 0x20},    /* whatever mode it was in: 8 bits, then 4 */
    {2, 0x28}, {1, 0x08}, {1, 0x01}, {3, 0x06}, {1, 0x0C},
};
enum { OPENING_STEPS = sizeof OPENING / sizeof *OPENING, OPENING_NIBBLES = 4 };

static const uint8_t ROW_ADDRESS[] PROGMEM = {0x00, 0x40, DISPLAY_COLUMNS, 0x40 + DISPLAY_COLUMNS};

static char shown[CELLS];
static uint8_t step, waited_ms;
static uint8_t looked_at;           /* the cell compared last: a row's worth of them is looked at each millisecond */
static uint8_t cursor = NOWHERE;    /* the cell the controller writes next */

/* The four wires are the matrix rows too: after each byte they go back to high, which is "no row". */
static void nibble(uint8_t bits)
{
    if (bits & 0x10) row_0_high(); else row_0_low();
    if (bits & 0x20) row_1_high(); else row_1_low();
    if (bits & 0x40) row_2_high(); else row_2_low();
    if (bits & 0x80) row_3_high(); else row_3_low();
    display_e_high();
    __builtin_avr_delay_cycles(F_CPU / 2000000);        /* E high for 0.5 us */
    display_e_low();
    __builtin_avr_delay_cycles(F_CPU / 2000000);
}

static void free_rows(void)
{
    row_0_high(); row_1_high(); row_2_high(); row_3_high();
}

static void send(uint8_t byte, bool is_text)
{
    if (is_text) display_rs_high(); else display_rs_low();
    nibble(byte);
    nibble((uint8_t)(byte << 4));
    free_rows();
}

void display_start(void)
{
    display_rs_output();
    display_e_output();
    display_e_low();
    memset(shown, ' ', sizeof shown);
}

static void open_display(void)
{
    if (++waited_ms < pgm_read_byte(&OPENING[step].wait_ms))
        return;
    waited_ms = 0;
    uint8_t byte = pgm_read_byte(&OPENING[step].byte);
    if (step < OPENING_NIBBLES) {
        display_rs_low();
        nibble(byte);
        free_rows();
    } else {
        send(byte, false);
    }
    step++;
}

/* While no host speaks, the first line says so and the others are empty: an old score would be taken for a live one. */
static char cell(char rows[DISPLAY_ROWS][DISPLAY_COLUMNS], const char *away, uint8_t at)
{
    if (away == NULL)
        return rows[0][at];
    return at < DISPLAY_COLUMNS ? away[at] : ' ';
}

static void write_cell(uint8_t at, char text)
{
    if (cursor == at) {
        send((uint8_t)text, true);
        shown[at] = text;
        cursor = (at + 1) % DISPLAY_COLUMNS ? at + 1 : NOWHERE;
    } else {
        send(SET_ADDRESS | (pgm_read_byte(&ROW_ADDRESS[at / DISPLAY_COLUMNS]) + at % DISPLAY_COLUMNS), false);
        cursor = at;
    }
}

void display_tick(char rows[DISPLAY_ROWS][DISPLAY_COLUMNS], const char *away)
{
    if (step < OPENING_STEPS) {
        open_display();
        return;
    }
    for (uint8_t i = 0; i < DISPLAY_COLUMNS; i++) {
        char text = cell(rows, away, looked_at);
        if (shown[looked_at] != text) {
            write_cell(looked_at, text);
            return;
        }
        if (++looked_at == CELLS)       /* a division would take longer than all the comparing */
            looked_at = 0;
    }
}
