//! Pitch, pace, pauses, level, amplitude and mood of made-up sounds.

use super::sounds::*;
use super::{measured, measured_side, number, text};
use crate::{Side, pitch, scales};

const RATE: u32 = 16_000;

fn percent_off(found: f32, right: f32) -> f32 {
    (found / right - 1.0).abs() * 100.0
}

#[test]
fn pitch_is_found_within_three_percent() {
    for rate in [8_000, 11_025, 16_000, 44_100, 48_000] {
        for hertz in [80.0, 110.0, 150.0, 220.0, 330.0, 390.0] {
            for made in [sine(rate, hertz, 1.0, 0.3), voiced(rate, hertz, 1.0, 0.3)] {
                let found = number(&measured(&mono(rate, &made)), "pitch_hz");
                let off = percent_off(found, hertz);
                assert!(off < 3.0, "{hertz} Hz at {rate}: {found}");
            }
        }
    }
}

#[test]
fn each_window_has_its_pitch() {
    let mut worst = 0f32;
    for hertz in (76..400).map(|hertz| hertz as f32) {
        for made in [sine(8_000, hertz, 0.2, 0.3), voiced(8_000, hertz, 0.2, 0.3)] {
            for window in made.as_chunks().0 {
                let found = pitch::of(window).unwrap_or_default();
                worst = worst.max(percent_off(found, hertz));
            }
        }
    }
    assert!(worst < 1.0, "{worst} %");
}

#[test]
fn pitch_in_noise_on_a_telephone_line() {
    // 12 dB above the noise, and without its fundamental, which a line below 300 Hz takes away.
    for hertz in [110.0, 150.0, 220.0] {
        let whole = voiced(8_000, hertz, 2.0, 0.3);
        let fundamental = sine(8_000, hertz, 2.0, 0.15);
        let hiss = noise(8_000, 2.0, 0.05);
        let made: Sound =
            whole.iter().zip(&fundamental).zip(&hiss).map(|((a, b), c)| a - b + c).collect();
        let found = number(&measured(&mono(8_000, &made)), "pitch_hz");
        assert!(percent_off(found, hertz) < 3.0, "{hertz}: {found}");
    }
}

#[test]
fn what_is_no_voice_has_no_pitch() {
    for made in [
        noise(RATE, 3.0, 0.3),
        silence(RATE, 3.0),
        sine(RATE, 440.0, 3.0, 0.3),
        sine(RATE, 425.0, 3.0, 0.3),
        sine(RATE, 1_000.0, 3.0, 0.3),
        sine(RATE, 50.0, 3.0, 0.3),
        vec![0.4; 48_000],
    ] {
        let voice = measured(&mono(RATE, &made));
        assert_eq!((voice.duration_ms, voice.speech_ms), (3000, 0), "{:?}", voice.extras);
        assert!(voice.emotions.is_empty() && voice.sentiment.is_none());
        for name in ["pitch_hz", "pitch_range_semitones", "energy", "pace", "tempo"] {
            assert_eq!(text(&voice, name), "", "{name}");
        }
        assert_eq!(number(&voice, "longest_silence_ms"), 3000.0);
        assert_eq!((text(&voice, "pauses"), text(&voice, "confidence")), ("0", "low"));
    }
}

#[test]
fn pitch_range_is_in_semitones() {
    let low = voiced(RATE, 120.0, 1.0, 0.3);
    let high = voiced(RATE, 180.0, 1.0, 0.3);
    let range = |made: &[f32]| number(&measured(&mono(RATE, made)), "pitch_range_semitones");
    assert!((range(&[low.clone(), high].concat()) - 7.0).abs() < 0.2);
    assert!(range(&low) < 0.2);
    // What is taken for the third harmonic is left out.
    let wrong = voiced(RATE, 360.0, 0.8, 0.3);
    assert!(range(&[low, wrong].concat()) < 0.2);
}

#[test]
fn pace_counts_syllables_of_speech() {
    for (a_second, scale) in [(2.0, 0.0), (3.0, 25.0), (4.0, 50.0), (5.0, 75.0), (6.0, 100.0)] {
        for (rate, hertz) in [(16_000, 110.0), (8_000, 90.0), (48_000, 220.0)] {
            let spoken = syllables(rate, hertz, a_second, 8.0, 0.5);
            let made = [silence(rate, 2.0), spoken, silence(rate, 3.0)].concat();
            let voice = measured(&mono(rate, &made));
            let beats = number(&voice, "tempo");
            assert!(percent_off(beats, a_second * 60.0) < 5.0, "{a_second}: {beats}");
            assert!((number(&voice, "pace") - scale).abs() <= 6.0, "{:?}", voice.extras);
        }
    }
}

#[test]
fn pauses_and_silences() {
    let tone = || voiced(RATE, 150.0, 1.0, 0.3);
    // 0.2 seconds belong to the word; 0.4 and 0.8 are pauses.
    let parts = [
        silence(RATE, 0.5),
        tone(),
        silence(RATE, 0.2),
        tone(),
        silence(RATE, 0.4),
        tone(),
        silence(RATE, 0.8),
        tone(),
        silence(RATE, 0.6),
    ];
    let quiet = parts.concat();
    let hiss = noise(RATE, 6.5, 0.01);
    let noisy: Sound = quiet.iter().zip(&hiss).map(|(one, other)| one + other).collect();
    for made in [quiet, noisy] {
        let voice = measured(&mono(RATE, &made));
        assert_eq!(voice.duration_ms, 6500);
        assert!(voice.speech_ms.abs_diff(4200) <= 60, "{}", voice.speech_ms);
        assert_eq!(text(&voice, "pauses"), "2");
        assert!((number(&voice, "longest_silence_ms") - 800.0).abs() <= 40.0);
    }
}

#[test]
fn noise_beside_speech_is_no_speech() {
    let spoken = syllables(RATE, 130.0, 4.0, 10.0, 0.5);
    let made = [noise(RATE, 10.0, 0.1), spoken, noise(RATE, 10.0, 0.1)].concat();
    let voice = measured(&mono(RATE, &made));
    assert!(voice.speech_ms.abs_diff(10_000) <= 1_200, "{}", voice.speech_ms);
}

#[test]
fn energy_has_fixed_anchors() {
    // The level of a sine is 3.01 dB below that of its peak.
    for (dbfs, scale) in [
        (-45.0, 0.0),
        (-40.0, 0.0),
        (-30.0, 25.0),
        (-27.0, 37.5),
        (-24.0, 50.0),
        (-18.0, 75.0),
        (-12.0, 100.0),
        (-6.0, 100.0),
    ] {
        let peak = 10f32.powf((dbfs + 3.01) / 20.0);
        let voice = measured(&mono(RATE, &sine(RATE, 200.0, 2.0, peak)));
        assert!((number(&voice, "energy") - scale).abs() <= 1.0, "{dbfs}: {:?}", voice.extras);
    }
    assert_eq!(scales::scale(f32::NAN, &scales::PACE), 0.0);
    assert_eq!(scales::scale(5.5, &scales::PACE), 87.5);
}

#[test]
fn amplitude_compares_parts_with_their_mean() {
    let made = [sine(RATE, 200.0, 3.0, 0.1), sine(RATE, 200.0, 3.0, 0.3)].concat();
    let parts = |made: &[f32]| -> Vec<i64> {
        let voice = measured(&mono(RATE, made));
        text(&voice, "amplitude").split(',').map(|n| n.parse().unwrap()).collect()
    };
    let bars = parts(&made);
    assert_eq!(bars.len(), 60);
    assert!(bars[..30].iter().all(|bar| *bar == -50), "{bars:?}");
    assert!(bars[31..].iter().all(|bar| *bar == 50), "{bars:?}");
    // A burst is cut above, silence below.
    let bars = parts(&[silence(RATE, 5.9), sine(RATE, 200.0, 0.1, 0.5)].concat());
    assert_eq!((bars[0], bars[59]), (-50, 200));
    assert_eq!(parts(&silence(RATE, 1.0)), vec![0; 60]);
    assert_eq!(parts(&sine(RATE, 200.0, 0.1, 0.5)).len(), 10);
    assert_eq!(parts(&[0.5]).len(), 1);
    // Nothing is longer than the recording, whose last frame is not whole.
    let voice = measured(&mono(RATE, &silence(RATE, 0.505)));
    assert_eq!((voice.duration_ms, number(&voice, "longest_silence_ms")), (505, 505.0));
}

#[test]
fn sides_are_told_apart() {
    let (low, high) = (voiced(RATE, 110.0, 2.0, 0.3), voiced(RATE, 220.0, 2.0, 0.3));
    let both = file(1, 16, 2, RATE, &pcm16(&side_by_side(&[&low, &high])));
    let both = Bytes(both);
    let pitch = |side| number(&measured_side(&both, side), "pitch_hz");
    assert_eq!((pitch(Side::First), pitch(Side::Second)), (110.0, 220.0));
    let quiet = silence(RATE, 2.0);
    let one = Bytes(file(1, 16, 2, RATE, &pcm16(&side_by_side(&[&low, &quiet]))));
    assert_eq!(measured_side(&one, Side::Second).speech_ms, 0);
    assert!(measured_side(&one, Side::Mix).speech_ms >= 1_900);
    // Of a mono recording every side is the only channel.
    let voice = measured_side(&mono(RATE, &high), Side::Second);
    assert_eq!((voice.duration_ms, number(&voice, "pitch_hz")), (2000, 220.0));
}

#[test]
fn a_mood_is_calm_or_energetic_and_never_sure() {
    let mood = |voice: &crate::Voice| -> Vec<(String, f32)> {
        voice.emotions.iter().map(|one| (one.name.clone(), one.value)).collect()
    };
    let calm = measured(&mono(RATE, &syllables(RATE, 110.0, 2.0, 12.0, 0.03)));
    let [(name, calm_score), (other, rest)] = &mood(&calm)[..] else { panic!() };
    assert_eq!((name.as_str(), other.as_str()), ("calm", "energetic"));
    assert!(*calm_score > 0.6 && *rest < 0.15, "{calm_score} {rest}");
    assert_eq!(text(&calm, "confidence"), "medium");
    let lively: Sound = [110.0, 190.0, 260.0]
        .iter()
        .cycle()
        .take(12)
        .flat_map(|hertz| syllables(RATE, *hertz, 6.0, 1.0, 0.9))
        .collect();
    let lively = mood(&measured(&mono(RATE, &lively)));
    assert!(lively[1].1 > 0.6 && lively[0].1 < 0.15, "{lively:?}");
    let short = mood(&measured(&mono(RATE, &syllables(RATE, 110.0, 4.0, 2.0, 0.3))));
    assert!(short[0].1 + short[1].1 < 0.2, "{short:?}");
    assert!(mood(&measured(&mono(RATE, &voiced(RATE, 110.0, 0.6, 0.3)))).is_empty());
}
