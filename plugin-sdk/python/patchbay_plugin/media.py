"""Blobs: attachments live in the host's store and pass through the plugin only when it asks."""

import mimetypes

from wit_world.imports import media as lent
from wit_world.imports.media import Blob, BlobMeta

from .failures import permanent

_CHUNK = 256 * 1024

# The library's own table; the system's would be another one on every machine.
_TYPES = mimetypes.MimeTypes(filenames=())


def read_all(blob: Blob, at_most: int) -> bytes:
    """Reads a whole blob; above ``at_most`` bytes it is a permanent failure."""
    whole = bytearray()
    while piece := blob.read(len(whole), _CHUNK):
        whole += piece
        if len(whole) > at_most:
            raise permanent(
                "media.too-large",
                f"The file is larger than the {at_most} bytes this plugin reads.",
            )
    return bytes(whole)


def store(content: bytes, mime: str, filename: str | None = None) -> Blob:
    """Stores bytes as a new blob."""
    writer = lent.BlobWriter(BlobMeta(mime=mime, filename=filename, size=len(content)))
    for at in range(0, len(content), _CHUNK):
        writer.write(content[at : at + _CHUNK])
    return lent.BlobWriter.finish(writer)


def kind_of(mime: str) -> str:
    """The attachment kind of a media type: ``image``, ``video``, ``audio`` or ``document``."""
    family = mime.split("/")[0]
    return family if family in ("image", "video", "audio") else "document"


def mime_of(filename: str) -> str:
    """A file name's usual media type, for providers that give only the name."""
    return _TYPES.guess_type(filename)[0] or "application/octet-stream"
