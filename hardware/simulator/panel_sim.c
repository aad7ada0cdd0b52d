/* The panel without a panel: runs the real firmware in simavr with keys, encoder, lamps, display and buzzer around it.
 *
 *     panel_sim [--pace real|free|step] [--at PATH] [--eeprom FILE] [--reset-on-open] panel.elf
 *
 * Its serial port is a pseudo-terminal, named on the first line of output (and linked at PATH, as /dev/serial/by-id does).
 * Commands come on stdin, one a line, each answered by one line; `help` lists them. Pace "real" keeps to the clock, "free"
 * runs as fast as it can, and "step" stands still except for `run`, so a test has all the time in the world. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "eeprom.h"
#include "machine.h"
#include "port.h"

enum pace { REAL, FREE, STEP };

static enum pace pace = REAL;
static FILE *answers;
static const char *firmware;

static void answer(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(answers, format, arguments);
    va_end(arguments);
    fputc('\n', answers);
    fflush(answers);
}

static double wall_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

/* --- commands ---------------------------------------------------------------------------------------------------- */

static void carry_bytes(void)
{
    uint8_t bytes[4096];
    if (port_was_opened() && port_resets_on_open)
        machine_reset();
    int count = port_read(bytes, sizeof bytes);
    if (machine_has_power)
        machine_hear(bytes, count);
    port_flush();
}

static void run_ms(double ms)
{
    for (double left = ms; left > 0; left -= 1) {
        carry_bytes();
        machine_run_us(left < 1 ? left * 1000 : 1000);
    }
    port_flush();
}

/* `run MS [TOTAL]`: first waits until the host's TOTAL bytes since the port was opened have come through the kernel. */
static void do_run(const char *words)
{
    double ms = 0, deadline = wall_ms() + 5000;
    unsigned long total = 0;
    sscanf(words, "%lf %lu", &ms, &total);
    carry_bytes();
    while (port_heard < total && wall_ms() < deadline) {
        port_wait(1);
        carry_bytes();
    }
    run_ms(ms);
    answer("at %.3f sent %lu", machine_us() / 1000.0, port_told);
}

static void do_key(const char *words, bool is_down)
{
    int key = -1;
    sscanf(words, "%d", &key);
    if (key < 0 || key >= MACHINE_KEYS) {
        answer("error no such key");
        return;
    }
    machine_key(key, is_down);
    answer("ok");
}

/* `bounce KEY down|up EDGES US`: the contact chatters EDGES times, US microseconds apart, and ends as said. */
static void do_bounce(const char *words)
{
    int key = 0, edges = 4, us = 300;
    char end[8] = "down";
    sscanf(words, "%d %7s %d %d", &key, end, &edges, &us);
    bool level = strcmp(end, "down") == 0;
    for (int i = 0; i < edges; i++)
        machine_plan_key(key, (i % 2 == 0) == level, (uint64_t)i * us);
    machine_plan_key(key, level, (uint64_t)edges * us);
    answer("ok");
}

static void do_tap(const char *words)
{
    int key = 0;
    double ms = 40, in_ms = 0;
    sscanf(words, "%d %lf %lf", &key, &ms, &in_ms);
    machine_plan_key(key, true, (uint64_t)(in_ms * 1000));
    machine_plan_key(key, false, (uint64_t)((in_ms + ms) * 1000));
    answer("ok");
}

static void do_turn(const char *words)
{
    int quarters = 0, us = 1000;
    sscanf(words, "%d %d", &quarters, &us);
    for (int i = 1; i <= abs(quarters); i++)
        machine_plan_quarter(quarters > 0 ? 1 : -1, (uint64_t)i * us);
    answer("ok");
}

static void do_send(const char *words)
{
    unsigned value;
    int used;
    while (sscanf(words, " %2x%n", &value, &used) == 1) {
        uint8_t byte = (uint8_t)value;
        machine_hear(&byte, 1);
        words += used;
    }
    answer("ok");
}

static void do_lamps(void)
{
    char lit[MACHINE_LAMPS + 1] = "";
    for (int lamp = 0; lamp < MACHINE_LAMPS; lamp++)
        lit[lamp] = machine_lamps() >> lamp & 1 ? '1' : '0';
    answer("lamps %s brightness %d", lit, machine_brightness());
}

static void do_display(void)
{
    fprintf(answers, "display ");
    for (int row = 0; row < machine_rows; row++)
        for (int column = 0; column < machine_columns; column++)
            fprintf(answers, "%02x", machine_cell(row, column));
    answer("");
}

static void do_loop(void)
{
    unsigned long worst = machine_loop_worst();
    answer("loop worst %lu cycles, %lu us", worst, worst / MACHINE_MHZ);
}

static void do_plug(void)
{
    if (!machine_has_power) {
        port_open();
        machine_power_on();
    }
    answer("port %s", port_path());
}

static void do_unplug(void)
{
    machine_has_power = false;
    port_close();
    answer("ok");
}

static const char HELP[] =
    "press K | release K | tap K MS [IN_MS] | bounce K down|up EDGES US | turn QUARTERS US | run MS [BYTES] | send HEX | lamps | display"
    " | buzzer | loop | stack | time | reset | power | hang | unplug | plug | pace real|free|step | quit";

static bool obey(char *line)
{
    char word[16] = "";
    int used = 0;
    sscanf(line, "%15s%n", word, &used);
    const char *rest = line + used;
    if (!strcmp(word, "run")) do_run(rest);
    else if (!strcmp(word, "press")) do_key(rest, true);
    else if (!strcmp(word, "release")) do_key(rest, false);
    else if (!strcmp(word, "tap")) do_tap(rest);
    else if (!strcmp(word, "bounce")) do_bounce(rest);
    else if (!strcmp(word, "turn")) do_turn(rest);
    else if (!strcmp(word, "send")) do_send(rest);
    else if (!strcmp(word, "lamps")) do_lamps();
    else if (!strcmp(word, "display")) do_display();
    else if (!strcmp(word, "buzzer")) answer("edges %lu", machine_buzzer_edges());
    else if (!strcmp(word, "loop")) do_loop();
    else if (!strcmp(word, "stack")) answer("stack deepest %d bytes", machine_stack_deepest());
    else if (!strcmp(word, "time")) answer("at %.3f sent %lu", machine_us() / 1000.0, port_told);
    else if (!strcmp(word, "reset")) { machine_reset(); answer("ok"); }
    else if (!strcmp(word, "power")) { machine_power_on(); answer("ok"); }
    else if (!strcmp(word, "hang")) { machine_hang(); answer("ok"); }
    else if (!strcmp(word, "unplug")) do_unplug();
    else if (!strcmp(word, "plug")) do_plug();
    else if (!strcmp(word, "pace")) {
        pace = strstr(rest, "step") ? STEP : strstr(rest, "free") ? FREE : REAL;
        answer("ok");
    }
    else if (!strcmp(word, "quit")) return false;
    else if (!strcmp(word, "help")) answer(HELP);
    else if (*word && *word != '#') answer("error unknown command %s; try help", word);
    return true;
}

/* --- the loop ---------------------------------------------------------------------------------------------------- */

/* Reads what stdin has without waiting and obeys whole lines; false when it is over. */
static bool obey_stdin(int wait_ms)
{
    static char text[65536];
    static size_t count;
    struct pollfd asked = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&asked, 1, wait_ms) <= 0)
        return true;
    ssize_t got = read(STDIN_FILENO, text + count, sizeof text - 1 - count);
    if (got <= 0)
        return false;
    count += (size_t)got;
    text[count] = 0;
    char *end;
    while ((end = strchr(text, '\n'))) {
        *end = 0;
        if (!obey(text))
            return false;
        count -= (size_t)(end + 1 - text);
        memmove(text, end + 1, count + 1);
    }
    return true;
}

static void live(void)
{
    double began_ms = wall_ms() - machine_us() / 1000.0;
    for (;;) {
        if (!obey_stdin(pace == STEP ? -1 : 0))
            return;
        if (pace == STEP) {
            began_ms = wall_ms() - machine_us() / 1000.0;
            continue;
        }
        run_ms(1);
        double ahead_ms = machine_us() / 1000.0 - (wall_ms() - began_ms);
        if (pace == FREE || ahead_ms < -100)        /* a sleeping laptop: do not race to catch up */
            began_ms = wall_ms() - machine_us() / 1000.0;
        else if (ahead_ms > 0.5)
            port_wait_us((int)(ahead_ms * 1000));
    }
}

static void read_arguments(int count, char **words)
{
    for (int i = 1; i < count; i++) {
        if (!strcmp(words[i], "--pace") && i + 1 < count)
            i++, pace = !strcmp(words[i], "step") ? STEP : !strcmp(words[i], "free") ? FREE : REAL;
        else if (!strcmp(words[i], "--at") && i + 1 < count)
            port_link = words[++i];
        else if (!strcmp(words[i], "--eeprom") && i + 1 < count)
            eeprom_path = words[++i];
        else if (!strcmp(words[i], "--reset-on-open"))
            port_resets_on_open = true;
        else
            firmware = words[i];
    }
}

int main(int count, char **words)
{
    read_arguments(count, words);
    if (!firmware) {
        fprintf(stderr, "usage: panel_sim [--pace real|free|step] [--at PATH] [--eeprom FILE] [--reset-on-open] panel.elf\n");
        return 2;
    }
    answers = fdopen(dup(STDOUT_FILENO), "w");
    if (dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO) < 0)   /* simavr's parts chat on stdout */
        return 2;
    if (!machine_build(firmware)) {
        fprintf(stderr, "panel_sim: cannot read %s; build it with make\n", firmware);
        return 2;
    }
    port_open();
    machine_power_on();
    answer("port %s", port_path());
    live();
    port_close();
    return 0;
}
