//! Ten minutes are measured in seconds, and the fixtures' recordings are the ones made here.

use super::sounds::*;
use super::{measured, number};
use std::path::Path;
use std::time::{Duration, Instant};

#[test]
#[expect(clippy::disallowed_methods, reason = "real time is what is measured here")]
fn ten_minutes() {
    let ten = [syllables(16_000, 130.0, 4.0, 8.0, 0.4), noise(16_000, 2.0, 0.01)].concat();
    let recording = mono(16_000, &ten.repeat(60));
    let started = Instant::now();
    let voice = measured(&recording);
    let took = started.elapsed();
    assert_eq!(voice.duration_ms, 600_000);
    assert!(voice.speech_ms.abs_diff(480_000) < 10_000, "{}", voice.speech_ms);
    assert!((number(&voice, "tempo") - 240.0).abs() < 10.0, "{:?}", voice.extras);
    // Tests are compiled without optimisation, and share the machine: the component is far quicker.
    assert!(took < Duration::from_secs(60), "{took:?}");
}

/// A sentence with a pause on the first channel, and a lower voice on the second.
fn talk() -> Vec<u8> {
    const RATE: u32 = 8_000;
    let customer = [
        syllables(RATE, 210.0, 4.0, 1.0, 0.5),
        syllables(RATE, 180.0, 5.0, 0.6, 0.4),
        noise(RATE, 0.5, 0.003),
        syllables(RATE, 240.0, 5.0, 0.8, 0.6),
    ]
    .concat();
    let agent = syllables(RATE, 110.0, 3.0, 2.9, 0.1);
    file(7, 8, 2, RATE, &g711(&side_by_side(&[&customer, &agent]), crate::samples::mulaw))
}

/// `PATCHBAY_GOLDEN=write` writes the recordings anew.
#[test]
fn the_recordings_of_the_fixtures() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/analyse-voice");
    let quiet = file(1, 16, 1, 8_000, &pcm16(&silence(8_000, 0.5)));
    let mut cut = quiet.clone();
    cut.truncate(1_000);
    for (name, made) in [("talk.wav", talk()), ("silence.wav", quiet), ("cut.wav", cut)] {
        let path = folder.join(name);
        if std::env::var_os("PATCHBAY_GOLDEN").is_some_and(|word| word == "write") {
            std::fs::write(&path, &made).expect("recordings can be written");
        }
        let kept = std::fs::read(&path).unwrap_or_default();
        assert!(kept == made, "{name} differs: PATCHBAY_GOLDEN=write writes it");
    }
}
