/* Timer 0: five interrupts a millisecond sample the encoder and count time. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

enum { TICKS_PER_MS = 5, TICK_US = 200 };

void clock_start(uint32_t from_ms);
uint32_t clock_ms(void);
/* Wraps every 65 ms: for measuring short stretches only. */
uint16_t clock_us(void);

#endif
