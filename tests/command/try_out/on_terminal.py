"""on_terminal.py MODE STARTED OUTPUT COMMAND...: runs a command in the foreground of a new terminal, as a shell does.

When a process has noted its number in the file STARTED, the terminal sends Ctrl-C (MODE interrupt), is closed (close), or
sends Ctrl-Z (suspend): then all have to stop, and the command goes on in the foreground. OUTPUT is what it has printed.
"""
import fcntl
import os
import signal
import sys
import termios
import time

mode, started, output, *command = sys.argv[1:]


def shell():
    """The leader of the session; the exit status says whether the command ended as expected."""
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    command_process = os.fork()
    if command_process == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(0, os.getpid())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        os.execvp(command[0], command)
    if mode == "close":
        signal.signal(signal.SIGHUP, lambda *_: os.killpg(command_process, signal.SIGHUP))
    _, status = os.waitpid(command_process, os.WUNTRACED)
    if mode == "suspend":
        assert os.WIFSTOPPED(status), status
        with open(started) as processes:
            for process in processes.read().split():
                stops(process)
        os.tcsetpgrp(0, os.getpid())
        time.sleep(0.3)
        os.tcsetpgrp(0, command_process)
        os.killpg(command_process, signal.SIGCONT)
        _, status = os.waitpid(command_process, 0)
    # What it says cannot be written to a terminal that is closed.
    expected = {"interrupt": 130, "close": 1, "suspend": 0}[mode]
    os._exit(0 if os.WIFEXITED(status) and os.WEXITSTATUS(status) == expected else 1)


def state(process):
    with open(f"/proc/{process}/stat") as stat:
        return stat.read().rpartition(")")[2].split()[0]


def stops(process):
    """A signal takes a moment to stop all processes of a group."""
    for _ in range(100):
        if state(process) == "T":
            return
        time.sleep(0.05)
    raise AssertionError(f"{process} goes on")


control, terminal = os.openpty()
leader = os.fork()
if leader == 0:
    os.close(control)
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    for descriptor in (0, 1, 2):
        os.dup2(terminal, descriptor)
    shell()
os.close(terminal)
os.set_blocking(control, False)
is_sent = False
with open(output, "wb") as said:
    while os.waitid(os.P_PID, leader, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if not is_sent and os.path.getsize(started) > 0:
            is_sent = True
            time.sleep(0.1)
            if mode == "close":
                os.close(control)
            else:
                os.write(control, b"\x03" if mode == "interrupt" else b"\x1a")
        try:
            said.write(os.read(control, 1 << 16).replace(b"\r\n", b"\n"))
        except (BlockingIOError, OSError):
            time.sleep(0.02)
    try:
        said.write(os.read(control, 1 << 16).replace(b"\r\n", b"\n"))
    except OSError:
        pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(leader, 0)[1]))
