/* The rotary encoder: sampled by the clock's interrupt, taken by the main loop. */
#ifndef ENCODER_H
#define ENCODER_H

#include <stdint.h>

void encoder_start(void);
void encoder_sample(void);
/* Whole detents since the last call; the quarters left over wait for the next. */
int8_t encoder_take(uint8_t quarters_per_detent);

#endif
