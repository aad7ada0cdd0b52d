#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "link.h"

enum { HEARD = 128, TOLD = 128, BAUD = 115200 };    /* rings; powers of two */

static volatile uint8_t heard[HEARD], heard_in, heard_out;
static volatile uint8_t told[TOLD], told_in, told_out;

void uart_start(void)
{
    UCSR0A = _BV(U2X0);
    UBRR0 = (F_CPU / 4 / BAUD - 1) / 2;             /* rounded: 16, which is 2.1 % fast and what every Nano does */
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

/* A full ring drops the byte: the frame's CRC tells, and the host sends again. */
ISR(USART_RX_vect)
{
    uint8_t byte = UDR0;
    uint8_t next = (heard_in + 1) % HEARD;
    if (next != heard_out) {
        heard[heard_in] = byte;
        heard_in = next;
    }
}

ISR(USART_UDRE_vect)
{
    if (told_out == told_in) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    } else {
        UDR0 = told[told_out];
        told_out = (told_out + 1) % TOLD;
    }
}

bool uart_has_byte(void) { return heard_in != heard_out; }

bool uart_take(uint8_t *byte)
{
    if (heard_in == heard_out)
        return false;
    *byte = heard[heard_out];
    heard_out = (heard_out + 1) % HEARD;
    return true;
}

bool line_write(const uint8_t *bytes, uint8_t count)
{
    uint8_t used = (uint8_t)(told_in - told_out) % TOLD;
    if (count >= TOLD - used)
        return false;
    for (uint8_t i = 0; i < count; i++) {
        told[told_in] = bytes[i];
        told_in = (told_in + 1) % TOLD;
    }
    UCSR0B |= _BV(UDRIE0);
    return true;
}
