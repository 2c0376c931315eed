//! Samples of every encoding as numbers from -1 to 1, one channel chosen or all mixed.

use crate::Side;
use crate::wav::Layout;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Without a sign: silence is 128.
    Pcm8,
    Pcm16,
    Pcm24,
    Pcm32,
    Float32,
    /// ITU-T G.711.
    Alaw,
    /// ITU-T G.711.
    Mulaw,
}

impl Encoding {
    /// Bytes of one sample of one channel.
    pub fn bytes(self) -> usize {
        match self {
            Self::Pcm8 | Self::Alaw | Self::Mulaw => 1,
            Self::Pcm16 => 2,
            Self::Pcm24 => 3,
            Self::Pcm32 | Self::Float32 => 4,
        }
    }
}

/// Puts the samples of whole blocks into `mono`; bytes of a started block are left out.
pub fn decode(bytes: &[u8], layout: &Layout, side: Side, mono: &mut Vec<f32>) {
    let pick = Pick { bytes, channels: usize::from(layout.channels), side };
    match layout.encoding {
        Encoding::Pcm8 => pick.each(mono, |[a]: [u8; 1]| (f32::from(a) - 128.0) / 128.0),
        Encoding::Pcm16 => pick.each(mono, |two| f32::from(i16::from_le_bytes(two)) / 32_768.0),
        Encoding::Pcm24 => pick.each(mono, |[a, b, c]: [u8; 3]| {
            i32::from_le_bytes([0, a, b, c]) as f32 / 2_147_483_648.0
        }),
        Encoding::Pcm32 => {
            pick.each(mono, |four| i32::from_le_bytes(four) as f32 / 2_147_483_648.0);
        }
        Encoding::Float32 => pick.each(mono, |four| {
            let value = f32::from_le_bytes(four);
            // One value that is no number would spoil every later one in the filters.
            if value.is_finite() { value.clamp(-1.0, 1.0) } else { 0.0 }
        }),
        Encoding::Alaw => pick.each(mono, |[a]: [u8; 1]| f32::from(alaw(a)) / 32_768.0),
        Encoding::Mulaw => pick.each(mono, |[a]: [u8; 1]| f32::from(mulaw(a)) / 32_768.0),
    }
}

struct Pick<'a> {
    bytes: &'a [u8],
    channels: usize,
    side: Side,
}

impl Pick<'_> {
    fn each<const N: usize>(&self, mono: &mut Vec<f32>, value: impl Fn([u8; N]) -> f32) {
        let (samples, _) = self.bytes.as_chunks::<N>();
        let blocks = samples.chunks_exact(self.channels);
        match self.side {
            _ if self.channels == 1 => mono.extend(samples.iter().map(|one| value(*one))),
            Side::First => mono.extend(blocks.map(|block| value(block[0]))),
            Side::Second => mono.extend(blocks.map(|block| value(block[1]))),
            Side::Mix => {
                let share = 1.0 / self.channels as f32;
                let mixed = |block: &[[u8; N]]| block.iter().map(|one| value(*one)).sum::<f32>();
                mono.extend(blocks.map(|block| mixed(block) * share));
            }
        }
    }
}

/// ITU-T G.711, table 1: even bits are inverted; three bits of segment, four of step.
pub fn alaw(byte: u8) -> i16 {
    let bits = byte ^ 0x55;
    let step = i16::from(bits & 0x0F) << 4;
    let size = match (bits & 0x70) >> 4 {
        0 => step + 0x08,
        segment => (step + 0x108) << (segment - 1),
    };
    if bits & 0x80 == 0 { -size } else { size }
}

/// ITU-T G.711, table 2: all bits are inverted, and a bias of 33 steps is taken off.
pub fn mulaw(byte: u8) -> i16 {
    const BIAS: i16 = 0x84;
    let bits = !byte;
    let size = (((i16::from(bits & 0x0F)) << 3) + BIAS) << ((bits & 0x70) >> 4);
    if bits & 0x80 == 0 { size - BIAS } else { BIAS - size }
}
