//! How text becomes words, and questions what the engines read.

use super::{
    Ask, Field, Shelf, Walk, excerpt, phrases,
    walk::STEP,
    words::{Word, words},
};

fn texts(text: &str) -> Vec<String> {
    words(text).into_iter().map(|word| word.text).collect()
}

#[test]
fn words_are_folded_and_cut() {
    for (text, expected) in [
        ("Hello, WORLD!", vec!["hello", "world"]),
        ("Don't don’t", vec!["dont", "dont"]),
        ("Café CAFE\u{301} naïve", vec!["cafe", "cafe", "naive"]),
        ("order A-1042/b", vec!["order", "a", "1042", "b"]),
        ("ＡＢＣ１２", vec!["abc12"]),
        ("pembayaran sudah dibuat", vec!["pembayaran", "sudah", "dibuat"]),
        ("你好吗", vec!["你好", "好吗", "吗"]),
        ("买iPhone吗", vec!["买", "iphone", "吗"]),
        ("مَرْحَبًا بك", vec!["مرحبا", "بك"]),
        ("한국어", vec!["한국", "국어", "어"]),
        ("。！？ … \u{202e} 👍", vec![]),
        ("", vec![]),
    ] {
        assert_eq!(texts(text), expected, "{text}");
    }
    let long = "x".repeat(500);
    assert_eq!(texts(&long)[0].chars().count(), 64);
    assert_eq!(words(&"a ".repeat(20_000)).len(), 8000);
}

#[test]
fn words_know_where_they_came_from() {
    let text = "zür 你好";
    let found: Vec<&str> =
        words(text).iter().map(|Word { start, end, .. }| &text[*start..*end]).collect();
    assert_eq!(found, ["zür", "你好", "好"]);
}

/// What both engines are told, for the client 7 and the field m.
fn told(text: &str) -> (String, String) {
    let mut ask = Ask::default();
    for phrase in phrases(text) {
        ask.and(Field('m'), phrase);
    }
    (ask.sqlite(7), ask.postgres(7))
}

#[test]
fn questions_are_phrases() {
    for (text, sqlite, postgres) in [
        ("Hello", "(\"7mhello\")", "(('7mhello'))"),
        ("a b", "(\"7ma\") AND (\"7mb\")", "(('7ma')) & (('7mb'))"),
        ("\"a b\"", "(\"7ma 7mb\")", "(('7ma' <-> '7mb'))"),
        ("\"a b", "(\"7ma 7mb\")", "(('7ma' <-> '7mb'))"),
        ("a@b.my", "(\"7ma 7mb 7mmy\")", "(('7ma' <-> '7mb' <-> '7mmy'))"),
        ("del*", "(\"7mdel\" *)", "(('7mdel':*))"),
        ("de*", "(\"7mde\")", "(('7mde'))"),
        ("你好吗", "(\"7m你好 7m好吗\")", "(('7m你好' <-> '7m好吗'))"),
        ("吗", "(\"7m吗\" *)", "(('7m吗':*))"),
        ("公司12", "(\"7m公司\") AND (\"7m12\")", "(('7m公司')) & (('7m12'))"),
        ("*", "", ""),
        ("\"\" ' ; -- ) OR (", "(\"7mor\")", "(('7mor'))"),
        (
            "x' NEAR(y) & !z:*",
            "(\"7mx\") AND (\"7mnear 7my\") AND (\"7mz\")",
            "(('7mx')) & (('7mnear' <-> '7my')) & (('7mz'))",
        ),
    ] {
        assert_eq!(told(text), (sqlite.to_owned(), postgres.to_owned()), "{text}");
    }
    assert_eq!(phrases(&"word ".repeat(5000)).len(), 16);
    let mut vain = Ask::default();
    vain.and_any(vec![]);
    assert!(vain.is_vain() && !vain.is_empty());
}

#[test]
fn an_excerpt_stands_around_the_match() {
    let short = excerpt("Is the\n brass lamp in?", &phrases("LAMP"));
    assert_eq!((short.text.as_str(), short.marks), ("Is the brass lamp in?", vec![(13, 4)]));
    let long = format!("{} lamp {}", "before ".repeat(100), "after ".repeat(100));
    let cut = excerpt(&long, &phrases("lamp"));
    assert!(cut.text.starts_with("…before ") && cut.text.ends_with('…'), "{cut:?}");
    let (at, length) = cut.marks[0];
    let units: Vec<u16> = cut.text.encode_utf16().collect();
    assert_eq!(String::from_utf16_lossy(&units[at..at + length]), "lamp");
    assert!(at < 70);
    // Pairs of characters are marked together, and emoji count as browsers count them.
    assert_eq!(excerpt("👍 请问可以吗", &phrases("可以吗")).marks, [(5, 3)]);
    assert_eq!(excerpt("nothing of it", &phrases("lamp")).marks, []);
    assert_eq!(excerpt("delivered", &phrases("del*")).marks, [(0, 9)]);
}

#[test]
fn a_walk_goes_down_to_the_end_and_widens() {
    let mut walk = Walk::new(1, 100_000, 20_000);
    assert_eq!(walk.span(), Some((80_000, 100_000)));
    // A full look goes on below its last document.
    walk.looked(Some(95_000), usize::try_from(STEP).expect("small"));
    assert_eq!(walk.span(), Some((74_999, 94_999)));
    // One that was not full has seen all of its span, and the next is wider.
    walk.looked(Some(80_500), 3);
    assert_eq!(walk.span(), Some((1, 74_998)));
    walk.looked(None, 0);
    assert_eq!(walk.span(), None);

    let mut one = Walk::only(Shelf(1), 5);
    assert_eq!(one.span(), Some((Shelf(1).doc(5), Shelf(1).doc(5))));
    one.looked(None, 0);
    assert_eq!(one.span(), None);
    assert_eq!(Shelf(2).row(Shelf(2).doc(9)), 9);
}
