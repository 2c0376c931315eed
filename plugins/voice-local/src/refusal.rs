//! Why a recording cannot be measured. All of it is permanent: the same file is the same tomorrow.

use patchbay_plugin::prelude::*;

/// A file of another format than WAV, or a WAV of an encoding that is not read.
pub fn format(what: &str) -> Failure {
    let reads = "This helper reads WAV: PCM of 8, 16, 24 or 32 bit, 32-bit float, A-law and mu-law, \
                 at 8 to 48 kHz. Convert the recording, or connect a provider's plugin, which reads \
                 other formats.";
    permanent("voice.format", format!("{what} {reads}"))
}

pub fn empty() -> Failure {
    permanent("voice.empty", "The recording holds no sound: record or export it again.")
}

/// The header contradicts itself or breaks off.
pub fn header(problem: &str) -> Failure {
    let text = format!("The header of the WAV file cannot be used: {problem}. Export it again.");
    permanent("voice.header", text)
}

pub fn truncated() -> Failure {
    let text = "The recording ends before the length that its header names: part of the file is \
                missing. Upload or export it again.";
    permanent("voice.truncated", text)
}

pub fn too_long() -> Failure {
    let text = "The recording is too long: up to two hours and 200 MB of sound are measured. Cut it \
                into parts.";
    permanent("voice.too-long", text)
}

fn permanent(code: &str, text: impl Into<String>) -> Failure {
    Failure::Permanent(Detail::new(code, text))
}
