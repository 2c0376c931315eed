//! Any rate to 16 kHz: a low-pass against aliasing, then linear interpolation.

/// Samples a second of everything that is measured.
pub const RATE: u32 = 16_000;
/// Below half of [`RATE`], with room for the slope.
const CUTOFF: f32 = 6_500.0;
/// The two sections of a Butterworth filter of the fourth order.
const SECTIONS: [f32; 2] = [0.541_196_1, 1.306_563];
/// Far below the noise of any recording. Without it a filter's state sinks into numbers so small
/// that processors calculate with them a hundred times slower, as soon as there is digital silence.
const OFFSET: f32 = 1e-15;

/// A low-pass of the second order, by the Audio EQ Cookbook (W3C note).
#[derive(Clone)]
pub struct LowPass {
    b: [f32; 2],
    a: [f32; 2],
    state: [f32; 2],
}

impl LowPass {
    pub fn new(cutoff: f32, rate: u32, q: f32) -> Self {
        let angle = std::f32::consts::TAU * cutoff / rate as f32;
        let alpha = angle.sin() / (2.0 * q);
        let whole = 1.0 + alpha;
        let edge = (1.0 - angle.cos()) / (2.0 * whole);
        Self {
            b: [edge, 2.0 * edge],
            a: [-2.0 * angle.cos() / whole, (1.0 - alpha) / whole],
            state: [0.0; 2],
        }
    }

    pub fn next(&mut self, sample: f32) -> f32 {
        let sample = sample + OFFSET;
        let out = self.b[0] * sample + self.state[0];
        self.state[0] = self.b[1] * sample - self.a[0] * out + self.state[1];
        self.state[1] = self.b[0] * sample - self.a[1] * out;
        out
    }
}

pub struct Resampler {
    rate: u32,
    /// None where nothing above half of [`RATE`] can be in the recording.
    filter: Option<[LowPass; 2]>,
    last: f32,
    /// Where the next sample of the output lies after `last`, in parts of [`RATE`] of a sample.
    phase: u32,
}

impl Resampler {
    pub fn new(rate: u32) -> Self {
        let filter = (rate > RATE).then(|| SECTIONS.map(|q| LowPass::new(CUTOFF, rate, q)));
        Self { rate, filter, last: 0.0, phase: RATE }
    }

    pub fn feed(&mut self, samples: &[f32], mut out: impl FnMut(f32)) {
        if self.rate == RATE {
            samples.iter().copied().for_each(out);
            return;
        }
        for sample in samples {
            let sample = match &mut self.filter {
                Some([first, second]) => second.next(first.next(*sample)),
                None => *sample,
            };
            while self.phase <= RATE {
                let share = self.phase as f32 / RATE as f32;
                out(self.last + (sample - self.last) * share);
                self.phase += self.rate;
            }
            self.phase -= RATE;
            self.last = sample;
        }
    }
}
