//! Pitch: the fundamental frequency (F0) of a window by YIN (de Cheveigné and Kawahara, 2002).
//!
//! At 8 kHz, where it takes a quarter of the time; the parabola gives back the precision.

/// Samples a second of a window.
pub const RATE: u32 = 8_000;
/// Samples of a window: 40 ms, the longest lag and two periods of the lowest voice.
pub const WINDOW: usize = 320;
/// Where a voice is looked for, in Hz.
const LOWEST: f32 = 75.0;
const HIGHEST: f32 = 400.0;
const LAG_MAX: usize = 108;
/// Lags compared: what is left of the window at the longest one.
const COMPARED: usize = WINDOW - LAG_MAX;
/// Shorter periods are looked at too, to tell a tone above the range from a voice: it would fit
/// twice into a period of the range. 800 Hz.
const LAG_MIN: usize = 10;
/// A dip below this share of aperiodicity is a period.
const VOICED: f32 = 0.2;
/// How much worse than the best dip the first may be. On a telephone line, which lacks the lowest
/// harmonics, a third of the period is a dip as well, but a shallower one.
const SLACK: f32 = 0.07;
/// A period above the range has to be this clean: the first formant of a voice is not.
const TONE: f32 = 0.1;
/// Mean power below which nothing is looked for: -60 dBFS.
const QUIET: f32 = 1e-6;

/// The pitch of a window in Hz; none when it is not voiced.
pub fn of(window: &[f32; WINDOW]) -> Option<f32> {
    let power = window.iter().map(|sample| sample * sample).sum::<f32>() / WINDOW as f32;
    if power < QUIET {
        return None;
    }
    let mut aperiodicity = [1.0; LAG_MAX + 1];
    let mut sum = 0.0;
    for lag in 1..=LAG_MAX {
        let difference = difference(&window[..COMPARED], &window[lag..lag + COMPARED]);
        sum += difference;
        if sum > 0.0 {
            aperiodicity[lag] = difference * lag as f32 / sum;
        }
    }
    let dips = || (LAG_MIN..LAG_MAX).filter_map(|lag| dip(&aperiodicity, lag));
    let best = dips().map(|dip| dip.depth).fold(f32::MAX, f32::min);
    for dip in dips().filter(|dip| dip.depth <= best + SLACK) {
        let hertz = RATE as f32 / dip.lag;
        if (LOWEST..=HIGHEST).contains(&hertz) {
            return Some(hertz);
        }
        if hertz < LOWEST || dip.depth < TONE {
            return None;
        }
    }
    None
}

/// The lowest point of the parabola through a lag and its neighbours.
struct Dip {
    /// With a fraction.
    lag: f32,
    depth: f32,
}

/// A dip at a lag, when it is below [`VOICED`].
fn dip(curve: &[f32], lag: usize) -> Option<Dip> {
    let (before, here, after) = (curve[lag - 1], curve[lag], curve[lag + 1]);
    if here >= VOICED || here > before || here >= after {
        return None;
    }
    // Not 0: `here` is below `after`.
    let bend = before - 2.0 * here + after;
    let shift = (before - after) / (2.0 * bend);
    Some(Dip { lag: lag as f32 + shift, depth: here - (before - after) * shift / 4.0 })
}

/// The sum of squares, in four sums so that additions need not wait for each other.
fn difference(one: &[f32], other: &[f32]) -> f32 {
    let mut sums = [0.0; 4];
    let (one, _) = one.as_chunks::<4>();
    let (other, _) = other.as_chunks::<4>();
    for (one, other) in one.iter().zip(other) {
        for (sum, (a, b)) in sums.iter_mut().zip(one.iter().zip(other)) {
            *sum += (a - b) * (a - b);
        }
    }
    sums.iter().sum()
}
