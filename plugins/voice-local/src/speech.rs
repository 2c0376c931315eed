//! Voice activity: which 20 ms of a recording are speech, by energy above an adaptive noise floor,
//! confirmed by pitch nearby.

use crate::track::{POWER_MS, POWERS_PER_PITCH, Track, dbfs};

/// Entries of `Track::powers` in a frame.
pub const POWERS: usize = 2;
/// Milliseconds of a frame.
pub const FRAME_MS: u64 = POWERS as u64 * POWER_MS;
const FRAMES_PER_PITCH: usize = POWERS_PER_PITCH / POWERS;
const SECOND: usize = (1000 / FRAME_MS) as usize;
/// The noise floor is that of five seconds before and after: a fan that starts is no speech for long.
const AROUND: usize = 5 * SECOND;
/// Nothing below is speech.
const SILENCE_DBFS: f32 = -55.0;
/// Nothing this much below the loudest sound around is speech, however quiet the line.
const RANGE_DB: f32 = 40.0;
/// Less between loud and quiet: either all of it is noise or all of it is a voice, and pitch decides.
const STEADY_DB: f32 = 6.0;
/// How far speech is above the floor.
const ABOVE_DB: f32 = 6.0;
/// Hangover: sounds without energy, such as stops, belong to the word.
const HANGOVER: usize = (200 / FRAME_MS) as usize;
/// Shorter ones are clicks.
const SHORTEST: usize = (100 / FRAME_MS) as usize;
/// One in so many loud windows within half a second is voiced where people speak.
const VOICED_ONE_IN: usize = 10;
const PAUSE_MS: u64 = 300;
/// Further from the median is no pitch of the same voice but a wrong octave, or a third harmonic.
const REACH_SEMITONES: f32 = 9.0;

/// A span of frames, the end not included.
pub type Span = std::ops::Range<usize>;

pub struct Speech {
    /// Level of each frame in dBFS.
    pub levels: Vec<f32>,
    /// Where somebody speaks, in order.
    pub spans: Vec<Span>,
}

impl Speech {
    pub fn of(track: &Track) -> Self {
        let levels: Vec<f32> = track
            .powers
            .chunks(POWERS)
            .map(|powers| dbfs(powers.iter().sum::<f32>() / powers.len() as f32))
            .collect();
        let loud = loud(&levels);
        let is_speech = voiced(&loud, &track.pitches);
        Self { spans: spans(&is_speech), levels }
    }

    pub fn frames(&self) -> usize {
        self.spans.iter().map(|span| span.len()).sum()
    }

    pub fn ms(&self) -> u64 {
        self.frames() as u64 * FRAME_MS
    }

    pub fn contains(&self, frame: usize) -> bool {
        let after = self.spans.partition_point(|span| span.end <= frame);
        self.spans.get(after).is_some_and(|span| span.contains(&frame))
    }

    /// Silences between words that are longer than 0.3 seconds.
    pub fn pauses(&self) -> usize {
        let gaps = self.spans.windows(2).map(|two| two[1].start - two[0].end);
        gaps.filter(|frames| *frames as u64 * FRAME_MS > PAUSE_MS).count()
    }

    /// The longest time in which nobody speaks, also before the first word and after the last.
    pub fn longest_silence_ms(&self) -> u64 {
        let starts = self.spans.iter().map(|span| span.start).chain([self.levels.len()]);
        let ends = [0].into_iter().chain(self.spans.iter().map(|span| span.end));
        starts.zip(ends).map(|(start, end)| start - end).max().unwrap_or_default() as u64 * FRAME_MS
    }

    /// Level of the speech in dBFS; none without speech.
    pub fn level(&self) -> Option<f32> {
        let frames = self.spans.iter().flat_map(|span| &self.levels[span.clone()]);
        let powers = frames.map(|level| 10f64.powf(f64::from(*level) / 10.0));
        let sum: f64 = powers.sum();
        (self.frames() > 0).then(|| (10.0 * (sum / self.frames() as f64).log10()) as f32)
    }

    /// Pitch of each voiced window of the speech, in Hz, from low to high, without those that are
    /// mistaken for another harmonic.
    pub fn pitches(&self, track: &Track) -> Vec<f32> {
        let windows = track.pitches.iter().enumerate();
        let spoken = windows.filter(|(n, _)| self.contains(n * FRAMES_PER_PITCH));
        let mut hertz: Vec<f32> = spoken.map(|(_, hz)| *hz).filter(|hz| *hz > 0.0).collect();
        hertz.sort_by(f32::total_cmp);
        let median = quantile(&hertz, 0.5);
        hertz.retain(|hz| (hz / median).log2().abs() * 12.0 <= REACH_SEMITONES);
        hertz
    }
}

/// Frames above the noise floor, which is found anew for each second.
fn loud(levels: &[f32]) -> Vec<bool> {
    let mut around = Vec::with_capacity(2 * AROUND + SECOND);
    let mut loud = Vec::with_capacity(levels.len());
    for (n, second) in levels.chunks(SECOND).enumerate() {
        let at = n * SECOND;
        let until = (at + SECOND + AROUND).min(levels.len());
        around.clear();
        around.extend_from_slice(&levels[at.saturating_sub(AROUND)..until]);
        around.sort_by(f32::total_cmp);
        let (floor, top) = (quantile(&around, 0.05), quantile(&around, 0.95));
        let spread = top - floor;
        let above = if spread < STEADY_DB { -3.0 } else { (spread * 0.3).min(ABOVE_DB) };
        let least = (floor + above).max(top - RANGE_DB).max(SILENCE_DBFS);
        loud.extend(second.iter().map(|level| *level >= least));
    }
    loud
}

/// Loud frames with pitch within half a second: noise, clicks and music above the range fall out.
fn voiced(loud: &[bool], pitches: &[f32]) -> Vec<bool> {
    // Sums up to each window, so that counting between two is a subtraction.
    let mut sums = vec![(0usize, 0usize)];
    for (n, hertz) in pitches.iter().enumerate() {
        let (mut windows, mut voiced) = sums[n];
        if loud[n * FRAMES_PER_PITCH] {
            windows += 1;
            voiced += usize::from(*hertz > 0.0);
        }
        sums.push((windows, voiced));
    }
    let half = SECOND / 2;
    let is_voiced = |frame: usize| {
        let from = frame.saturating_sub(half) / FRAMES_PER_PITCH;
        let until = ((frame + half) / FRAMES_PER_PITCH + 1).min(pitches.len());
        let (before, after) = (sums[from.min(until)], sums[until]);
        let voiced = after.1 - before.1;
        voiced > 0 && voiced * VOICED_ONE_IN >= after.0 - before.0
    };
    loud.iter().enumerate().map(|(frame, loud)| *loud && is_voiced(frame)).collect()
}

fn spans(is_speech: &[bool]) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for frame in (0..is_speech.len()).filter(|frame| is_speech[*frame]) {
        match spans.last_mut() {
            Some(last) if frame - last.end <= HANGOVER => last.end = frame + 1,
            _ => spans.push(frame..frame + 1),
        }
    }
    spans.retain(|span| span.len() >= SHORTEST);
    spans
}

/// A value of a sorted list: 0 is the least, 1 the greatest.
pub fn quantile(sorted: &[f32], share: f32) -> f32 {
    let at = (share * sorted.len().saturating_sub(1) as f32).round() as usize;
    sorted.get(at).copied().unwrap_or_default()
}
