//! The header of a WAV file (RIFF/WAVE): its chunks are walked up to the sound, and nothing that
//! they say is believed before it was held against the file.

use crate::refusal;
use crate::samples::Encoding;
use crate::source::Source;
use patchbay_plugin::prelude::*;

/// Files with more chunks before the sound are not made by recorders.
const CHUNKS_MAX: usize = 200;
/// Programs that write to a pipe cannot know the length: they name one near the largest that the
/// field or a signed number holds, and mean "until the end".
const UNKNOWN_LENGTH: u32 = 0x7FFF_0000;
const RATES: std::ops::RangeInclusive<u32> = 8_000..=48_000;
const CHANNELS_MAX: u16 = 32;

/// `wFormatTag` of the format chunk.
const PCM: u16 = 1;
const FLOAT: u16 = 3;
const ALAW: u16 = 6;
const MULAW: u16 = 7;
const EXTENSIBLE: u16 = 0xFFFE;

/// Where the sound is, and how it is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    pub encoding: Encoding,
    pub channels: u16,
    /// Samples a second of each channel.
    pub rate: u32,
    pub data_at: u64,
    /// Until the end of the file when none.
    pub data_bytes: Option<u64>,
}

impl Layout {
    /// Bytes of one sample of all channels.
    pub fn block(&self) -> usize {
        self.encoding.bytes() * usize::from(self.channels)
    }
}

/// Reads the header. The sound's length has been checked against the file.
pub fn layout(source: &impl Source) -> Result<Layout, Failure> {
    let head = source.range(0, 12)?;
    if head.is_empty() {
        return Err(refusal::empty());
    }
    if !head.starts_with(b"RIFF") {
        return Err(refusal::format(other_format(&head)));
    }
    let Some(kind) = head.get(8..12) else {
        return Err(refusal::header("it breaks off"));
    };
    if kind != b"WAVE" {
        return Err(refusal::format("This file is a RIFF file without sound."));
    }
    let whole = word(&head, 4).unwrap_or_default();
    let mut at = 12u64;
    let mut format = None;
    for _ in 0..CHUNKS_MAX {
        let chunk = source.range(at, 8)?;
        let Some(size) = word(&chunk, 4) else { break };
        at += 8;
        match &chunk[..4] {
            b"fmt " => format = Some(format_chunk(&source.range(at, size.min(40))?)?),
            b"data" => {
                let Some(format) = format else {
                    return Err(refusal::header("the sound comes before its format"));
                };
                let is_unknown = |size| size == 0 || size >= UNKNOWN_LENGTH;
                let is_streamed = size >= UNKNOWN_LENGTH || (size == 0 && is_unknown(whole));
                let data_bytes = (!is_streamed).then_some(u64::from(size));
                return checked(source, Layout { data_at: at, data_bytes, ..format });
            }
            _ => {}
        }
        // A chunk of an odd length is followed by a byte that pads it.
        at += u64::from(size) + u64::from(size % 2);
    }
    Err(refusal::header(match format {
        Some(_) => "it names no sound",
        None => "it breaks off before the format of the sound",
    }))
}

/// The sound is there up to its last byte.
fn checked(source: &impl Source, layout: Layout) -> Result<Layout, Failure> {
    let block = layout.block() as u64;
    if layout.data_bytes.is_some_and(|bytes| bytes < block) {
        return Err(refusal::empty());
    }
    let last = layout.data_at + layout.data_bytes.unwrap_or(block) - 1;
    if !source.range(last, 1)?.is_empty() {
        return Ok(layout);
    }
    let has_some = !source.range(layout.data_at, 1)?.is_empty();
    Err(if has_some && layout.data_bytes.is_some() {
        refusal::truncated()
    } else {
        refusal::empty()
    })
}

fn format_chunk(chunk: &[u8]) -> Result<Layout, Failure> {
    let half = |at: usize| Some(u16::from_le_bytes(chunk.get(at..at + 2)?.try_into().ok()?));
    let (Some(mut tag), Some(channels), Some(rate), Some(block), Some(bits)) =
        (half(0), half(2), word(chunk, 4), half(12), half(14))
    else {
        return Err(refusal::header("the format of the sound breaks off"));
    };
    if tag == EXTENSIBLE {
        // The first two bytes of the subformat are the tag that it extends.
        tag = half(24).ok_or_else(|| refusal::header("the format of the sound breaks off"))?;
    }
    let encoding = match (tag, bits) {
        (PCM, 8) => Encoding::Pcm8,
        (PCM, 16) => Encoding::Pcm16,
        (PCM, 24) => Encoding::Pcm24,
        (PCM, 32) => Encoding::Pcm32,
        (FLOAT, 32) => Encoding::Float32,
        (ALAW, 8) => Encoding::Alaw,
        (MULAW, 8) => Encoding::Mulaw,
        _ => {
            let what =
                format!("This WAV file has an encoding of its own kind ({tag}, {bits} bit).");
            return Err(refusal::format(&what));
        }
    };
    if channels == 0 || channels > CHANNELS_MAX {
        return Err(refusal::header(&format!("it names {channels} channels")));
    }
    if !RATES.contains(&rate) {
        let what = format!("This WAV file has {rate} samples a second.");
        return Err(refusal::format(&what));
    }
    let layout = Layout { encoding, channels, rate, data_at: 0, data_bytes: None };
    if usize::from(block) != layout.block() {
        return Err(refusal::header("the size of a sample contradicts channels and bits"));
    }
    Ok(layout)
}

/// What a file is that is no WAV, by its first bytes: names and media types are often wrong.
fn other_format(head: &[u8]) -> &'static str {
    match head {
        [b'I', b'D', b'3', ..] => "This recording is an MP3.",
        // An MPEG frame begins with eleven set bits; layer 0 is AAC.
        [0xFF, second, ..] if second & 0xF6 == 0xF0 => "This recording is AAC.",
        [0xFF, second, ..] if second & 0xE0 == 0xE0 => "This recording is an MP3.",
        [b'O', b'g', b'g', b'S', ..] => "This recording is Ogg, usually Opus.",
        [b'f', b'L', b'a', b'C', ..] => "This recording is FLAC.",
        [b'#', b'!', b'A', b'M', b'R', ..] => "This recording is AMR.",
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => "This recording is MP4, usually AAC.",
        [0x1A, 0x45, 0xDF, 0xA3, ..] => "This recording is WebM or Matroska.",
        [b'F', b'O', b'R', b'M', ..] => "This recording is AIFF.",
        [b'R', b'F', b'6', b'4', ..] | [b'R', b'I', b'F', b'X', ..] => {
            "This recording is a rare variant of WAV."
        }
        _ => "This file is no recording in WAV.",
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}
