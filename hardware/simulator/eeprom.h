/* The chip's EEPROM in a file, so that a simulator started anew is the same board. */
#ifndef EEPROM_H
#define EEPROM_H

#include "sim_avr.h"

/* Where it is kept; none: it is forgotten with the process. */
extern const char *eeprom_path;

void eeprom_load(avr_t *avr);
/* Writes what has changed since; at once, for the process may be killed. */
void eeprom_keep(void);

#endif
