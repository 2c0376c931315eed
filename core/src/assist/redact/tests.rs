//! What is hidden, what stays, and what comes back.

use super::*;

fn hidden(text: &str) -> String {
    Redaction::default().hide(text)
}

#[test]
fn what_identifies_a_person_is_hidden_and_put_back() {
    let mut redaction = Redaction::default();
    let text = "I am ann.lee+x@example.com, +60 12-345 6789; write to ann.lee+x@example.com.";
    let sent = redaction.hide(text);
    assert_eq!(sent, "I am «EMAIL_1», «PHONE_1»; write to «EMAIL_1».");
    assert_eq!(redaction.places(), 3);
    assert_eq!(
        redaction.restore("Kami menulis kepada «EMAIL_1»"),
        "Kami menulis kepada ann.lee+x@example.com"
    );
    assert_eq!(redaction.restore(&sent), text);
    // A second text of the same question goes on counting.
    assert_eq!(redaction.hide("or bo@example.org"), "or «EMAIL_2»");
}

#[test]
fn what_a_translation_loses_stands_behind_it() {
    let mut redaction = Redaction::default();
    let texts = ["Mail a@example.com", "Nothing here"];
    let sent: Vec<String> = texts.iter().map(|text| redaction.hide(text)).collect();
    assert_eq!(sent, ["Mail «EMAIL_1»", "Nothing here"]);
    assert_eq!(redaction.restore_all("E-mel «EMAIL_1»", texts[0]), "E-mel a@example.com");
    assert_eq!(redaction.restore_all("E-mel EMAIL_1", texts[0]), "E-mel EMAIL_1 (a@example.com)");
    assert_eq!(redaction.restore_all("Tiada", texts[1]), "Tiada");
}

#[test]
fn each_kind_is_known() {
    for (text, kind) in [
        ("4111 1111 1111 1111", "CARD"),
        ("my card 5500-0000-0000-0004", "CARD"),
        ("378282246310005", "CARD"),
        ("DE89 3704 0044 0532 0130 00", "IBAN"),
        ("GB82WEST12345698765432", "IBAN"),
        ("900131-14-5678", "ID"),
        ("IC 900131145678", "ID"),
        ("+4915112345678", "PHONE"),
        ("012-3456789", "PHONE"),
        ("03-1234 5678", "PHONE"),
        ("电话13812345678。", "PHONE"),
        ("(415) 555-0132", "PHONE"),
        ("sk-live-abcdEFGH12345678", "SECRET"),
        ("ghp_abcdefghijklmnop0123", "SECRET"),
        ("my password is Tr0ub4dor&3", "SECRET"),
        ("密码：abc12345", "SECRET"),
        ("mail.of_me@sub.example.co.uk", "EMAIL"),
    ] {
        let sent = hidden(text);
        assert!(sent.contains(&format!("«{kind}_1»")), "{text}: {sent}");
    }
}

#[test]
fn ordinary_numbers_stay() {
    for text in [
        "Order 4111111111111112",
        "order no. 4111111111111111",
        "Order #13812345678",
        "订单号 13812345678",
        "pesanan 0123456789",
        "It cost 1,299.00 on 2026-11-27 at 10:30",
        "DE89 3704 0044 0532 0130 01",
        "900131-19-5678",
        "991331145678",
        "parcel 1Z999AA10123456784",
        "Version 10.20.30.40",
        "I paid 5 times, 100 each",
    ] {
        assert_eq!(hidden(text), text);
    }
}

/// Numbers as shops give them, a hundred thousand of many shapes.
#[test]
fn of_order_numbers_at_most_two_in_a_hundred_are_taken_for_something() {
    let mut seed = 7_u64;
    let mut next = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let (mut taken, all) = (0, 20_000);
    for _ in 0..all {
        let number: String = (0..5 + next(8)).map(|_| char::from(b'0' + next(10) as u8)).collect();
        let text = match next(4) {
            0 => format!("My order {number} is late"),
            1 => format!("Where is {number}?"),
            2 => format!("SO-{number}"),
            _ => format!("#{number}"),
        };
        taken += usize::from(hidden(&text) != text);
    }
    assert!(taken * 50 <= all, "{taken} of {all}");
}

/// Addresses, numbers and cards of many shapes among words.
#[test]
fn of_what_identifies_at_least_98_in_a_hundred_are_hidden() {
    let mut seed = 11_u64;
    let mut next = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let (mut missed, all) = (vec![], 10_000);
    for _ in 0..all {
        let mut run =
            |n: u64| -> String { (0..n).map(|_| char::from(b'0' + next(10) as u8)).collect() };
        let (three, four, more, eight) = (run(3), run(4), run(4), run(8));
        let secret = match next(6) {
            0 => format!("p{three}.q{four}@shop-{three}.example"),
            1 => format!("+60 1{}-{three} {four}", next(10)),
            2 => format!("+65{eight}"),
            3 => format!("01{}-{three}{four}", next(10)),
            4 => with_check_digit(&format!("4{three}{four}{more}{three}")),
            _ => format!("{:02}{:02}{:02}-14-{four}", next(99), 1 + next(12), 1 + next(28)),
        };
        let text = match next(3) {
            0 => format!("Please write to {secret} today"),
            1 => format!("Saya: {secret}."),
            _ => format!("我是{secret}，谢谢"),
        };
        if hidden(&text).contains(&secret) {
            missed.push(text);
        }
    }
    assert!(
        missed.len() * 50 <= all,
        "{} missed: {:?}",
        missed.len(),
        &missed[..9.min(missed.len())]
    );
}

/// Fifteen digits and the one that makes them a card's.
fn with_check_digit(front: &str) -> String {
    (0..10).map(|n| format!("{front}{n}")).find(|card| is_card(card)).unwrap()
}

#[test]
fn placeholders_of_a_customer_are_text_like_any_other() {
    let mut redaction = Redaction::default();
    let text = "«EMAIL_1» and me@example.com";
    let sent = redaction.hide(text);
    assert_eq!(sent, "«TEXT_1» and «EMAIL_1»");
    assert_eq!(redaction.restore(&sent), text);
    assert_eq!(redaction.restore("«EMAIL_9»"), "«EMAIL_9»", "what a helper makes up");
    assert_eq!(hidden(&"9".repeat(100_000)).len(), 100_000);
}

#[test]
fn quotation_marks_hide_nothing() {
    for text in ["»Ja« und « offen: ann@example.com", "« ann@example.com", "»Ja« 012-3456789"]
    {
        assert_ne!(hidden(text), text);
    }
}

#[test]
fn numbers_of_persons_are_theirs_also_behind_the_word_number() {
    for text in [
        "My card number: 4111 1111 1111 1111",
        "card no. 4111111111111111",
        "phone number: 012-3456789",
        "手机号：13800138000",
        "IC no. 900131145678",
        "at the casino 012-3456789",
    ] {
        assert_ne!(hidden(text), text);
    }
}
