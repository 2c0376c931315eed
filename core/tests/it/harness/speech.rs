//! A recording in which somebody seems to speak, for helpers that measure voices.

use std::f32::consts::TAU;

const RATE: u32 = 8_000;
const SECONDS: u32 = 4;
const PITCH_HZ: f32 = 150.0;
const SYLLABLES_A_SECOND: f32 = 4.0;

/// A WAV file of 16-bit samples: syllables of one pitch, each as loud as the others.
pub fn wav() -> Vec<u8> {
    let samples = (0..RATE * SECONDS).map(|n| {
        #[expect(clippy::cast_precision_loss, reason = "some thousands")]
        let time = n as f32 / RATE as f32;
        let harmonics: f32 =
            [1.0f32, 2.0, 3.0].iter().map(|k| (TAU * PITCH_HZ * k * time).sin() / k).sum();
        let syllable = 0.5 - 0.5 * (TAU * SYLLABLES_A_SECOND * time).cos();
        #[expect(clippy::cast_possible_truncation, reason = "below 32,768")]
        let sample = (harmonics * syllable * 12_000.0) as i16;
        sample
    });
    let sound: Vec<u8> = samples.flat_map(i16::to_le_bytes).collect();
    let length = u32::try_from(sound.len()).expect("short");
    let mut file = b"RIFF".to_vec();
    file.extend((length + 36).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16u32.to_le_bytes());
    // PCM, one channel.
    file.extend([1, 0, 1, 0]);
    file.extend(RATE.to_le_bytes());
    file.extend((RATE * 2).to_le_bytes());
    file.extend([2, 0, 16, 0]);
    file.extend(b"data");
    file.extend(length.to_le_bytes());
    file.extend(sound);
    file
}
