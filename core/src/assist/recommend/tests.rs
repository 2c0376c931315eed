//! What passages are looked up by, and how sentences become one text.

use super::*;

fn turn(role: &str, text: &str) -> Turn {
    Turn { role: role.into(), text: text.into(), ..Turn::default() }
}

#[test]
fn what_is_looked_up_is_what_the_customer_wrote_last() {
    let talk = |turns: Vec<Turn>| Conversation { turns, ..Conversation::default() };
    let waiting = talk(vec![
        turn("customer", "hello"),
        turn("agent", "Hi!"),
        turn("customer", "my parcel"),
        turn("system", "changed"),
        turn("customer", "is late"),
    ]);
    assert_eq!(customer_words(&waiting), "my parcel\nis late");
    let answered = talk(vec![turn("customer", "my parcel"), turn("agent", "A moment.")]);
    assert_eq!(customer_words(&answered), "my parcel");
    assert_eq!(customer_words(&talk(vec![])), "");
}

#[test]
fn a_language_is_guessed_where_nobody_knows_it() {
    for (text, language) in [
        ("Where is my parcel?", "en"),
        ("Bila pesanan saya sampai?", "ms"),
        ("我的包裹在哪里？", "zh"),
        ("", "en"),
    ] {
        assert_eq!(language_of(text), language, "{text}");
    }
}

#[test]
fn sentences_become_one_text() {
    let sentence = |text: &str| RecommendedSentence { text: text.into(), sources: vec![] };
    let english = [sentence("Hello Ann,"), sentence("You can."), sentence("Within 14 days.")];
    assert_eq!(joined(&english), "Hello Ann,\n\nYou can. Within 14 days.");
    assert_eq!(
        joined(&[sentence("您好，"), sentence("可以。"), sentence("十四天。")]),
        "您好，\n\n可以。十四天。"
    );
}
