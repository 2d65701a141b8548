"""Reads a body of parts as strictly as Go's mime/multipart does."""

LONGEST_LINE = 4096


class MultipartReader:
    """What Go's `multipart.Reader` insists on, with `source.read1(count)` for the bytes:

    - Parts are found by their boundary alone; Content-Length is a field like any other.
    - A line that separates parts is `--` and the boundary, blanks if any, CR and LF; anything else is an error, but for
      lines before the first one.
    - A body ends where CR, LF, `--` and the boundary are followed by a blank, CR, LF or `--`. It is whole when that has
      come, and not earlier.
    """

    def __init__(self, source, boundary):
        self._source = source
        self._buffer = b""
        self._separator = b"--" + boundary.encode()
        self._has_begun = False

    def next_part(self):
        """The next part's fields, by their names in lower case, and its body; None after the last one."""
        line = self._line()
        while not self._has_begun and not self._separates(line) and not self._ends(line):
            line = self._line()
        if self._has_begun and line == b"\r\n":
            line = self._line()
        if self._ends(line):
            return None
        assert self._separates(line), f"unexpected line {line!r}"
        self._has_begun = True
        return self._fields(), self._body()

    def _separates(self, line):
        return line.startswith(self._separator) and line[len(self._separator):].lstrip(b" \t") == b"\r\n"

    def _ends(self, line):
        end = self._separator + b"--"
        return line.startswith(end) and line[len(end):].lstrip(b" \t") in (b"", b"\r\n")

    def _fields(self):
        fields = {}
        while (line := self._line()) != b"\r\n":
            name, colon, value = line.decode("ascii").partition(":")
            assert colon and name and name == name.strip(), f"malformed field {line!r}"
            fields[name.lower()] = value.strip()
        return fields

    def _body(self):
        # A body may be empty: its boundary then stands where it would begin.
        self._buffer = b"\r\n" + self._buffer
        boundary = b"\r\n" + self._separator
        searched = 0
        while True:
            at = self._buffer.find(boundary, searched)
            end = at + len(boundary)
            rest = self._buffer[end:end + 2]
            if at >= 0 and (rest[:1] in (b" ", b"\t", b"\r", b"\n") and rest or rest == b"--"):
                body, self._buffer = self._buffer[2:at], self._buffer[at:]
                return body
            if at >= 0 and rest not in (b"", b"-"):
                searched = end
            else:
                searched = at if at >= 0 else max(0, len(self._buffer) - len(boundary))
                assert self._fill(), "the stream ended within a part"

    def _line(self):
        while (end := self._buffer.find(b"\n")) < 0:
            assert len(self._buffer) < LONGEST_LINE, f"a line of more than {LONGEST_LINE} bytes"
            if not self._fill():
                assert self._buffer, "the stream ended between two parts"
                end = len(self._buffer) - 1
                break
        line, self._buffer = self._buffer[:end + 1], self._buffer[end + 1:]
        return line

    def _fill(self):
        some = self._source.read1(65536)
        self._buffer += some
        return bool(some)
