"""Files and folders: where Lapio keeps its things, and how a file is written so that nothing can tear it.

No file is changed in place. A new one is written beside it, forced onto the disk and renamed over it, so a reader
finds the whole old text or the whole new one, after a power cut too. Where a folder or a disk is at fault, the
error is one line for people, and the caller can go on without the file.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from engine.errors import LapioError

FOLDER_VARIABLE = "LAPIO_DATA"
NOTE_BYTES = 64  # the note in a lock file always has this length: written over in one piece
LOCKED_BYTE = 1 << 20  # Windows locks bytes: one far behind the note, which others must be able to read


class FilesError(LapioError):
    """A file or folder cannot be used; the text says which, why and what to do."""


class InUse(FilesError):
    """Another process holds the lock. `pid` is its number, None where it could not be read."""

    def __init__(self, text: str, pid: int | None) -> None:
        super().__init__(text)
        self.pid = pid


def reason(error: OSError) -> str:
    """Why the operating system refused, in a few plain words."""
    known = {
        errno.ENOSPC: "the disk is full",
        errno.EDQUOT: "the disk quota is used up",
        errno.EROFS: "the disk is read-only",
        errno.EACCES: "no permission",
        errno.EPERM: "no permission",
        errno.ENOTDIR: "something on the way to it is not a folder",
        errno.EEXIST: "there is a file of that name",
        errno.ENOENT: "it is not there",
        errno.EISDIR: "it is a folder",
        errno.EIO: "the disk reports an error",
    }
    return known.get(error.errno or 0, error.strerror or type(error).__name__)


def data_folder(override: str | Path | None = None, environ: Mapping[str, str] = os.environ) -> Path:
    """The folder for the journal, the decks and the history, made if it is not there yet.

    It is `override`, else what LAPIO_DATA names, else the system's place for the user's data. Raises FilesError
    where it cannot be made or written to.
    """
    folder = _chosen(override, environ)
    if folder is None:
        import platformdirs  # here, since `lapio --version` needs no folder

        folder = platformdirs.user_data_path("lapio", appauthor=False)
    advice = f"name another folder with {FOLDER_VARIABLE}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FilesError(f"{folder}: this folder cannot be made ({reason(error)}); {advice}") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise FilesError(f"{folder}: this folder is read-only; {advice}")
    return folder


def config_folder(override: str | Path | None = None, environ: Mapping[str, str] = os.environ) -> Path:
    """The folder in which table.toml is looked for. It need not be there, and is not made.

    It is `override`, else what LAPIO_DATA names, else the system's place for the user's configuration.
    """
    folder = _chosen(override, environ)
    if folder is None:
        import platformdirs

        folder = platformdirs.user_config_path("lapio", appauthor=False)
    return folder


def _chosen(override: str | Path | None, environ: Mapping[str, str]) -> Path | None:
    chosen = override or environ.get(FOLDER_VARIABLE)
    return Path(chosen).expanduser().absolute() if chosen else None


def write_file(path: Path, content: str | bytes, *, keep_old: bool = False) -> None:
    """Write a whole file: when this returns, `content` is on the disk under that name.

    With `keep_old` what the file held before is kept beside it, as `<name>.bak`. Folders on the way are made. Raises
    FilesError where it cannot be done; the file then is as it was.
    """
    path = Path(os.path.realpath(path))  # a link stays a link: what it points to is written
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if keep_old and path.exists():
            _replace(backup_of(path), path.read_bytes())
        _replace(path, content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise FilesError(f"{path}: this file cannot be written ({reason(error)}); it is as it was before") from None


def backup_of(path: Path) -> Path:
    """Where `write_file(path, ..., keep_old=True)` keeps what the file held before."""
    return path.with_name(path.name + ".bak")


def _replace(path: Path, content: bytes) -> None:
    fresh, handle = _fresh_beside(path)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def _fresh_beside(path: Path) -> tuple[Path, int]:
    """A new empty file in the folder of `path`, with the rights that a new file has here, and its open handle."""
    number = 0
    while True:
        fresh = path.with_name(f".{path.name}.{os.getpid()}-{number}.tmp")
        try:
            return fresh, os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        except FileExistsError:  # left by a process that was killed
            number += 1


def sync_folder(folder: Path) -> None:
    """Force a folder's list of names onto the disk. Raises OSError where the disk refuses."""
    if sys.platform == "win32":  # there a folder cannot be opened, and renames are kept by the file system
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # file systems that know no fsync of a folder
            raise
    finally:
        os.close(handle)


class Lock:
    """One process at a time: a lock file beside what it guards, free again as soon as its holder is dead.

    The file also has a note, left by the holder for whoever comes next; it stays when the lock is given back.
    """

    def __init__(self, path: Path) -> None:
        """Take the lock. Raises InUse where another process, or another Lock of this one, has it; else FilesError."""
        self.path = path
        try:
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        except OSError as error:
            raise FilesError(f"{path}: this file cannot be written ({reason(error)})") from None
        try:
            free = _lock(self._handle)
            os.lseek(self._handle, 0, os.SEEK_SET)
            left = re.match(r"process (\d+) *(.*)", os.read(self._handle, NOTE_BYTES).decode("ascii", "replace"))
            if not free:
                raise InUse(f"{path}: another process holds it", int(left[1]) if left else None)
            self.found = left[2].strip() if left else ""
            self.note(self.found)
        except BaseException:
            os.close(self._handle)
            raise

    def note(self, text: str) -> None:
        """Leave a note of at most 40 letters for whoever takes the lock later: it is in `found` there.

        It survives this process, but perhaps no power cut: it is not forced onto the disk. Never raises: where it
        cannot be written, the one before stays.
        """
        note = (
            f"process {os.getpid()} {text}".encode("ascii", "replace")[: NOTE_BYTES - 1].ljust(NOTE_BYTES - 1) + b"\n"
        )
        try:
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.write(self._handle, note)
        except OSError:
            return

    def release(self) -> None:
        """Give the lock back. Safe to call twice."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def _lock(handle: int) -> bool:
    """Lock an open file for this process. False where somebody else has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(handle, LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
