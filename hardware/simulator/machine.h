/* The ATmega328P and everything soldered to it. */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdbool.h>
#include <stdint.h>

enum { MACHINE_KEYS = 17, MACHINE_LAMPS = 16, MACHINE_MHZ = 16 };

extern bool machine_has_power;
extern int machine_columns, machine_rows;

bool machine_build(const char *elf);
/* Power on: the RAM holds noise. Reset: the RAM stays, as when a host opens the port. */
void machine_power_on(void);
void machine_reset(void);
/* An endless loop with interrupts off: only the watchdog can help. */
void machine_hang(void);
void machine_run_us(double us);
uint64_t machine_us(void);

void machine_key(int key, bool is_down);
void machine_plan_key(int key, bool is_down, uint64_t in_us);
void machine_plan_quarter(int direction, uint64_t in_us);
void machine_hear(const uint8_t *bytes, int count);

uint16_t machine_lamps(void);
int machine_brightness(void);
uint8_t machine_cell(int row, int column);
/* Edges on the buzzer's wire since last asked. */
unsigned long machine_buzzer_edges(void);
/* The slowest pass of the firmware's main loop since last asked, in cycles. */
unsigned long machine_loop_worst(void);

/* Bytes of stack used at most since power came. */
int machine_stack_deepest(void);

#endif
