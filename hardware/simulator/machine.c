#include "machine.h"

#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "avr_ioport.h"
#include "avr_uart.h"
#include "avr_spi.h"
#include "eeprom.h"
#include "parts/hc595.h"
#include "parts/hd44780.h"
#include "port.h"
#include "sim_avr.h"
#include "sim_elf.h"
#include "sim_io.h"

/* The same wires as the firmware's. */
#include "../panel/pins.h"
#define WIRE(name, port, bit, nano, goes_to) name,
enum wire_name { PANEL_WIRES COUNT_WIRES };
#undef WIRE
#define WIRE(name, port, bit, nano, goes_to) {#port[0], bit},
static const struct { char port; int bit; } WIRES[] = { PANEL_WIRES };
#undef WIRE

enum { PLANS = 512, HOST_BYTES = 65536, CYCLES_PER_BYTE = 1389 };
enum { GPIOR0 = 0x3E, OCR2B = 0xB4, TCCR2A = 0xB0, MCUSR = 0x54, EXTRF = 2, PORF = 1, RAM_START = 0x100 };
enum { STACK_WATCHED = RAM_START + 1024, UNTOUCHED = 0xA5 };
enum { RJMP_SELF_LOW = 0xFF, RJMP_SELF_HIGH = 0xCF };

bool machine_has_power;
int machine_columns = 20, machine_rows = 4;

static avr_t *avr;
static hc595_t lamps;
static hd44780_t display;
static avr_irq_t *uart_in;
static uint64_t cycles_before;          /* of lives before the last reset: simavr starts counting again */
static avr_cycle_count_t cycle_seen;

static bool is_down[MACHINE_KEYS];
static uint8_t level_out;               /* rows 0-3 as driven */
static int quarter;
static bool is_full;
static bool must_drive;                 /* after a reset simavr has forgotten the levels */
static unsigned long buzzer_edges;
static bool buzzer_level, was_reset;
static void (*core_reset)(struct avr_t *);
static uint64_t loop_began, loop_worst;

static struct plan { uint64_t at; int key; bool is_down; int quarter; bool is_waiting; } plans[PLANS];
static uint8_t host_bytes[HOST_BYTES];
static unsigned host_in, host_out;
static uint64_t next_byte_at;

static uint64_t cycles(void) { return cycles_before + avr->cycle; }
uint64_t machine_us(void) { return cycles() / MACHINE_MHZ; }

static avr_irq_t *pin(enum wire_name name)
{
    static avr_irq_t *known[COUNT_WIRES];
    if (!known[name])
        known[name] = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(WIRES[name].port), WIRES[name].bit);
    return known[name];
}

/* --- keys and encoder: what the outside puts on the input wires ---------------------------------------------------- */

/* simavr 1.6 sets inputs back to their pull-ups at every write to the port, unless it is told that something outside drives
 * them; so each level is given both ways. */
static void drive(enum wire_name name, bool level)
{
    static uint8_t mask[128], value[128];
    int at = WIRES[name].port, bit = 1 << WIRES[name].bit;
    bool is_new = !(mask[at] & bit) || !(value[at] & bit) == level;
    if (is_new) {
        mask[at] |= bit;
        value[at] = (value[at] & ~bit) | (level ? bit : 0);
        avr_ioport_external_t outside = {.name = at, .mask = mask[at], .value = value[at]};
        avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(at), &outside);
    }
    if (must_drive)
        avr_raise_irq(pin(name), !level);   /* or it would hold the level for known and not tell the port */
    if (is_new || must_drive)
        avr_raise_irq(pin(name), level);
}

/* Each key connects its column through a diode to its row: a column is low when a pressed key's row is. */
static void drive_columns(void)
{
    static const enum wire_name COLUMN[] = {column_0, column_1, column_2, column_3};
    for (int column = 0; column < 4; column++) {
        bool is_low = false;
        for (int row = 0; row < 4; row++)
            is_low |= is_down[row * 4 + column] && !(level_out >> row & 1);
        drive(COLUMN[column], !is_low);
    }
}

static void drive_encoder(void)
{
    static const uint8_t GRAY[] = {0, 1, 3, 2};
    uint8_t bits = GRAY[quarter & 3];
    drive(encoder_a, !(bits & 1));
    drive(encoder_b, !(bits & 2));
    drive(encoder_push, !is_down[16]);
}

static void drive_everything(void)
{
    must_drive = true;
    drive_columns();
    drive_encoder();
    must_drive = false;
}

static void on_row(struct avr_irq_t *irq, uint32_t level, void *row)
{
    (void)irq;
    int bit = (int)(intptr_t)row;
    level_out = (level_out & ~(1 << bit)) | (level & 1) << bit;
    drive_columns();
}

void machine_key(int key, bool down)
{
    is_down[key] = down;
    if (machine_has_power) {
        drive_columns();
        drive_encoder();
    }
}

static void add_plan(struct plan plan)
{
    for (int i = 0; i < PLANS; i++) {
        if (!plans[i].is_waiting) {
            plan.is_waiting = true;
            plans[i] = plan;
            return;
        }
    }
    fprintf(stderr, "panel_sim: more than %d edges planned\n", PLANS);
}

void machine_plan_key(int key, bool down, uint64_t in_us)
{
    add_plan((struct plan){.at = cycles() + in_us * MACHINE_MHZ, .key = key, .is_down = down});
}

void machine_plan_quarter(int direction, uint64_t in_us)
{
    add_plan((struct plan){.at = cycles() + in_us * MACHINE_MHZ, .quarter = direction});
}

/* --- the other side of the outputs ------------------------------------------------------------------------------- */

static void on_uart(struct avr_irq_t *irq, uint32_t byte, void *none)
{
    (void)irq, (void)none;
    port_write((uint8_t)byte);
}

static void on_xoff(struct avr_irq_t *irq, uint32_t value, void *full)
{
    (void)irq, (void)value;
    is_full = full != NULL;
}

static void on_buzzer(struct avr_irq_t *irq, uint32_t level, void *none)
{
    (void)irq, (void)none;
    buzzer_edges += buzzer_level != (level & 1);    /* simavr tells some edges twice */
    buzzer_level = level & 1;
}

static void on_mark(struct avr_t *a, avr_io_addr_t address, uint8_t value, void *none)
{
    (void)none;
    a->data[address] = value;
    if (value)
        loop_began = cycles();
    else if (loop_began && cycles() - loop_began > loop_worst)
        loop_worst = cycles() - loop_began;
}

static void on_reset(avr_t *a)
{
    if (core_reset)
        core_reset(a);
    was_reset = true;
}

static void no_sleep(avr_t *a, avr_cycle_count_t cycles_asleep) { (void)a, (void)cycles_asleep; }
static void no_log(avr_t *a, const int level, const char *format, va_list arguments)
{
    (void)a, (void)level, (void)format, (void)arguments;
}

/* --- building ---------------------------------------------------------------------------------------------------- */

static void connect_display(void)
{
    hd44780_init(avr, &display, machine_columns, machine_rows);
    avr_connect_irq(pin(row_0), display.irq + IRQ_HD44780_D4);
    avr_connect_irq(pin(row_1), display.irq + IRQ_HD44780_D5);
    avr_connect_irq(pin(row_2), display.irq + IRQ_HD44780_D6);
    avr_connect_irq(pin(row_3), display.irq + IRQ_HD44780_D7);
    avr_connect_irq(pin(display_rs), display.irq + IRQ_HD44780_RS);
    avr_connect_irq(pin(display_e), display.irq + IRQ_HD44780_E);
}

static void connect_lamps(void)
{
    hc595_init(avr, &lamps);
    avr_connect_irq(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), lamps.irq + IRQ_HC595_SPI_BYTE_IN);
    avr_connect_irq(pin(lamps_latch), lamps.irq + IRQ_HC595_IN_LATCH);
}

static void connect_uart(void)
{
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_uart, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), on_xoff, &is_full);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), on_xoff, NULL);
}

bool machine_build(const char *elf)
{
    static elf_firmware_t firmware;
    avr_global_logger_set(no_log);
    if (elf_read_firmware(elf, &firmware) != 0)
        return false;
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    firmware.frequency = MACHINE_MHZ * 1000000;
    avr_load_firmware(avr, &firmware);
    avr->frequency = MACHINE_MHZ * 1000000;
    eeprom_load(avr);
    avr->sleep = no_sleep;
    core_reset = avr->reset;
    avr->reset = on_reset;
    avr->run_cycle_limit = CYCLES_PER_BYTE / 4;
    static const enum wire_name ROW[] = {row_0, row_1, row_2, row_3};
    for (int row = 0; row < 4; row++)
        avr_irq_register_notify(pin(ROW[row]), on_row, (void *)(intptr_t)row);
    avr_irq_register_notify(pin(buzzer), on_buzzer, NULL);
    avr_register_io_write(avr, GPIOR0, on_mark, NULL);
    connect_display();
    connect_lamps();
    connect_uart();
    return true;
}

/* --- life -------------------------------------------------------------------------------------------------------- */

static void restart(uint8_t cause)
{
    cycles_before += avr->cycle;
    avr_reset(avr);
    avr->cycle = cycle_seen = 0;
    avr->data[MCUSR] = cause;
    level_out = 0x0F;
    host_in = host_out = 0;
    is_full = false;
    loop_began = 0;
    drive_everything();
}

void machine_reset(void) { restart(EXTRF); }

void machine_power_on(void)
{
    for (int at = RAM_START; at <= avr->ramend; at++)
        avr->data[at] = at < STACK_WATCHED ? (uint8_t)rand() : UNTOUCHED;
    memset(display.vram, ' ', sizeof display.vram);
    display.flags = 0;
    machine_has_power = true;
    restart(PORF);
}

void machine_hang(void)
{
    for (uint32_t at = 0; at < avr->codeend; at += 2) {
        if (avr->flash[at] == RJMP_SELF_LOW && avr->flash[at + 1] == RJMP_SELF_HIGH) {
            avr->pc = at;
            avr->sreg[S_I] = 0;
            return;
        }
    }
}

void machine_hear(const uint8_t *bytes, int count)
{
    for (int i = 0; i < count; i++)
        host_bytes[host_in++ % HOST_BYTES] = bytes[i];
}

/* One byte from the host each 87 us, as on the wire. */
static void hear_next_byte(void)
{
    if (host_in == host_out || cycles() < next_byte_at || is_full)
        return;
    avr_raise_irq(uart_in, host_bytes[host_out++ % HOST_BYTES]);
    next_byte_at = cycles() + CYCLES_PER_BYTE;
}

static void follow_plans(void)
{
    for (int i = 0; i < PLANS; i++) {
        if (plans[i].is_waiting && plans[i].at <= cycles()) {
            plans[i].is_waiting = false;
            if (plans[i].quarter) {
                quarter += plans[i].quarter;
                drive_encoder();
            } else {
                machine_key(plans[i].key, plans[i].is_down);
            }
        }
    }
}

static uint64_t next_plan(uint64_t until)
{
    for (int i = 0; i < PLANS; i++)
        if (plans[i].is_waiting && plans[i].at < until)
            until = plans[i].at;
    return until;
}

/* The watchdog resets from inside: simavr may start its count of cycles again, and the pins must be driven again. */
static void notice_reset(void)
{
    if (avr->cycle < cycle_seen)
        cycles_before += cycle_seen;
    if (was_reset) {
        was_reset = false;
        level_out = 0x0F;
        loop_began = 0;
        drive_everything();
    }
    cycle_seen = avr->cycle;
}

void machine_run_us(double us)
{
    uint64_t until = cycles() + (uint64_t)(us * MACHINE_MHZ);
    if (!machine_has_power) {
        cycles_before += until - cycles();
        return;
    }
    while (cycles() < until) {
        follow_plans();
        uint64_t next = next_plan(until);
        while (cycles() < next) {
            hear_next_byte();
            avr_run(avr);
            notice_reset();
        }
    }
    follow_plans();
    eeprom_keep();
}

uint16_t machine_lamps(void) { return (uint16_t)lamps.latch; }

int machine_brightness(void) { return avr->data[TCCR2A] & 0x20 ? 255 - avr->data[OCR2B] : 255; }

uint8_t machine_cell(int row, int column)
{
    const int start[] = {0x00, 0x40, machine_columns, 0x40 + machine_columns};
    return display.vram[start[row] + column];
}

unsigned long machine_buzzer_edges(void)
{
    unsigned long edges = buzzer_edges;
    buzzer_edges = 0;
    return edges;
}

int machine_stack_deepest(void)
{
    int at = STACK_WATCHED;
    while (at <= avr->ramend && avr->data[at] == UNTOUCHED)
        at++;
    return avr->ramend + 1 - at;
}

unsigned long machine_loop_worst(void)
{
    unsigned long worst = loop_worst;
    loop_worst = 0;
    return worst;
}
