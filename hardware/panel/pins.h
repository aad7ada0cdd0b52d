/* Every wire of the panel, once. The firmware's access functions, the pin table in hardware/README.md and the wiring
 * diagram are all made from this table; a test compares them. To move a wire, change it here and run `make docs`.
 *
 * WIRE(name, port, bit, Nano pin, goes to) */
#ifndef PINS_H
#define PINS_H

#define PANEL_WIRES \
    WIRE(host_rx,      D, 0, "D0",  "USB chip: bytes from the Pi") \
    WIRE(host_tx,      D, 1, "D1",  "USB chip: bytes to the Pi") \
    WIRE(encoder_a,    D, 2, "D2",  "encoder A, other side to GND") \
    WIRE(lamps_off,    D, 3, "D3",  "both 74HC595 pin 13 (OE), 10 k to +5 V") \
    WIRE(encoder_b,    D, 4, "D4",  "encoder B, other side to GND") \
    WIRE(column_0,     D, 5, "D5",  "keys 0, 4, 8, 12") \
    WIRE(column_1,     D, 6, "D6",  "keys 1, 5, 9, 13") \
    WIRE(column_2,     D, 7, "D7",  "keys 2, 6, 10, 14") \
    WIRE(column_3,     B, 0, "D8",  "keys 3, 7, 11, 15") \
    WIRE(buzzer,       B, 1, "D9",  "piezo buzzer through 100 ohm") \
    WIRE(lamps_latch,  B, 2, "D10", "both 74HC595 pin 12 (RCLK)") \
    WIRE(lamps_bits,   B, 3, "D11", "first 74HC595 pin 14 (SER)") \
    WIRE(encoder_push, B, 4, "D12", "encoder push, other side to GND") \
    WIRE(lamps_clock,  B, 5, "D13", "both 74HC595 pin 11 (SRCLK)") \
    WIRE(row_0,        C, 0, "A0",  "diodes of keys 0-3; display D4") \
    WIRE(row_1,        C, 1, "A1",  "diodes of keys 4-7; display D5") \
    WIRE(row_2,        C, 2, "A2",  "diodes of keys 8-11; display D6") \
    WIRE(row_3,        C, 3, "A3",  "diodes of keys 12-15; display D7") \
    WIRE(display_rs,   C, 4, "A4",  "display RS") \
    WIRE(display_e,    C, 5, "A5",  "display E")

#ifdef __AVR__
#include <avr/io.h>
#include <stdint.h>

/* sbi, cbi and sbis are one instruction each, so none of these can tear another wire of the same port. */
#define WIRE(name, port, bit, nano, goes_to) \
    static inline void name##_high(void) { PORT##port |= (uint8_t)(1 << bit); } \
    static inline void name##_low(void) { PORT##port &= (uint8_t)~(1 << bit); } \
    static inline void name##_output(void) { DDR##port |= (uint8_t)(1 << bit); } \
    static inline void name##_input(void) { DDR##port &= (uint8_t)~(1 << bit); name##_high(); } \
    static inline uint8_t name##_is_low(void) { return !(PIN##port & (1 << bit)); }
PANEL_WIRES
#undef WIRE
#endif

#endif
