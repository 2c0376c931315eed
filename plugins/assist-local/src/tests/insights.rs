//! What a message tells, and what a conversation is about.

use super::*;
use crate::emotion::NAMES;
use patchbay_plugin::analyse_text::Guest as _;
use patchbay_plugin::settings::Guest as _;

#[test]
fn emotions_are_told_in_three_languages() {
    for (text, expected) in [
        ("I am furious, this is unacceptable!", "anger"),
        ("I'm not happy with this", "anger"),
        ("I am worried about my data", "fear"),
        ("Great, I am very happy with it", "happy"),
        ("I love this shop ❤", "love"),
        ("I am so disappointed", "sad"),
        ("This is not good.", "sad"),
        ("Wow, I am surprised", "surprise"),
        ("How does this work?", "curious"),
        ("Saya sangat marah!", "anger"),
        ("Saya tidak puas hati", "anger"),
        ("Saya risau tentang bungkusan saya", "fear"),
        ("Saya gembira sangat", "happy"),
        ("Saya sedih sekali", "sad"),
        ("Saya tak suka", "sad"),
        ("我非常生气", "anger"),
        ("我很担心", "fear"),
        ("服务不错，我很满意", "happy"),
        ("我不喜欢", "sad"),
        ("没想到居然坏了", "surprise"),
        ("我很喜欢这家店", "love"),
        ("😡😡", "anger"),
        ("WHERE IS MY PARCEL", "anger"),
        ("I am not angry.", ""),
        ("Order 12345 from Monday", ""),
        ("", ""),
    ] {
        let found = insight(text, "emotion");
        assert_eq!(found.value, expected, "{text} {found:?}");
        let sum: f32 = found.scores.iter().map(|score| score.value).sum();
        assert!(sum <= 1.0, "{text} {sum}");
        assert!(found.scores.iter().all(|s| NAMES.contains(&&*s.name) && s.value > 0.0));
        assert_eq!(found.scores.is_empty(), expected.is_empty(), "{text}");
    }
}

#[test]
fn intensifiers_and_marks_weigh_more() {
    let anger = |text: &str| score(&insight(text, "emotion"), "anger");
    assert!(anger("I am very angry") > anger("I am angry"));
    assert!(anger("I am angry!!!") > anger("I am angry"));
    assert!(anger("I am a bit angry") < anger("I am angry"));
    assert!(anger("Saya marah sangat") > anger("Saya marah"));
}

#[test]
fn rude_words_get_another_wording_and_polite_ones_stay() {
    for (text, expected) in [
        ("WHERE IS MY DAMN ORDER 12345???", "Where is my order 12345?"),
        ("Give me my money back!!!", "Please give me my money back!"),
        ("Please send me the invoice.", ""),
        ("send me the invoice asap", "please send me the invoice as soon as possible"),
        ("Sy nak bayaran balik", "Saya ingin bayaran balik"),
        ("快点发货！！", "请尽快发货！"),
        ("Could you help me, please?", ""),
        ("They send me the wrong size.", ""),
        ("You idiots, where is my refund?!", "Where is my refund?"),
        ("Wait... what is 3.5 x 4?", ""),
        ("请问什么时候发货？", ""),
        ("", ""),
    ] {
        assert_eq!(insight(text, "alternative").value, expected, "{text}");
    }
}

#[test]
fn few_words_tell_nothing_of_a_person() {
    let short = insight("Please help, thank you", "personality");
    assert_eq!((short.value.as_str(), short.scores.len()), ("", 0));
    assert!(short.extras.contains(&("confidence".into(), "low".into())));
    let long = insight(
        "Hello, I checked the receipt and the list of items carefully, planned the delivery according to \
         the schedule, and attached the documents. First the order number, second the details, and \
         third the exact date. Please confirm each step.",
        "personality",
    );
    assert_eq!(long.scores.len(), 5);
    assert_eq!(long.scores[0].name, "conscientiousness");
    assert!(long.value.contains("careful"), "{long:?}");
    assert!(long.scores.iter().all(|s| (0.0..=1.0).contains(&s.value)));
}

#[test]
fn traits_are_read_in_malay_and_chinese() {
    for (text, expected) in [
        (
            "Selamat pagi, tolong semak pesanan saya. Saya faham anda sibuk dan saya akan sabar menunggu. \
             Terima kasih kerana sudi membantu, maaf menyusahkan. Saya hargai segala usaha anda semua di kedai.",
            "agreeableness",
        ),
        (
            "您好，我非常担心我的包裹，已经好几天没有消息了，我很焦虑，晚上都睡不着，压力很大，\
             害怕它丢了，里面是给孩子的生日礼物，我真的很着急，很紧张，再这样下去我要崩溃了。",
            "neuroticism",
        ),
    ] {
        let found = insight(text, "personality");
        assert_eq!(found.scores[0].name, expected, "{found:?}");
        assert!(!found.value.is_empty());
    }
}

#[test]
fn summaries_are_the_customers_words() {
    for text in [
        "Selamat pagi. Bungkusan saya belum sampai. Saya sangat kecewa! Cuaca hujan.",
        "你好。今天下雨。耳机坏了，我很失望。我要退货！",
        "Hi. It rains. I was charged RM 120 twice. Can I get a refund?",
    ] {
        let found = LocalAssist::analyse(account(&json!({})), says(text)).expect("analysed");
        let summary = found.summary.expect("a summary");
        for sentence in crate::text::sentences(&summary) {
            assert!(text.contains(sentence), "{sentence}");
        }
        assert!(
            !summary.contains("rains") && !summary.contains("下雨") && !summary.contains("hujan")
        );
        assert!(summary.len() < text.len());
    }
}

#[test]
fn advocacy_sorts_as_a_survey_would() {
    for (text, expected) in [
        ("I will recommend you to all my friends, great service!", "promoter"),
        ("I would never recommend this shop", "detractor"),
        ("Never again. Worst shop.", "detractor"),
        ("When do you open?", "passive"),
        ("Saya akan syorkan kedai ini kepada kawan", "promoter"),
        ("Saya tidak akan beli lagi di sini", "detractor"),
        ("强烈推荐这家店", "promoter"),
        ("我再也不会来了", "detractor"),
        ("我不推荐", "detractor"),
        ("", ""),
    ] {
        let found = insight(text, "advocacy");
        assert_eq!(found.value, expected, "{text} {found:?}");
        assert!(found.scores.iter().map(|s| s.value).sum::<f32>() <= 1.0);
    }
}

#[test]
fn the_anchor_is_what_the_customer_wrote() {
    for (text, expected, kind) in [
        ("Where is my order #12345? I paid RM 120 on 3 March.", "#12345", "order-number"),
        ("Order ORD-2026-0017 is late", "ORD-2026-0017", "order-number"),
        ("It says \"card declined\" since 12/03/2026", "card declined", "quote"),
        ("You charged me RM120.50 too much", "RM120.50", "amount"),
        ("You charged $ 45 twice", "$ 45", "amount"),
        ("多扣了我100元", "100元", "amount"),
        ("I booked for 12 March", "12 March", "date"),
        ("Saya tempah untuk 12 Mac", "12 Mac", "date"),
        ("我预订了3月12日的座位", "3月12日", "date"),
        ("页面显示「余额不足」", "余额不足", "quote"),
        ("The washing machine is too loud", "washing machine", "product"),
        ("耳机没有声音", "耳机", "product"),
        ("I may come", "", ""),
        ("Since 2024 nothing works", "", ""),
        ("", "", ""),
    ] {
        let found = insight(text, "anchor");
        assert_eq!(found.value, expected, "{text}");
        assert!(text.contains(&found.value));
        let told = found.extras.iter().find(|(name, _)| name == "kind");
        assert_eq!(told.map_or("", |(_, kind)| kind), kind, "{text}");
    }
}

#[test]
fn the_next_need_follows_from_the_topic() {
    assert!(insight("Where is my parcel?", "forwardresolution").value.contains("tracking"));
    assert!(insight("我想退款", "forwardresolution").value.contains("send the item back"));
    assert!(insight("Saya lupa kata laluan", "forwardresolution").value.contains("sign in"));
    assert_eq!(insight("Blue elephants", "forwardresolution").value, "");
}

#[test]
fn an_unknown_kind_fails_for_good() {
    let failed = LocalAssist::find(account(&json!({})), says("Hello"), "horoscope".into());
    let Err(Failure::Permanent(detail)) = failed else { panic!("{failed:?}") };
    assert_eq!(detail.code, "assist.kind");
}

#[test]
fn only_the_newest_customer_turn_tells() {
    let what = talk(vec![
        turn("customer", "Ann", "I am furious!"),
        turn("agent", "Bo", "I hate this too, terrible."),
        turn("customer", "Ann", "Thank you, I am happy now."),
        turn("agent", "Bo", "I am sad."),
    ]);
    let found = LocalAssist::find(account(&json!({})), what, "emotion".into()).expect("found");
    assert_eq!(found.value, "happy");
}

#[test]
fn a_conversation_is_analysed() {
    let what = talk(vec![
        turn("customer", "Ann", "Hello! My parcel 12345 has not arrived. I am very disappointed."),
        turn("agent", "Bo", "Great news about the payment."),
        turn("customer", "Ann", "Ok."),
    ]);
    let found = LocalAssist::analyse(account(&json!({})), what).expect("analysed");
    assert_eq!(found.language.as_deref(), Some("en"));
    assert!(found.sentiment.is_some_and(|value| value < -0.5), "{found:?}");
    assert_eq!(found.topics[0].name, "delivery");
    assert_eq!(
        found.summary.as_deref(),
        Some("My parcel 12345 has not arrived. I am very disappointed.")
    );
    let none = LocalAssist::analyse(account(&json!({})), talk(vec![])).expect("analysed");
    assert_eq!((none.language, none.sentiment, none.summary), (None, None, None));
    let happy =
        LocalAssist::analyse(account(&json!({})), says("太好了，谢谢！")).expect("analysed");
    assert!(happy.sentiment.is_some_and(|value| value > 0.5));
}

#[test]
fn the_check_of_the_settings_names_the_helper() {
    let found = LocalAssist::check(account(&json!({}))).expect("a check answers");
    assert_eq!(found.title.as_deref(), Some("Local helper"));
    assert!(found.problems.is_empty() && found.facts.len() == 2);
    let wrong = LocalAssist::check(account(&json!({"min_confidence": 3}))).expect("it answers");
    assert_eq!(wrong.problems[0].0, "min_confidence");
}
