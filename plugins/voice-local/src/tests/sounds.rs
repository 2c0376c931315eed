//! Sounds that are made up, and the WAV files that hold them.

use crate::source::Source;
use patchbay_plugin::prelude::*;
use std::f32::consts::TAU;

/// A file in memory that is given in pieces of an odd size, as a store may do.
pub struct Bytes(pub Vec<u8>);

impl Source for Bytes {
    fn read(&self, offset: u64, max: u32) -> Result<Vec<u8>, Detail> {
        let from = usize::try_from(offset).unwrap_or(usize::MAX).min(self.0.len());
        let len = (max as usize).min(99_991).min(self.0.len() - from);
        Ok(self.0[from..from + len].to_vec())
    }
}

pub type Sound = Vec<f32>;

/// A sound of so many seconds, as a function of time in seconds.
pub fn sound(rate: u32, seconds: f32, at: impl Fn(f32) -> f32) -> Sound {
    let count = (rate as f32 * seconds).round() as usize;
    (0..count).map(|n| at(n as f32 / rate as f32)).collect()
}

pub fn sine(rate: u32, hertz: f32, seconds: f32, peak: f32) -> Sound {
    sound(rate, seconds, |t| peak * (TAU * (hertz * t).fract()).sin())
}

/// Ten harmonics that fall by 6 dB an octave, as those of a voice do; full scale at 1.
pub fn voiced(rate: u32, hertz: f32, seconds: f32, peak: f32) -> Sound {
    let harmonics = (1..=10).filter(|n| hertz * *n as f32 * 2.0 < rate as f32);
    let harmonics: Vec<f32> = harmonics.map(|n| n as f32).collect();
    sound(rate, seconds, |t| {
        let parts = harmonics.iter().map(|n| (TAU * (hertz * n * t).fract()).sin() / n);
        peak * 0.5 * parts.sum::<f32>()
    })
}

/// The same, louder and softer so many times a second.
pub fn syllables(rate: u32, hertz: f32, a_second: f32, seconds: f32, peak: f32) -> Sound {
    let mut made = voiced(rate, hertz, seconds, peak);
    for (n, sample) in made.iter_mut().enumerate() {
        *sample *= 0.5 - 0.5 * (TAU * a_second * n as f32 / rate as f32).cos();
    }
    made
}

/// White noise, the same each time.
pub fn noise(rate: u32, seconds: f32, peak: f32) -> Sound {
    let mut state = 0x2545_F491u32;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as f32 / u32::MAX as f32 * 2.0 - 1.0
    };
    (0..(rate as f32 * seconds) as usize).map(|_| peak * next()).collect()
}

pub fn silence(rate: u32, seconds: f32) -> Sound {
    vec![0.0; (rate as f32 * seconds) as usize]
}

/// Sounds at the same time, one for each channel: sample by sample.
pub fn side_by_side(channels: &[&Sound]) -> Sound {
    let blocks = (0..channels[0].len()).map(|n| channels.iter().map(move |one| one[n]));
    blocks.flatten().collect()
}

/// A WAV file: tag and bits of the format chunk, and the bytes of the sound.
pub fn file(tag: u16, bits: u16, channels: u16, rate: u32, data: &[u8]) -> Vec<u8> {
    let block = channels * (bits / 8);
    let mut made = Vec::with_capacity(data.len() + 44);
    made.extend(b"RIFF");
    made.extend((36 + data.len() as u32).to_le_bytes());
    made.extend(b"WAVEfmt \x10\0\0\0");
    made.extend(tag.to_le_bytes());
    made.extend(channels.to_le_bytes());
    made.extend(rate.to_le_bytes());
    made.extend((rate * u32::from(block)).to_le_bytes());
    made.extend(block.to_le_bytes());
    made.extend(bits.to_le_bytes());
    made.extend(b"data");
    made.extend((data.len() as u32).to_le_bytes());
    made.extend(data);
    made
}

/// 16 bit PCM.
pub fn pcm16(samples: &[f32]) -> Vec<u8> {
    samples.iter().flat_map(|one| ((one * 32_767.0).round() as i16).to_le_bytes()).collect()
}

pub fn mono(rate: u32, samples: &[f32]) -> Bytes {
    Bytes(file(1, 16, 1, rate, &pcm16(samples)))
}

/// The byte of G.711 whose value is nearest.
pub fn g711(samples: &[f32], value: fn(u8) -> i16) -> Vec<u8> {
    let mut known: Vec<(i16, u8)> = (0..=255).map(|byte| (value(byte), byte)).collect();
    known.sort_unstable();
    let nearest = |sample: f32| {
        let sample = (sample * 32_767.0) as i16;
        let at = known.partition_point(|(value, _)| *value < sample).min(255);
        known[at].1
    };
    samples.iter().map(|one| nearest(*one)).collect()
}
