//! Files that are no recordings, or say what is not so: each is refused with its reason.

use super::sounds::*;
use super::{measured, refused, text};
use crate::source::Source;
use crate::{LocalVoice, Side, measure};
use patchbay_plugin::prelude::*;
use serde_json::json;

fn whole() -> Vec<u8> {
    file(1, 16, 1, 8_000, &pcm16(&voiced(8_000, 150.0, 0.5, 0.3)))
}

fn changed(at: usize, bytes: &[u8]) -> Bytes {
    let mut made = whole();
    made[at..at + bytes.len()].copy_from_slice(bytes);
    Bytes(made)
}

#[test]
fn other_formats_are_named() {
    let heads: [(&[u8], &str); 11] = [
        (b"ID3\x04\0\0\0\0\0\0\0\0", "MP3"),
        (b"\xFF\xFB\x90\x64\0\0\0\0\0\0\0\0", "MP3"),
        (b"\xFF\xF1\x50\x80\0\0\0\0\0\0\0\0", "AAC"),
        (b"OggS\0\x02\0\0\0\0\0\0", "Opus"),
        (b"fLaC\0\0\0\x22\0\0\0\0", "FLAC"),
        (b"#!AMR\n\x3C\0\0\0\0\0", "AMR"),
        (b"\0\0\0\x20ftypM4A ", "MP4"),
        (b"\x1A\x45\xDF\xA3\0\0\0\0\0\0\0\0", "WebM"),
        (b"RF64\xFF\xFF\xFF\xFFWAVE", "variant"),
        (b"Dear support, ...", "no recording"),
        (b"RIFF\x10\0\0\0AVI LIST", "without sound"),
    ];
    for (head, name) in heads {
        let (code, message) = refused(&Bytes(head.to_vec()));
        assert_eq!(code, "voice.format", "{name}");
        assert!(message.contains(name) && message.contains("provider's plugin"), "{message}");
    }
}

#[test]
fn unread_encodings_and_rates() {
    for (at, bytes) in [
        (20, &[2, 0][..]),
        (20, &[0x31, 0]),
        (20, &[3, 0]),
        (34, &[12, 0]),
        (34, &[64, 0]),
        (24, &[0, 0, 0, 0]),
        (24, &[0x3F, 0x1F, 0, 0]),
        (24, &[0, 0xEE, 2, 0]),
        (24, &[0xFF, 0xFF, 0xFF, 0xFF]),
    ] {
        assert_eq!(refused(&changed(at, bytes)).0, "voice.format", "{at} {bytes:?}");
    }
}

#[test]
fn empty_and_cut_files() {
    let whole = whole();
    assert_eq!(refused(&Bytes(vec![])).0, "voice.empty");
    for len in 1..whole.len() {
        let code = refused(&Bytes(whole[..len].to_vec())).0;
        let right = match len {
            1..4 => "voice.format",
            4..44 => "voice.header",
            44 => "voice.empty",
            _ => "voice.truncated",
        };
        assert_eq!(code, right, "{len}");
    }
    assert_eq!(refused(&changed(40, &[0, 0, 0, 0])).0, "voice.empty");
    assert_eq!(refused(&changed(40, &[1, 0, 0, 0])).0, "voice.empty");
}

#[test]
fn sizes_that_lie() {
    for (at, bytes, code) in [
        (40, &[0xFF, 0xFF, 0xFE, 0x7F][..], "voice.truncated"),
        (40, &[0, 0, 1, 0], "voice.truncated"),
        (16, &[0, 0, 0, 0], "voice.header"),
        (16, &[15, 0, 0, 0], "voice.header"),
        (16, &[0xFF, 0xFF, 0xFF, 0xFF], "voice.header"),
        (22, &[0, 0], "voice.header"),
        (22, &[2, 0], "voice.header"),
        (22, &[0xFF, 0xFF], "voice.header"),
        (32, &[0, 0], "voice.header"),
        (32, &[0xFF, 0xFF], "voice.header"),
        (20, &[0xFE, 0xFF], "voice.header"),
        (36, b"LIST", "voice.header"),
        (12, b"data", "voice.header"),
    ] {
        assert_eq!(refused(&changed(at, bytes)).0, code, "{at} {bytes:?}");
    }
    let chunks = [&whole()[..12], &b"JUNK\0\0\0\0".repeat(10_000)].concat();
    assert_eq!(refused(&Bytes(chunks)).0, "voice.header");
}

#[test]
fn any_change_of_the_header_ends_in_figures_or_a_reason() {
    for at in 0..44 {
        for byte in [0, 1, 2, 3, 0x7F, 0x80, 0xFE, 0xFF] {
            match measure::voice(&changed(at, &[byte]), Side::Second) {
                Ok(voice) => assert!(voice.duration_ms < 60_000, "{at} {byte}"),
                Err(Failure::Permanent(detail)) => assert!(detail.message.ends_with('.')),
                Err(other) => panic!("{at} {byte}: {other:?}"),
            }
        }
    }
}

#[test]
fn values_that_are_no_numbers() {
    let values = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -0.0, 1e-40];
    let data: Vec<u8> = values.iter().cycle().take(32_000).flat_map(|v| v.to_le_bytes()).collect();
    let voice = measured(&Bytes(file(3, 32, 1, 16_000, &data)));
    assert_eq!(voice.duration_ms, 2000);
    assert!(!text(&voice, "amplitude").contains("NaN"));
    assert_eq!(text(&voice, "amplitude").split(',').count(), 60);
}

/// What the store cannot read now may be read later; what is too long never.
#[test]
fn trouble_of_the_store_passes_and_length_does_not() {
    struct Broken;
    impl Source for Broken {
        fn read(&self, offset: u64, _max: u32) -> Result<Vec<u8>, Detail> {
            if offset == 0 { Ok(whole()) } else { Err(Detail::new("media.gone", "Gone.")) }
        }
    }
    assert!(matches!(measure::voice(&Broken, Side::Mix), Err(Failure::Retryable(_))));
    /// A header, and then zeros without end.
    struct Endless(u32);
    impl Source for Endless {
        fn read(&self, offset: u64, max: u32) -> Result<Vec<u8>, Detail> {
            let mut head = whole();
            head[40..44].copy_from_slice(&self.0.to_le_bytes());
            head.truncate(44);
            let from = (offset as usize).min(44);
            let mut bytes = head[from..].to_vec();
            bytes.resize(max as usize, 0);
            Ok(bytes)
        }
    }
    // Two hours and a second at 8 kHz and 16 bit; then what is too much in any way.
    for length in [2 * 8_000 * 7_201, 0x7FFE_FFFF] {
        assert_eq!(refused(&Endless(length)).0, "voice.too-long");
    }
}

#[test]
fn settings_have_defaults_and_a_title() {
    let account = |config: serde_json::Value| Account {
        id: "7".into(),
        config: config.to_string(),
        public_url: String::new(),
        extras: vec![],
    };
    for config in [json!({}), json!({ "side": "second" })] {
        let checked = <LocalVoice as settings::Guest>::check(account(config)).unwrap();
        assert_eq!(checked.title.as_deref(), Some("Local voice analysis"));
        assert!(checked.problems.is_empty());
    }
    assert!(<LocalVoice as settings::Guest>::check(account(json!({ "side": "left" }))).is_err());
    <LocalVoice as settings::Guest>::connect(account(json!({})), String::new()).unwrap();
}
