/* The serial port: interrupts fill and empty two rings, the main loop never waits for a byte. */
#ifndef UART_H
#define UART_H

#include <stdbool.h>
#include <stdint.h>

void uart_start(void);
bool uart_take(uint8_t *byte);
bool uart_has_byte(void);

#endif
