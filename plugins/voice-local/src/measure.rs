//! A recording in, the voice's figures out: read in pieces, followed once, then summed up.

use crate::scales::{self, Arousal};
use crate::source::Source;
use crate::speech::{Speech, quantile};
use crate::track::{Track, Tracker};
use crate::wav::{self, Layout};
use crate::{Side, pace, refusal, samples};
use patchbay_plugin::analyse_voice::Voice;
use patchbay_plugin::prelude::*;

/// Bytes of a piece; decoded it takes at most four times as much.
const PIECE: u32 = 128 << 10;
/// Seconds of the longest recording: two hours, which take about half of `cpu_ms`.
const LONGEST_S: u64 = 2 * 60 * 60;
/// Bytes of its sound: the host gives a call no more than 200 MiB.
const BYTES_MAX: u64 = 200_000_000;
/// Bars of the amplitude.
const PARTS: usize = 60;
/// How far a bar may be from the mean, in percent.
const DEVIATION: std::ops::RangeInclusive<i64> = -50..=200;
/// Less speech has no pace: a single word says nothing about it.
const PACE_LEAST_MS: u64 = 1_000;
/// Voiced windows without which there is no pitch: 0.2 seconds.
const PITCH_LEAST: usize = 5;

/// Measures a recording. Figures that cannot be measured are left out.
pub fn voice(source: &impl Source, side: Side) -> Result<Voice, Failure> {
    let layout = wav::layout(source)?;
    let (track, blocks) = follow(source, &layout, side)?;
    Ok(sum_up(&track, blocks * 1000 / u64::from(layout.rate)))
}

/// Reads the sound piece by piece. Gives how many samples each channel has.
fn follow(source: &impl Source, layout: &Layout, side: Side) -> Result<(Track, u64), Failure> {
    let block = layout.block() as u64;
    let most = BYTES_MAX.min(LONGEST_S * u64::from(layout.rate) * block);
    if layout.data_bytes.is_some_and(|bytes| bytes > most) {
        return Err(refusal::too_long());
    }
    let piece = PIECE - PIECE % block as u32;
    let mut tracker = Tracker::new(layout.rate);
    let mut mono = Vec::with_capacity(piece as usize / layout.block());
    let mut read = 0;
    loop {
        let left = layout.data_bytes.map_or(u64::from(piece), |bytes| bytes - read);
        let bytes = source.range(layout.data_at + read, left.min(u64::from(piece)) as u32)?;
        read += bytes.len() as u64;
        if read > most {
            return Err(refusal::too_long());
        }
        mono.clear();
        samples::decode(&bytes, layout, side, &mut mono);
        tracker.feed(&mono);
        if bytes.len() < piece as usize {
            return Ok((tracker.finish(), read / block));
        }
    }
}

fn sum_up(track: &Track, duration_ms: u64) -> Voice {
    let speech = Speech::of(track);
    // Frames are whole ones: the last may reach over the end.
    let speech_ms = speech.ms().min(duration_ms);
    let silence_ms = speech.longest_silence_ms().min(duration_ms);
    let energy = speech.level().map(|level| scales::scale(level, &scales::ENERGY));
    let rate = (speech_ms >= PACE_LEAST_MS)
        .then(|| pace::syllables(track, &speech) as f32 * 1000.0 / speech_ms as f32);
    let pace = rate.map(|rate| scales::scale(rate, &scales::PACE));
    let pitches = speech.pitches(track);
    let has_pitch = pitches.len() >= PITCH_LEAST;
    // The outer tenths are where octaves are mistaken.
    let range =
        has_pitch.then(|| 12.0 * (quantile(&pitches, 0.9) / quantile(&pitches, 0.1)).log2());
    let arousal = Arousal {
        energy,
        pace,
        liveliness: range.map(|range| scales::scale(range, &scales::LIVELINESS)),
    };
    let whole = |value: f32| value.round().to_string();
    let extras = [
        ("amplitude", Some(amplitude(&track.powers))),
        ("tempo", rate.map(|rate| whole(rate * 60.0))),
        ("energy", energy.map(whole)),
        ("pace", pace.map(whole)),
        ("pitch_hz", has_pitch.then(|| whole(quantile(&pitches, 0.5)))),
        ("pitch_range_semitones", range.map(|range| format!("{range:.1}"))),
        ("pauses", Some(speech.pauses().to_string())),
        ("longest_silence_ms", Some(silence_ms.to_string())),
        ("confidence", Some(scales::confidence(speech_ms, has_pitch).to_owned())),
        ("method", Some("level, pitch, pace".to_owned())),
    ];
    let extras = extras.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Voice {
        duration_ms,
        speech_ms,
        // Level and pitch do not tell happy from unhappy.
        sentiment: None,
        emotions: scales::emotions(&arousal, speech_ms),
        extras: extras.collect(),
    }
}

/// How far each of up to 60 equal parts is from the mean of all, in whole percents.
fn amplitude(powers: &[f32]) -> String {
    let parts = PARTS.min(powers.len());
    let level = |n: usize| {
        let part = &powers[n * powers.len() / parts..(n + 1) * powers.len() / parts];
        (part.iter().map(|power| f64::from(*power)).sum::<f64>() / part.len() as f64).sqrt()
    };
    let levels: Vec<f64> = (0..parts).map(level).collect();
    let mean = levels.iter().sum::<f64>() / parts.max(1) as f64;
    let percent = |level: &f64| {
        let deviation = if mean > 0.0 { (level / mean - 1.0) * 100.0 } else { 0.0 };
        (deviation.round() as i64).clamp(*DEVIATION.start(), *DEVIATION.end()).to_string()
    };
    levels.iter().map(percent).collect::<Vec<_>>().join(",")
}
