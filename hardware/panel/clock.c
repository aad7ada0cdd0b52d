#include "clock.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "encoder.h"

static volatile uint32_t ms;
static volatile uint8_t ticks;

void clock_start(uint32_t from_ms)
{
    ms = from_ms;
    TCCR0A = _BV(WGM01);                /* count to OCR0A */
    OCR0A = F_CPU / 64 / (1000 * TICKS_PER_MS) - 1;
    TIMSK0 = _BV(OCIE0A);
    TCCR0B = _BV(CS01) | _BV(CS00);     /* F_CPU / 64: 4 us a count */
}

ISR(TIMER0_COMPA_vect)
{
    encoder_sample();
    if (++ticks == TICKS_PER_MS) {
        ticks = 0;
        ms++;
    }
}

uint32_t clock_ms(void)
{
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { now = ms; }
    return now;
}

uint16_t clock_us(void)
{
    uint16_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        uint8_t count = TCNT0;
        uint8_t whole = ticks;
        if ((TIFR0 & _BV(OCF0A)) && count < OCR0A)
            whole++;                    /* the interrupt is waiting for us */
        now = (uint16_t)ms * 1000u + whole * (uint16_t)TICK_US + count * 4u;
    }
    return now;
}
