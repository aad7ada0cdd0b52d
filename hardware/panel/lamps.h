/* Sixteen lamps on two chained 74HC595, dimmed together by their output enable. */
#ifndef LAMPS_H
#define LAMPS_H

#include <stdbool.h>
#include <stdint.h>

void lamps_start(void);
void lamps_tick(uint32_t now_ms, const uint8_t *modes, uint8_t brightness, bool are_dark);

#endif
