/* The simulator's end of the USB cable: a pseudo-terminal that can be pulled out and put back. */
#ifndef PORT_H
#define PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern const char *port_link;           /* a stable name for it, or NULL */
extern bool port_resets_on_open;
extern unsigned long port_heard;        /* bytes from the host, and to it, since it was opened */
extern unsigned long port_told;

void port_open(void);
void port_close(void);
const char *port_path(void);
/* True once each time somebody opens it. */
bool port_was_opened(void);
int port_read(uint8_t *bytes, size_t room);
void port_write(uint8_t byte);
void port_flush(void);
void port_wait(int ms);
void port_wait_us(int us);

#endif
