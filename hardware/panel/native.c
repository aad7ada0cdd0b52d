/* link.c on a workstation: the very file of the firmware, driven from Python against millions of damaged bytes. */
#include <string.h>

#include "link.h"

enum { LINE = 128 };

static uint8_t line[LINE];
static uint8_t line_count;

bool line_write(const uint8_t *bytes, uint8_t count)
{
    if (count > LINE - line_count)
        return false;
    memcpy(line + line_count, bytes, count);
    line_count += count;
    return true;
}

/* `first_seq` is for trying the numbers' wrap without 65,536 presses before it. */
void native_power_on(uint32_t boot_id, uint16_t first_seq)
{
    memset(&kept, 0x55, sizeof kept);
    link_start(boot_id, 1);
    kept.oldest_seq = first_seq;
    link_set_held(0);
    link_start(boot_id, 1);
}

/* A reset that leaves the RAM alone. */
void native_reset(uint32_t boot_id) { link_start(boot_id, 2); }

/* Takes as many of the changes (key, with 0x40 for a press) as there is room for; how many that were. */
int native_hands(const uint8_t *changes, int count, uint32_t now_ms)
{
    int done = 0;
    while (done < count && kept.count < EVENTS_KEPT) {
        link_key(changes[done] & 0x3F, changes[done] & EVENT_PRESS, now_ms);
        done++;
    }
    return done;
}

/* One millisecond: bytes from the host in, bytes to the host out. */
int native_step(uint32_t now_ms, const uint8_t *heard, int count, uint8_t *told)
{
    for (int i = 0; i < count; i++)
        link_byte(heard[i], now_ms);
    link_tick(now_ms);
    memcpy(told, line, line_count);
    int said = line_count;
    line_count = 0;
    return said;
}

/* How many frames of a stream of noise were taken for good. */
int native_noise(const uint8_t *noise, long count)
{
    uint32_t whole = 0, last = 0;
    for (long i = 0; i < count; i++) {
        link_byte(noise[i], ++last);
        whole += !link_host_is_away(last) && noise[i] == 0;
        if (!link_host_is_away(last))
            last += HOST_AWAY_AFTER_MS + 1;
    }
    return (int)whole;
}

uint16_t native_bad_frames(void) { return counters.bad_frames; }
uint16_t native_repeats(void) { return counters.repeats; }
