//! Languages, sentences and stems.

use crate::language::detect;
use crate::text::{sentences, stem};

#[test]
fn languages_are_told_by_script_and_frequent_words() {
    for (text, expected) in [
        ("Where is my order?", "en"),
        ("refund please", "en"),
        ("Di mana pesanan saya?", "ms"),
        ("Gimana cara bayar?", "ms"),
        ("Bila kedai buka", "ms"),
        ("我的订单在哪里？", "zh"),
        ("我要refund", "zh"),
        ("Wo ist meine Bestellung?", "und"),
        ("Où est ma commande ?", "und"),
        ("Waar is mijn bestelling?", "und"),
        ("注文はどこですか", "und"),
        ("طلبي أين", "und"),
        ("12345", "und"),
        ("", "und"),
    ] {
        assert_eq!(detect(text), expected, "{text}");
    }
}

#[test]
fn sentences_are_parts_of_the_text() {
    for (text, expected) in [
        ("One. Two! Three? Four", vec!["One.", "Two!", "Three?", "Four"]),
        (
            "Open 9 a.m. to 5 p.m. on Mondays. Closed on Sunday.",
            vec!["Open 9 a.m. to 5 p.m. on Mondays.", "Closed on Sunday."],
        ),
        ("It costs RM 5.50. See No. 7.", vec!["It costs RM 5.50.", "See No. 7."]),
        ("第一句。第二句！第三句？", vec!["第一句。", "第二句！", "第三句？"]),
        ("Line one\n\n  Line two  \n---", vec!["Line one", "Line two"]),
        ("...", vec![]),
    ] {
        assert_eq!(sentences(text), expected, "{text}");
    }
}

#[test]
fn inflected_words_meet() {
    for (one, other) in [
        ("deliveries", "delivery"),
        ("returns", "returned"),
        ("returning", "return"),
        ("changing", "change"),
        ("boxes", "box"),
        ("shipping", "shipped"),
        ("memulangkan", "pemulangan"),
        ("penghantaran", "menghantar"),
        ("pembayaran", "bayar"),
        ("barangnya", "barang"),
        ("dibuka", "buka"),
    ] {
        assert_eq!(stem(one), stem(other), "{one} {other}");
    }
    for (one, other) in [("pay", "play"), ("bus", "bu"), ("news", "new"), ("human", "hum")] {
        assert_ne!((one, stem(one)), (other, stem(other)));
    }
}
