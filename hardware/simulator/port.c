#define _GNU_SOURCE
#include "port.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

const char *port_link;
bool port_resets_on_open;
unsigned long port_heard, port_told;

static int master = -1;
static bool is_open;                    /* by somebody on the other side */
static uint8_t waiting[65536];
static size_t waiting_count;

static void make_raw(int fd)
{
    struct termios settings;
    tcgetattr(fd, &settings);
    cfmakeraw(&settings);
    tcsetattr(fd, TCSANOW, &settings);
}

void port_open(void)
{
    master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (master < 0 || grantpt(master) || unlockpt(master)) {
        fprintf(stderr, "panel_sim: no pseudo-terminal to be had\n");
        exit(2);
    }
    /* Opened and closed once: from then on Linux tells by POLLHUP whether anybody is there. */
    int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    make_raw(slave);
    close(slave);
    if (port_link) {
        unlink(port_link);
        if (symlink(ptsname(master), port_link))
            fprintf(stderr, "panel_sim: cannot link %s\n", port_link);
    }
    is_open = false;
    port_heard = port_told = waiting_count = 0;
}

void port_close(void)
{
    if (master >= 0)
        close(master);
    master = -1;
    is_open = false;
    if (port_link)
        unlink(port_link);
}

const char *port_path(void) { return port_link ? port_link : ptsname(master); }

static short port_events(int ms)
{
    struct pollfd asked = {.fd = master, .events = POLLIN};
    if (master < 0 || poll(&asked, 1, ms) < 0)
        return POLLHUP;
    return asked.revents;
}

bool port_was_opened(void)
{
    bool was = is_open;
    is_open = !(port_events(0) & POLLHUP);
    if (is_open && !was)
        port_heard = port_told = waiting_count = 0;
    return is_open && !was;
}

int port_read(uint8_t *bytes, size_t room)
{
    if (!is_open)
        return 0;
    ssize_t got = read(master, bytes, room);
    if (got <= 0)
        return 0;
    port_heard += (unsigned long)got;
    return (int)got;
}

/* Like a USB chip: what nobody reads is gone. */
void port_write(uint8_t byte)
{
    if (is_open && waiting_count < sizeof waiting) {
        waiting[waiting_count++] = byte;
        port_told++;
    }
}

void port_flush(void)
{
    if (!is_open || waiting_count == 0)
        return;
    ssize_t sent = write(master, waiting, waiting_count);
    if (sent > 0) {
        waiting_count -= (size_t)sent;
        memmove(waiting, waiting + sent, waiting_count);
    }
}

void port_wait(int ms) { port_wait_us(ms * 1000); }

void port_wait_us(int us)
{
    struct timespec pause = {.tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000L};
    nanosleep(&pause, NULL);
}
