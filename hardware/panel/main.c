/* The button panel of Tableside: an ATmega328P at 16 MHz. Reads keys and encoder, shows lamps and text, beeps; knows no game. */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "buzzer.h"
#include "clock.h"
#include "display.h"
#include "encoder.h"
#include "frame.h"
#include "keys.h"
#include "lamps.h"
#include "link.h"
#include "uart.h"

enum { BYTES_PER_PASS = 16 };

static uint16_t EEMEM boots_stored;
static uint8_t reset_cause __attribute__((section(".noinit")));

/* Before main: after a watchdog reset the watchdog is still running, at its shortest, and would bite during start-up. */
void calm_watchdog(void) __attribute__((naked, used, section(".init3")));
void calm_watchdog(void)
{
    reset_cause = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

/* Counted in EEPROM (100,000 starts a cell: 13 years at 20 a day). The write runs on by itself while we go on. */
static uint16_t count_this_boot(void)
{
    uint16_t boots = eeprom_read_word(&boots_stored) + 1;
    eeprom_update_word(&boots_stored, boots);
    return boots;
}

/* The count differs from the last boot's for certain; what the RAM woke up with differs between panels and power-ons. */
static uint32_t new_boot_id(uint16_t boots)
{
    uint16_t noise = 0x1D0F;
    for (const uint8_t *at = (const uint8_t *)&kept; at < (const uint8_t *)(&kept + 1); at++)
        noise = crc16(noise, at, 1);
    return (uint32_t)noise << 16 | boots;
}

static void start(void)
{
    uint16_t boots = count_this_boot();
    EICRA = _BV(ISC01) | _BV(ISC11);    /* edges, though unused: simavr polls a low-level interrupt's pin every cycle */
    bool has_resumed = link_resume();
    link_start(new_boot_id(boots), reset_cause);
    counters.boots = boots;
    display_start();
    keys_start(has_resumed);
    encoder_start();
    lamps_start();
    buzzer_start();
    uart_start();
    clock_start(kept.clock_ms);
#ifndef BROKEN_NO_WATCHDOG
    wdt_enable(WDTO_250MS);
#endif
    sei();
}

static void every_ms(uint32_t now_ms)
{
    bool is_away = link_host_is_away(now_ms);
    keys_tick(now_ms, wanted.debounce_ms);
    int8_t detents = encoder_take(wanted.quarters_per_detent);
    if (detents)
        link_turn(detents, now_ms);
    if (wanted.sound_is_new) {
        wanted.sound_is_new = false;
        buzzer_play(wanted.sound_hz, wanted.sound_ms, wanted.sound_beeps, now_ms);
    }
    buzzer_tick(now_ms);
    lamps_tick(now_ms, wanted.lamps, wanted.brightness, is_away);
    display_tick(wanted.display, is_away ? wanted.away : 0);
    link_tick(now_ms);
}

/* At most one frame a pass: the rest waits in the ring for the next. */
static void hear(uint32_t now_ms)
{
    uint8_t byte = 1;
    for (uint8_t i = 0; i < BYTES_PER_PASS && byte != 0 && uart_take(&byte); i++)
        link_byte(byte, now_ms);
}

static void sleep_until_interrupt(uint32_t last_ms)
{
    set_sleep_mode(SLEEP_MODE_IDLE);
    cli();
    if (!uart_has_byte() && clock_ms() == last_ms) {
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

int main(void)
{
    start();
    uint32_t last_ms = clock_ms();
    for (;;) {
        GPIOR0 = 1;         /* the simulator measures the pass between these two marks, in cycles */
        uint16_t began_us = clock_us();
        uint32_t now_ms = clock_ms();
        if (now_ms != last_ms) {
            last_ms = now_ms;
            wdt_reset();
            every_ms(now_ms);
#ifdef BROKEN_SLOW
            __builtin_avr_delay_cycles(F_CPU / 500);
#endif
        } else {
            hear(now_ms);   /* not in the same pass: with bytes waiting the next one follows at once */
        }
        uint16_t took_us = clock_us() - began_us;
        if (took_us > counters.loop_worst_us)
            counters.loop_worst_us = took_us;
        GPIOR0 = 0;
        sleep_until_interrupt(last_ms);
    }
}
