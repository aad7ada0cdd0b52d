/* An HD44780 in 4-bit mode, write only. One byte a millisecond, so the controller is never busy and we never wait. */
#ifndef DISPLAY_H
#define DISPLAY_H

#include <stdint.h>

#include "link.h"

void display_start(void);
void display_tick(char wanted_rows[DISPLAY_ROWS][DISPLAY_COLUMNS], const char *away);

#endif
