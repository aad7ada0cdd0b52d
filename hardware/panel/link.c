#include "link.h"

#include <string.h>

#include "frame.h"

#ifdef __AVR__
#define KEPT __attribute__((section(".noinit")))
#else
#define KEPT
#endif

enum message {
    HELLO = 0x01, EVENTS = 0x02, STATE = 0x03,
    ASK_HELLO = 0x80, ACK = 0x81, SHOW_LAMPS = 0x82, SHOW_ROW = 0x83, SOUND = 0x84, SETTINGS = 0x85,
};
enum { CAN_BUZZ = 1, CAN_DIM = 2, CAN_SAY_AWAY = 4, KEEPS_EVENTS = 8 };
enum { AWAY_ROW = 0xFF };

struct wanted wanted;
struct counters counters;
struct kept kept KEPT;

static uint8_t heard[FRAME_MAX];    /* the frame coming in */
static uint8_t heard_count;
static bool heard_too_much;
static bool heard_a_zero;           /* what comes before the first is the tail of something we slept through: no bad frame */

static uint8_t out[FRAME_MAX];      /* the frame going out; byte 0 is left for COBS */
static uint8_t out_count;

static uint8_t cause;
static bool owes_hello, owes_events, sound_is_known;
static uint16_t unsent_seq;         /* the first event that has never been sent */
static int16_t turns;
static uint32_t events_sent_ms, state_sent_ms, host_heard_ms;
static bool host_was_heard;
static uint16_t lamps_crc, settings_crc, row_crc[DISPLAY_ROWS];

static uint16_t get16(const uint8_t *from) { return (uint16_t)(from[0] | from[1] << 8); }
static uint32_t get32(const uint8_t *from) { return get16(from) | (uint32_t)get16(from + 2) << 16; }

/* --- frames out -------------------------------------------------------------------------------------------------- */

static void put8(uint8_t byte) { out[out_count++] = byte; }
static void put16(uint16_t value) { put8((uint8_t)value); put8((uint8_t)(value >> 8)); }
static void put32(uint32_t value) { put16((uint16_t)value); put16((uint16_t)(value >> 16)); }

static void begin(uint8_t type)
{
    out_count = 1;
    put8(type);
}

static bool finish(void)
{
    out_count = frame_close(out, out_count);
    return line_write(out, out_count);
}

static bool send_hello(void)
{
    begin(HELLO);
    put8(PROTOCOL);
    put32(kept.boot_id);
    put8(FIRMWARE_MAJOR);
    put8(FIRMWARE_MINOR);
    put8(KEYS);
    put8(LAMPS);
    put8(1);                /* encoders */
    put8(DISPLAY_COLUMNS);
    put8(DISPLAY_ROWS);
    put16(CAN_BUZZ | CAN_DIM | CAN_SAY_AWAY | KEEPS_EVENTS);
    put8(cause);
    put16(kept.oldest_seq);
    return finish();
}

static void put_event(const struct event *event, uint32_t now_ms)
{
    uint32_t age_ms = now_ms - event->at_ms;
    put8(event->code);
    put8((uint8_t)event->value);
    put16(age_ms > 0xFFFF ? 0xFFFF : (uint16_t)age_ms);
}

static bool send_events(uint32_t now_ms)
{
    uint8_t count = kept.count < EVENTS_PER_FRAME ? kept.count : EVENTS_PER_FRAME;
    begin(EVENTS);
    put32(kept.boot_id);
    put16(kept.oldest_seq);
    put8(count);
    for (uint8_t i = 0; i < count; i++)
        put_event(&kept.events[(uint16_t)(kept.oldest_seq + i) % EVENTS_KEPT], now_ms);
    if (!finish())
        return false;
    uint16_t after = kept.oldest_seq + count;
    if ((int16_t)(after - unsent_seq) > 0)
        unsent_seq = after;
    events_sent_ms = now_ms;
    return true;
}

static bool send_state(uint32_t now_ms)
{
    begin(STATE);
    put32(kept.boot_id);
    put16((uint16_t)now_ms);
    put32(kept.held);
    put16((uint16_t)turns);
    put16(kept.oldest_seq + kept.count);
    put16(kept.oldest_seq);
    put16(lamps_crc);
    put16(settings_crc);
    put8(wanted.sound_id);
    put16(counters.bad_frames);
    put16(counters.repeats);
    put16(counters.dropped);
    put16(counters.boots);
    put16(counters.loop_worst_us);
    put8(DISPLAY_ROWS);
    for (uint8_t row = 0; row < DISPLAY_ROWS; row++)
        put16(row_crc[row]);
    return finish();
}

/* --- events ------------------------------------------------------------------------------------------------------ */

static uint8_t check_of(const struct event *event)
{
    uint32_t at = event->at_ms;
    return event->code ^ (uint8_t)event->value ^ (uint8_t)at ^ (uint8_t)(at >> 8) ^ (uint8_t)(at >> 16) ^ 0x5A;
}

static uint16_t check_of_kept(void)
{
    return crc16(0x5AFE, (const uint8_t *)&kept, (uint8_t)((const uint8_t *)&kept.check - (const uint8_t *)&kept));
}

static void seal(void) { kept.check = check_of_kept(); }

static void add_event(uint8_t code, int8_t value, uint32_t now_ms)
{
    if (kept.count == EVENTS_KEPT) {
        counters.dropped++;
    } else {
        struct event *event = &kept.events[(uint16_t)(kept.oldest_seq + kept.count) % EVENTS_KEPT];
        event->code = code;
        event->value = value;
        event->at_ms = now_ms;
        event->check = check_of(event);
        kept.count++;
        owes_events = true;
    }
    seal();
}

void link_key(uint8_t key, bool is_down, uint32_t now_ms)
{
    uint32_t bit = (uint32_t)1 << key;
    kept.held = is_down ? kept.held | bit : kept.held & ~bit;
    add_event((is_down ? EVENT_PRESS : EVENT_RELEASE) | key, 0, now_ms);
}

/* Turns that have not been sent yet are added up; once sent, an event never changes, or a repeat would not be a repeat. */
void link_turn(int8_t detents, uint32_t now_ms)
{
    turns += detents;
    uint16_t last_seq = kept.oldest_seq + kept.count - 1;
    struct event *last = &kept.events[last_seq % EVENTS_KEPT];
    bool can_join = kept.count && (int16_t)(last_seq - unsent_seq) >= 0 && last->code == EVENT_TURN;
    int16_t sum = (can_join ? last->value : 0) + detents;
    if (can_join && sum >= -127 && sum <= 127) {
        last->value = (int8_t)sum;
        last->check = check_of(last);
    } else {
        add_event(EVENT_TURN, detents, now_ms);
    }
}

void link_set_held(uint32_t held)
{
    kept.held = held;
    seal();
}

bool link_resume(void)
{
#ifdef BROKEN_FORGETS
    return false;
#endif
    if (kept.check != check_of_kept() || kept.count > EVENTS_KEPT)
        return false;
    for (uint8_t i = 0; i < kept.count; i++) {
        const struct event *event = &kept.events[(uint16_t)(kept.oldest_seq + i) % EVENTS_KEPT];
        if (event->check != check_of(event))
            return false;
    }
    return true;
}

void link_start(uint32_t boot_id, uint8_t reset_cause)
{
    if (!link_resume()) {
        memset(&kept, 0, sizeof kept);
        kept.boot_id = boot_id;
        seal();
    }
    cause = reset_cause;
    memset(&wanted, 0, sizeof wanted);
    memset(&counters, 0, sizeof counters);
    memset(wanted.display, ' ', sizeof wanted.display);
    memset(wanted.away, ' ', sizeof wanted.away);
    memcpy(wanted.away, "Tableside ...", 13);
    wanted.brightness = 128;
    wanted.debounce_ms = 5;
    wanted.quarters_per_detent = 4;
    wanted.repeat_ms = 50;
    lamps_crc = settings_crc = 0;
    memset(row_crc, 0, sizeof row_crc);
    unsent_seq = kept.oldest_seq;
    owes_hello = true;
    owes_events = kept.count > 0;
    sound_is_known = host_was_heard = heard_too_much = heard_a_zero = false;
    heard_count = 0;
    turns = 0;
    events_sent_ms = state_sent_ms = host_heard_ms = kept.clock_ms;
}

/* --- messages in ------------------------------------------------------------------------------------------------- */

static void take_ack(const uint8_t *body, uint8_t count)
{
    if (count < 6 || get32(body) != kept.boot_id)
        return;
    uint16_t done = get16(body + 4) - kept.oldest_seq;
    if (done == 0 || done > kept.count)
        return;
    kept.oldest_seq += done;
    kept.count -= (uint8_t)done;
    seal();
    if ((int16_t)(kept.oldest_seq - unsent_seq) > 0)
        unsent_seq = kept.oldest_seq;
    owes_events = kept.count > 0;
}

static void take_lamps(const uint8_t *body, uint8_t count)
{
    if (count < 1 + sizeof wanted.lamps)
        return;
    wanted.brightness = body[0];
    memcpy(wanted.lamps, body + 1, sizeof wanted.lamps);
    lamps_crc = crc16(CRC_START, body, 1 + sizeof wanted.lamps);
}

static void take_row(const uint8_t *body, uint8_t count)
{
    if (count < 1 + DISPLAY_COLUMNS)
        return;
    if (body[0] == AWAY_ROW) {
        memcpy(wanted.away, body + 1, DISPLAY_COLUMNS);
    } else if (body[0] < DISPLAY_ROWS) {
        memcpy(wanted.display[body[0]], body + 1, DISPLAY_COLUMNS);
        row_crc[body[0]] = crc16(CRC_START, body, 1 + DISPLAY_COLUMNS);
    }
}

/* A sound is played when its number is new. The first number after a reset only tells where the host is: nobody wants
 * yesterday's beep because a cable was plugged in. */
static void take_sound(const uint8_t *body, uint8_t count)
{
    if (count < 6 || (sound_is_known && body[0] == wanted.sound_id))
        return;
    wanted.sound_id = body[0];
    wanted.sound_hz = get16(body + 1);
    wanted.sound_ms = get16(body + 3);
    wanted.sound_beeps = body[5];
    wanted.sound_is_new = sound_is_known;
    sound_is_known = true;
}

static void take_settings(const uint8_t *body, uint8_t count)
{
    if (count < 3)
        return;
    wanted.debounce_ms = body[0];
    wanted.quarters_per_detent = body[1] ? body[1] : 4;
    wanted.repeat_ms = body[2] < 20 ? 20 : body[2];
    settings_crc = crc16(CRC_START, body, 3);
}

/* Types not named here belong to a newer host: they are passed over, and extra bytes at the end of known ones too. */
static void take(const uint8_t *message, uint8_t count)
{
    const uint8_t *body = message + 1;
    switch (message[0]) {
    case ASK_HELLO: owes_hello = true; break;
    case ACK: take_ack(body, count - 1); break;
    case SHOW_LAMPS: take_lamps(body, count - 1); break;
    case SHOW_ROW: take_row(body, count - 1); break;
    case SOUND: take_sound(body, count - 1); break;
    case SETTINGS: take_settings(body, count - 1); break;
    default: break;
    }
}

void link_byte(uint8_t byte, uint32_t now_ms)
{
    if (byte != 0) {
        if (heard_count < FRAME_MAX - 1)
            heard[heard_count++] = byte;
        else
            heard_too_much = true;
        return;
    }
    uint8_t count = heard_too_much ? 0 : frame_open(heard, heard_count);
    if (count) {
        host_heard_ms = now_ms;
        host_was_heard = true;
        take(heard, count);
    } else if (heard_count && heard_a_zero) {
        counters.bad_frames++;
    }
    heard_a_zero = true;
    heard_count = 0;
    heard_too_much = false;
}

/* --- the clock --------------------------------------------------------------------------------------------------- */

static void repeat_what_is_not_acknowledged(uint32_t now_ms)
{
#ifdef BROKEN_NO_REPEAT
    events_sent_ms = now_ms;
#endif
    if (kept.count && now_ms - events_sent_ms >= wanted.repeat_ms && send_events(now_ms))
        counters.repeats++;
}

static bool has_unsent_events(void)
{
    uint16_t sent = unsent_seq - kept.oldest_seq;
    return sent < kept.count && sent < EVENTS_PER_FRAME;
}

/* At most one frame a call, so that no pass of the main loop builds two. Events come first. */
void link_tick(uint32_t now_ms)
{
    kept.clock_ms = now_ms;
    if (owes_hello) {
        owes_hello = !send_hello();
    } else if (owes_events && has_unsent_events()) {
        owes_events = !send_events(now_ms);
    } else if (now_ms - state_sent_ms >= STATE_EVERY_MS) {
        if (send_state(now_ms))
            state_sent_ms = now_ms;
    } else {
        owes_events = false;
        repeat_what_is_not_acknowledged(now_ms);
    }
}

bool link_host_is_away(uint32_t now_ms)
{
    return !host_was_heard || now_ms - host_heard_ms > HOST_AWAY_AFTER_MS;
}
