/* The 4 x 4 matrix and the encoder's push: scanned, debounced, reported to the link. */
#ifndef KEYS_H
#define KEYS_H

#include <stdbool.h>
#include <stdint.h>

/* A key that is down when we start was counted before, or never meant for us: it is held, not pressed. */
void keys_start(bool has_resumed);
void keys_tick(uint32_t now_ms, uint8_t debounce_ms);

#endif
