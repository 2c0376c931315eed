//! What is kept of a recording while it goes by: the power of each 10 ms and the pitch of each
//! 40 ms, 500 bytes a second.

use crate::pitch;
use crate::resample::{LowPass, RATE, Resampler};

/// Milliseconds of an entry of `powers`.
pub const POWER_MS: u64 = 10;
/// Entries of `powers` for one of `pitches`.
pub const POWERS_PER_PITCH: usize = 4;
/// Samples of an entry of `powers`.
const STEP: usize = (RATE as u64 * POWER_MS / 1000) as usize;
/// What pitch is found in: the first harmonics. It is also the guard against aliasing at 8 kHz.
const PITCH_CUTOFF: f32 = 1_500.0;
/// Takes a constant offset of the converter away: about 20 Hz at 16 kHz.
const OFFSET_DECAY: f32 = 0.992;

#[derive(Default)]
pub struct Track {
    /// Mean of the squares: 1 for a square wave of full scale.
    pub powers: Vec<f32>,
    /// Hz; 0 where there is no voice.
    pub pitches: Vec<f32>,
}

pub struct Tracker {
    resampler: Resampler,
    steps: Steps,
}

struct Steps {
    track: Track,
    raw: f32,
    level: f32,
    sum: f32,
    count: usize,
    low: LowPass,
    is_odd: bool,
    window: [f32; pitch::WINDOW],
    filled: usize,
}

impl Tracker {
    pub fn new(rate: u32) -> Self {
        let steps = Steps {
            track: Track::default(),
            raw: 0.0,
            level: 0.0,
            sum: 0.0,
            count: 0,
            low: LowPass::new(PITCH_CUTOFF, RATE, std::f32::consts::FRAC_1_SQRT_2),
            is_odd: false,
            window: [0.0; pitch::WINDOW],
            filled: 0,
        };
        Self { resampler: Resampler::new(rate), steps }
    }

    pub fn feed(&mut self, samples: &[f32]) {
        self.resampler.feed(samples, |sample| self.steps.push(sample));
    }

    pub fn finish(mut self) -> Track {
        self.steps.close_power();
        self.steps.track
    }
}

impl Steps {
    fn push(&mut self, sample: f32) {
        let level = sample - self.raw + OFFSET_DECAY * self.level;
        self.raw = sample;
        // See `resample::OFFSET`: digital silence must not become numbers that are slow.
        self.level = if level.abs() < 1e-12 { 0.0 } else { level };
        self.sum += self.level * self.level;
        self.count += 1;
        if self.count == STEP {
            self.close_power();
        }
        let low = self.low.next(self.level);
        self.is_odd = !self.is_odd;
        if self.is_odd {
            self.window[self.filled] = low;
            self.filled += 1;
            if self.filled == pitch::WINDOW {
                self.filled = 0;
                self.track.pitches.push(pitch::of(&self.window).unwrap_or_default());
            }
        }
    }

    fn close_power(&mut self) {
        if self.count > 0 {
            self.track.powers.push(self.sum / self.count as f32);
        }
        (self.sum, self.count) = (0.0, 0);
    }
}

/// Decibels below full scale; digital silence is -100.
pub fn dbfs(power: f32) -> f32 {
    10.0 * power.max(1e-10).log10()
}
