#include "eeprom.h"

#include <stdio.h>
#include <string.h>

#include "avr_eeprom.h"

enum { BYTES = 1024 };

const char *eeprom_path;

static uint8_t *bytes;              /* simavr's own */
static uint8_t on_disk[BYTES];

void eeprom_load(avr_t *avr)
{
    avr_eeprom_desc_t all = {.size = BYTES};
    if (!eeprom_path)
        return;
    avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &all);     /* gives the bytes themselves, and always says -1 */
    bytes = all.ee;
    FILE *file = fopen(eeprom_path, "rb");
    if (file) {
        if (fread(on_disk, 1, BYTES, file) == BYTES)
            memcpy(bytes, on_disk, BYTES);
        fclose(file);
    }
    memcpy(on_disk, bytes, BYTES);
}

void eeprom_keep(void)
{
    if (!bytes || memcmp(bytes, on_disk, BYTES) == 0)
        return;
    memcpy(on_disk, bytes, BYTES);
    FILE *file = fopen(eeprom_path, "wb");
    if (!file || fwrite(on_disk, 1, BYTES, file) != BYTES)
        fprintf(stderr, "panel_sim: cannot keep the EEPROM in %s\n", eeprom_path);
    if (file)
        fclose(file);
}
