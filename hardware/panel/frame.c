#include "frame.h"

#include <stdbool.h>

enum { CRC_BYTES = 2 };

uint16_t crc16(uint16_t crc, const uint8_t *bytes, uint8_t count)
{
    while (count--) {
        uint8_t x = (uint8_t)(crc >> 8) ^ *bytes++;
        x ^= x >> 4;
        crc = (uint16_t)((crc << 8) ^ ((uint16_t)x << 12) ^ ((uint16_t)x << 5) ^ x);
    }
    return crc;
}

/* COBS in place: every zero, and the byte kept free in front, is replaced by the distance to the next zero. */
uint8_t frame_close(uint8_t *frame, uint8_t count)
{
#ifdef BROKEN_CRC
    uint16_t crc = crc16(0, frame + 1, count - 1);
#else
    uint16_t crc = crc16(CRC_START, frame + 1, count - 1);
#endif
    frame[count++] = (uint8_t)crc;
    frame[count++] = (uint8_t)(crc >> 8);
    uint8_t zero_at = 0;
    for (uint8_t i = 1; i < count; i++) {
        if (frame[i] == 0) {
            frame[zero_at] = i - zero_at;
            zero_at = i;
        }
    }
    frame[zero_at] = count - zero_at;
    frame[count++] = 0;
    return count;
}

static uint8_t unstuff(uint8_t *frame, uint8_t count)
{
    uint8_t from = 0, to = 0;
    while (from < count) {
        uint8_t distance = frame[from++];
        if (from + distance - 1 > count)
            return 0;
        for (uint8_t i = 1; i < distance; i++)
            frame[to++] = frame[from++];
        if (from < count)
            frame[to++] = 0;
    }
    return to;
}

uint8_t frame_open(uint8_t *frame, uint8_t count)
{
    count = unstuff(frame, count);
    if (count < 1 + CRC_BYTES)
        return 0;
    uint16_t crc = crc16(CRC_START, frame, count - CRC_BYTES);
    bool is_whole = frame[count - 2] == (uint8_t)crc && frame[count - 1] == (uint8_t)(crc >> 8);
    return is_whole ? count - CRC_BYTES : 0;
}
