/* The piezo on timer 1: a tone made by hardware, beeps and gaps counted by the clock. */
#ifndef BUZZER_H
#define BUZZER_H

#include <stdint.h>

void buzzer_start(void);
void buzzer_play(uint16_t hz, uint16_t beep_ms, uint8_t beeps, uint32_t now_ms);
void buzzer_tick(uint32_t now_ms);

#endif
