"""Calls that take long: each runs in a thread of its own, so that Ctrl-C is heard at once.

A question about a position is asked about a copy. So the position can be played on, and what ends the question
is that its copy is freed, which works before the question begins, too.
"""

from __future__ import annotations

import asyncio
import atexit
import collections
import itertools
import json
import threading
import time
from typing import (
    Any,
    AsyncIterator,
    Callable,
    Deque,
    Dict,
    Generic,
    Iterator,
    List,
    Optional,
    Tuple,
    TypeVar,
)

from ._errors import OxoError, StoppedError
from ._library import HEAR, fail, lib

T = TypeVar("T")

_LOOK = 0.05
"""How often a waiting thread looks for Ctrl-C, in seconds. The system may hand the signal to any thread, also to one of
Go's. Then Python raises KeyboardInterrupt in its main thread, but only when that runs; nothing wakes it."""

_running: Dict[int, Call] = {}
_keys = itertools.count(1)


class Call:
    """A call in a thread. It hands over events, of which only the latest is kept unless every one counts.

    It begins when somebody first waits for it, so that there is always somebody whom Ctrl-C reaches.
    """

    def __init__(self, work: Callable[[Call], Any], every: bool = False, copy: int = 0, listens: bool = False) -> None:
        self.key = next(_keys)
        self.copy = copy  # the position asked about, which the call owns; 0: none
        self.listens = listens  # the library calls back
        self.quiet = False  # only the end is waited for: to wake a thread for each event takes time from the search
        self.result: Any = None
        self._work = work
        self._every = every
        self._events: Deque[bytes] = collections.deque()
        self._ready = threading.Condition()
        self._wake: List[Tuple[asyncio.AbstractEventLoop, asyncio.Future[None]]] = []
        self._begun = False
        self._done = False
        self._stopped = False
        self._error: Optional[BaseException] = None

    def _begin(self) -> None:
        with self._ready:
            if self._begun:
                return
            self._begun = True
            self._done = self._stopped
        if self._stopped:
            return
        _running[self.key] = self
        try:
            threading.Thread(target=self._run, name=f"oxo-{self.key}", daemon=True).start()
        except BaseException:
            _running.pop(self.key, None)
            self._done = True
            raise

    def _run(self) -> None:
        try:
            self.result = self._work(self)
        except BaseException as e:
            self._error = e
        self._free()
        _running.pop(self.key, None)
        with self._ready:
            self._done = True
            self._notify()

    def _free(self) -> None:
        with self._ready:
            copy, self.copy = self.copy, 0
        if copy:
            lib.oxo_free(copy)

    def _notify(self) -> None:
        self._ready.notify_all()
        wake, self._wake = self._wake, []
        for loop, future in wake:
            try:
                loop.call_soon_threadsafe(_set, future)
            except RuntimeError:  # the loop is closed
                pass

    def hear(self, data: bytes) -> int:
        """Take an event; 1 ends the call."""
        with self._ready:
            if not self._every:
                self._events.clear()
            self._events.append(data)
            if not self.quiet:
                self._notify()
            return int(self._stopped)

    def stop(self) -> None:
        """End the call, soon."""
        self._stopped = True
        self._free()

    def _take(self) -> Tuple[bool, Optional[bytes]]:
        """Return whether there is something to return, and an event, or None at the end."""
        if self._events:
            return True, self._events.popleft()
        if not self._done:
            return False, None
        if self._stopped:
            raise StoppedError("the call was stopped")
        if self._error is not None:
            error, self._error = self._error, None
            raise error
        return True, None

    def next(self) -> Optional[bytes]:
        """Wait for an event; None at the end. Whatever interrupts the wait ends the call."""
        try:
            self._begin()
            with self._ready:
                while True:
                    there, event = self._take()
                    if there:
                        return event
                    self._ready.wait(_LOOK)
        except BaseException:
            self.stop()
            raise

    async def next_async(self) -> Optional[bytes]:
        """Do as next does, without blocking the loop."""
        try:
            self._begin()
            loop = asyncio.get_running_loop()
            future: Optional[asyncio.Future[None]] = None
            while True:
                with self._ready:
                    there, event = self._take()
                    if there:
                        return event
                    if future is None or future.done():
                        future = loop.create_future()
                        self._wake.append((loop, future))
                await asyncio.wait([future], timeout=_LOOK)
        except BaseException:
            self.stop()
            raise

    def finished(self, seconds: float) -> bool:
        """Wait for the end."""
        with self._ready:
            return self._ready.wait_for(lambda: self._done, seconds)


def _set(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


def _heard(user: Optional[int], event: bytes, data: bytes) -> int:
    call = _running.get(user or 0)
    return 1 if call is None else call.hear(data)


_hear = HEAR(_heard)


@atexit.register
def _end() -> None:
    """End what runs: the library would crash where it calls a listener of a Python that has ended."""
    calls = list(_running.values())
    for call in calls:
        try:
            call.stop()
        except OxoError:  # in a child of a fork
            return
    until = time.monotonic() + 60
    for call in calls:
        if call.listens:
            call.finished(max(0.0, until - time.monotonic()))


def ask(copy: int, what: bytes, fields: bytes, every: bool) -> Call:
    """Ask a question about a copy of a position, which becomes the call's."""

    def work(call: Call) -> None:
        result = lib.oxo_ask(copy, what, fields, _hear, call.key)
        if result < 0:
            fail(result)

    return Call(work, every, copy, listens=True)


def ask_about(what: bytes, request: bytes) -> Call:
    """Ask a question that is not about a position."""

    def work(call: Call) -> None:
        result = lib.oxo_ask_about(what, request, _hear, call.key)
        if result < 0:
            fail(result)

    return Call(work, every=True, listens=True)


def run(work: Callable[[], T]) -> T:
    """Run work in a thread, and wait for it."""
    call = Call(lambda _: work())
    while call.next() is not None:
        pass
    result: T = call.result
    return result


async def run_async(work: Callable[[], T]) -> T:
    """Run work in a thread, and wait for it without blocking the loop."""
    call = Call(lambda _: work())
    while await call.next_async() is not None:
        pass
    result: T = call.result
    return result


class Reports(Generic[T]):
    """The reports of a question while it is answered: for "for", and for "async for".

    Whoever leaves the loop ends the question, as stop() does, and the end of a "with" block.
    """

    def __init__(self, call: Call, parse: Callable[[Dict[str, Any]], T]) -> None:
        self._call = call
        self._parse = parse
        self._ended = False

    def _read(self, event: Optional[bytes]) -> T:
        data: Dict[str, Any] = json.loads(event or b"{}")
        return self._parse(data)

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        event = None if self._ended else self._call.next()
        if event is None:
            raise StopIteration
        return self._read(event)

    def __aiter__(self) -> AsyncIterator[T]:
        return self

    async def __anext__(self) -> T:
        event = None if self._ended else await self._call.next_async()
        if event is None:
            raise StopAsyncIteration
        return self._read(event)

    def stop(self) -> None:
        """End the question. The iteration ends, too."""
        self._ended = True
        self._call.stop()

    def __enter__(self) -> Reports[T]:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __del__(self) -> None:
        try:
            self._call.stop()
        except Exception:  # noqa: S110: Python is ending
            pass

    def _last(self) -> T:
        self._call.quiet = True
        last = event = self._call.next()
        while event is not None:
            last, event = event, self._call.next()
        return self._read(last)

    async def _last_async(self) -> T:
        self._call.quiet = True
        last = event = await self._call.next_async()
        while event is not None:
            last, event = event, await self._call.next_async()
        return self._read(last)

    def _first(self) -> T:
        try:
            return self._read(self._call.next())
        finally:
            self.stop()

    async def _first_async(self) -> T:
        try:
            return self._read(await self._call.next_async())
        finally:
            self.stop()

    def _all(self) -> List[T]:
        return list(self)

    async def _all_async(self) -> List[T]:
        return [report async for report in self]
