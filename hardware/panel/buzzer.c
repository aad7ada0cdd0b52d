#include "buzzer.h"

#include <avr/io.h>

#include "pins.h"

enum { LOWEST_HZ = 100, HIGHEST_HZ = 8000, PRESCALER = 8 };

static uint8_t halves;              /* beeps and gaps still to come */
static uint16_t half_ms;
static uint32_t since_ms;

static void sound(void)
{
    TCCR1A = _BV(COM1A0);
    TCCR1B = _BV(WGM12) | _BV(CS11);    /* count to OCR1A at 2 MHz, toggling D9 */
}

static void hush(void)
{
    TCCR1A = 0;
    TCCR1B = 0;
    buzzer_low();
}

void buzzer_start(void)
{
    buzzer_output();
    hush();
}

void buzzer_play(uint16_t hz, uint16_t beep_ms, uint8_t beeps, uint32_t now_ms)
{
    if (hz < LOWEST_HZ || hz > HIGHEST_HZ || beeps == 0 || beeps > 100) {
        halves = 0;
        hush();
        return;
    }
    OCR1A = (uint16_t)(F_CPU / PRESCALER / 2 / hz) - 1;
    TCNT1 = 0;                          /* a counter already past the new top would run silent for 33 ms */
    halves = beeps * 2 - 1;
    half_ms = beep_ms;
    since_ms = now_ms;
    sound();
}

void buzzer_tick(uint32_t now_ms)
{
    if (halves == 0 || now_ms - since_ms < half_ms)
        return;
    since_ms = now_ms;
    halves--;
    if (halves & 1)
        sound();
    else
        hush();
}
