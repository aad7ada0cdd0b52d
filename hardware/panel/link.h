/* The panel's end of the link (firmware_bridge/PROTOCOL.md). No registers and no clock in here: bytes and milliseconds are
 * passed in, so this very file also runs on a workstation, against millions of damaged bytes. */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stdint.h>

#ifndef DISPLAY_COLUMNS
#define DISPLAY_COLUMNS 20
#endif
#ifndef DISPLAY_ROWS
#define DISPLAY_ROWS 4
#endif

enum {
    PROTOCOL = 1,
    FIRMWARE_MAJOR = 1,
    FIRMWARE_MINOR = 0,
    KEYS = 17,          /* 16 buttons and the encoder's push, which is key 16 */
    ENCODER_PUSH = 16,
    LAMPS = 16,
    FRAME_MAX = 64,     /* on the wire, with the closing zero */
    EVENTS_KEPT = 32,
    EVENTS_PER_FRAME = 8,
    STATE_EVERY_MS = 250,
    HOST_AWAY_AFTER_MS = 2000,
};

enum lamp { LAMP_OFF, LAMP_STEADY, LAMP_SLOW, LAMP_FAST };
enum event_kind { EVENT_RELEASE = 0x00, EVENT_PRESS = 0x40, EVENT_TURN = 0x80 };

/* What the host wants shown. Sent whole and idempotent; the state frame says by checksum which of it has arrived. */
struct wanted {
    uint8_t brightness;
    uint8_t lamps[LAMPS / 4];   /* two bits each, lamp 0 lowest */
    char display[DISPLAY_ROWS][DISPLAY_COLUMNS];
    char away[DISPLAY_COLUMNS]; /* first line while no host speaks */
    uint8_t debounce_ms;
    uint8_t quarters_per_detent;
    uint8_t repeat_ms;
    uint8_t sound_id;
    uint8_t sound_beeps;
    uint16_t sound_hz;
    uint16_t sound_ms;
    bool sound_is_new;
};

struct counters {
    uint16_t bad_frames, repeats, dropped, boots, loop_worst_us;
};

struct event {
    uint8_t code;
    int8_t value;
    uint8_t check;
    uint32_t at_ms;
};

/* What outlives a reset that leaves the RAM alone (a host opening the port, the watchdog): pending events and held keys. */
struct kept {
    uint32_t boot_id;
    uint32_t held;
    uint16_t oldest_seq;
    uint8_t count;
    uint16_t check;
    uint32_t clock_ms;
    struct event events[EVENTS_KEPT];
};

extern struct wanted wanted;
extern struct counters counters;
extern struct kept kept;

/* True when events and held keys of before the reset are still there. */
bool link_resume(void);
void link_start(uint32_t boot_id, uint8_t reset_cause);
void link_byte(uint8_t byte, uint32_t now_ms);
void link_tick(uint32_t now_ms);
bool link_host_is_away(uint32_t now_ms);
void link_key(uint8_t key, bool is_down, uint32_t now_ms);
void link_turn(int8_t detents, uint32_t now_ms);
void link_set_held(uint32_t held);

/* Given by whoever hosts this file: takes a whole frame or, when there is no room for all of it, nothing. */
bool line_write(const uint8_t *bytes, uint8_t count);

#endif
