#include "lamps.h"

#include <avr/io.h>

#include "link.h"
#include "pins.h"

enum { SLOW_HALF_MS = 512, FAST_HALF_MS = 128 };

static enum { SEND_HIGH, SEND_LOW, LATCH } step;
static uint16_t lit;

void lamps_start(void)
{
    lamps_latch_output();
    lamps_bits_output();
    lamps_clock_output();
    lamps_off_high();
    lamps_off_output();
    SPCR = _BV(SPE) | _BV(MSTR);                    /* F_CPU / 4: a byte takes 2 us */
    TCCR2A = _BV(COM2B1) | _BV(WGM21) | _BV(WGM20); /* fast PWM on D3 */
    OCR2B = 255;
    TCCR2B = _BV(CS21);                             /* 7.8 kHz: neither eye nor camera sees the lamps flicker */
}

static bool is_lit(uint8_t mode, uint16_t now_ms)
{
    switch (mode) {
    case LAMP_STEADY: return true;
    case LAMP_SLOW: return !(now_ms & SLOW_HALF_MS);
    case LAMP_FAST: return !(now_ms & FAST_HALF_MS);
    default: return false;
    }
}

static uint16_t lit_now(uint16_t now_ms, const uint8_t *modes)
{
    uint16_t bits = 0;
    for (uint8_t lamp = LAMPS; lamp--;)
        bits = (uint16_t)(bits << 1) | is_lit(modes[lamp >> 2] >> ((lamp & 3) * 2) & 3, now_ms);
    return bits;
}

/* One byte a millisecond, then the latch: nothing here ever waits, and a lamp that was hit by noise is right again 3 ms later. */
void lamps_tick(uint32_t now_ms, const uint8_t *modes, uint8_t brightness, bool are_dark)
{
    OCR2B = 255 - brightness;
    switch (step) {
    case SEND_HIGH:
        lamps_latch_low();
        lit = are_dark ? 0 : lit_now((uint16_t)now_ms, modes);
        SPDR = (uint8_t)(lit >> 8);
        step = SEND_LOW;
        break;
    case SEND_LOW:
        SPDR = (uint8_t)lit;
        step = LATCH;
        break;
    case LATCH:
        lamps_latch_high();
        step = SEND_HIGH;
        break;
    }
}
