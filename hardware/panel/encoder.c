#include "encoder.h"

#include <avr/pgmspace.h>
#include <util/atomic.h>

#include "pins.h"

static volatile int8_t quarters;
static uint8_t last;

/* From the last two bits (BA) to the new ones. A bouncing contact goes forth and back and adds up to nothing; a jump over
 * two quarters has no direction and counts as none. */
static const int8_t STEP[16] PROGMEM = {0, 1, -1, 0, -1, 0, 0, 1, 1, 0, 0, -1, 0, -1, 1, 0};

static uint8_t read_contacts(void) { return encoder_a_is_low() | (uint8_t)(encoder_b_is_low() << 1); }

void encoder_start(void)
{
    encoder_a_input();
    encoder_b_input();
    last = read_contacts();
}

void encoder_sample(void)
{
    uint8_t now = read_contacts();
#ifdef BROKEN_ENCODER
    if (now != last)
        quarters++;
#else
    quarters += (int8_t)pgm_read_byte(&STEP[last << 2 | now]);
#endif
    last = now;
}

int8_t encoder_take(uint8_t quarters_per_detent)
{
    int8_t detents;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        detents = quarters / (int8_t)quarters_per_detent;
        quarters -= detents * (int8_t)quarters_per_detent;
    }
    return detents;
}
