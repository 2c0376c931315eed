//! How what a person types is read.

use super::model::{SearchTerms, bare, number, offset};

#[test]
fn keys_are_read_and_combine() {
    let of = |words: &str, from: &str, contact: &str, label: &str, number: &str| SearchTerms {
        words: words.into(),
        from: from.into(),
        contact: contact.into(),
        label: label.into(),
        number: number.into(),
    };
    for (text, expected) in [
        ("hello", of("hello", "", "", "", "")),
        ("number:12", of("", "", "", "", "12")),
        ("ticket:#12 lamp", of("lamp", "", "", "", "#12")),
        ("FROM:agent1  brass lamp", of("brass lamp", "agent1", "", "", "")),
        ("label:\"Second floor\" x", of("x", "", "", "\"Second floor\"", "")),
        ("contact:Mei message:\"a b\" c", of("\"a b\" c", "", "Mei", "", "")),
        ("https://x.my at 10:30", of("https://x.my at 10:30", "", "", "", "")),
        ("from:", of("", "", "", "", "")),
        (":", of(":", "", "", "", "")),
        ("\"open", of("\"open", "", "", "", "")),
        ("", SearchTerms::default()),
    ] {
        assert_eq!(SearchTerms::parse(text), expected, "{text}");
    }
    let both = SearchTerms::parse("from:a x").with(&of("y", "", "", "Late", ""));
    assert_eq!(both, of("x y", "a", "", "Late", ""));
}

#[test]
fn numbers_and_offsets() {
    assert_eq!(number("#12"), Some(12));
    assert_eq!(number("\"12\""), Some(12));
    assert_eq!(number("12a").or(number("-1")).or(number("99999999999999999999")), None);
    assert_eq!(bare("“Second floor”"), "Second floor");
    assert_eq!((offset("6"), offset("x"), offset("-6"), offset("999999999")), (6, 0, 0, 1000));
}
