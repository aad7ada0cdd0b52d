/* Frames: COBS over a message and its CRC-16, closed by a zero. Portable, as link.c is. */
#ifndef FRAME_H
#define FRAME_H

#include <stdint.h>

enum { CRC_START = 0xFFFF };

/* CRC-16 with polynomial 0x1021, highest bit first: binascii.crc_hqx on the host. */
uint16_t crc16(uint16_t crc, const uint8_t *bytes, uint8_t count);
/* A message that starts at frame[1] and ends before frame[count] becomes a frame; its length with the closing zero. */
uint8_t frame_close(uint8_t *frame, uint8_t count);
/* A frame without its zero becomes its message; the length of that, or 0 for what is no frame. */
uint8_t frame_open(uint8_t *frame, uint8_t count);

#endif
