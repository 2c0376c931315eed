//! Every encoding and rate gives the figures of the same sound.

use super::sounds::*;
use super::{measured, number, text};
use crate::samples::{alaw, mulaw};
use patchbay_plugin::analyse_voice::Voice;

fn made(rate: u32) -> Sound {
    syllables(rate, 150.0, 4.0, 3.0, 0.4)
}

fn is_the_sound(voice: &Voice, what: &str) {
    assert_eq!(voice.duration_ms, 3000, "{what}");
    assert!(voice.speech_ms >= 2_850, "{what}: {}", voice.speech_ms);
    assert!((number(voice, "pitch_hz") - 150.0).abs() <= 2.0, "{what}: {:?}", voice.extras);
    assert_eq!(text(voice, "tempo"), text(&measured(&mono(16_000, &made(16_000))), "tempo"));
    let energy = number(&measured(&mono(16_000, &made(16_000))), "energy");
    assert!((number(voice, "energy") - energy).abs() <= 2.0, "{what}: {:?}", voice.extras);
}

#[test]
fn every_encoding() {
    let sound = made(16_000);
    let each = |bytes: &dyn Fn(f32) -> Vec<u8>| -> Vec<u8> {
        sound.iter().flat_map(|one| bytes(*one)).collect()
    };
    let pcm8 = each(&|one| vec![(one * 127.0 + 128.0).round() as u8]);
    let pcm24 = each(&|one| ((one * 8_388_607.0) as i32).to_le_bytes()[..3].to_vec());
    let pcm32 = each(&|one| ((f64::from(one) * 2_147_483_647.0) as i32).to_le_bytes().to_vec());
    let float = each(&|one| one.to_le_bytes().to_vec());
    for (what, tag, bits, data) in [
        ("8 bit", 1, 8, pcm8),
        ("16 bit", 1, 16, pcm16(&sound)),
        ("24 bit", 1, 24, pcm24),
        ("32 bit", 1, 32, pcm32),
        ("float", 3, 32, float),
        ("A-law", 6, 8, g711(&sound, alaw)),
        ("mu-law", 7, 8, g711(&sound, mulaw)),
    ] {
        is_the_sound(&measured(&Bytes(file(tag, bits, 1, 16_000, &data))), what);
        // The same on each of six channels, where pieces end in the middle of a block.
        let bytes = usize::from(bits / 8);
        let six: Vec<u8> = data.chunks(bytes).flat_map(|one| one.repeat(6)).collect();
        is_the_sound(&measured(&Bytes(file(tag, bits, 6, 16_000, &six))), what);
    }
}

#[test]
fn every_rate() {
    for rate in [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] {
        is_the_sound(&measured(&mono(rate, &made(rate))), &rate.to_string());
    }
}

#[test]
fn values_of_g711() {
    assert_eq!([0xFF, 0x7F, 0x80, 0x00].map(mulaw), [0, 0, 32_124, -32_124]);
    assert_eq!([0xD5, 0x55, 0xAA, 0x2A].map(alaw), [8, -8, 32_256, -32_256]);
}

#[test]
fn other_chunks_and_the_extensible_format() {
    let data = pcm16(&made(16_000));
    let plain = file(1, 16, 1, 16_000, &data);
    let mut format = plain[20..36].to_vec();
    format[..2].copy_from_slice(&0xFFFEu16.to_le_bytes());
    format.extend([22, 0, 16, 0, 4, 0, 0, 0]);
    format.extend(b"\x01\0\0\0\0\0\x10\0\x80\0\0\xAA\0\x38\x9B\x71");
    let mut made = plain[..12].to_vec();
    made.extend(b"JUNK\x03\0\0\0abc\0fmt \x28\0\0\0");
    made.extend(&format);
    made.extend(b"LIST\0\0\0\0");
    made.extend(&plain[36..]);
    made.extend(b"id3 \x04\0\0\0tail");
    is_the_sound(&measured(&Bytes(made)), "extensible");
}

#[test]
fn the_length_of_a_stream_is_unknown() {
    for (riff, data) in [(u32::MAX, u32::MAX), (0, 0), (0x7FFF_FFFF, 0x7FFF_FFDB), (u32::MAX, 0)] {
        let mut made = file(1, 16, 1, 16_000, &pcm16(&made(16_000)));
        made[4..8].copy_from_slice(&riff.to_le_bytes());
        made[40..44].copy_from_slice(&data.to_le_bytes());
        is_the_sound(&measured(&Bytes(made)), "a stream");
    }
}
