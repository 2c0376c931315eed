//! Conversations in, proposals out, in three languages.

mod answers;
mod hostile;
mod insights;
mod measures;
mod words;

use crate::LocalAssist;
use patchbay_plugin::answer::{Guest as _, Passage, Recommendation};
use patchbay_plugin::message_insight::{Guest as _, Insight};
use patchbay_plugin::prelude::*;
use patchbay_plugin::talk::{Conversation, Turn};
use serde_json::{Value, json};

pub fn account(settings: &Value) -> Account {
    Account {
        id: "7".into(),
        config: settings.to_string(),
        public_url: String::new(),
        extras: vec![],
    }
}

pub fn turn(role: &str, name: &str, text: &str) -> Turn {
    Turn { role: role.into(), name: name.into(), text: text.into(), at_ms: 0 }
}

pub fn talk(turns: Vec<Turn>) -> Conversation {
    Conversation {
        channel: "LIVECHAT".into(),
        subject: None,
        language: None,
        turns,
        extras: vec![],
    }
}

pub fn says(text: &str) -> Conversation {
    talk(vec![turn("customer", "Ann", text)])
}

pub fn passage(id: &str, title: &str, text: &str) -> Passage {
    Passage {
        id: id.into(),
        title: title.into(),
        text: text.into(),
        language: None,
        as_of_ms: 0,
        extras: vec![],
    }
}

/// A small knowledge base in three languages.
pub fn knowledge() -> Vec<Passage> {
    vec![
        passage(
            "en-return",
            "Returns and refunds",
            "You can return any item within 30 days of delivery. Keep the box and the receipt. A refund reaches your card within 5 working days after we receive the item. Sale items cannot be returned.",
        ),
        passage(
            "en-hours",
            "Opening hours",
            "Our shop is open Monday to Friday from 9 a.m. to 6 p.m. On Saturdays we close at 1 p.m. We are closed on public holidays.",
        ),
        passage(
            "en-delivery",
            "Delivery",
            "We deliver within Malaysia in 2 to 4 working days. Delivery is free for orders above RM 100. You get a tracking number by e-mail as soon as the parcel leaves us.",
        ),
        passage(
            "en-password",
            "Password",
            "How do I reset my password?\nChoose Forgot password on the login page. We send you a link that is valid for one hour.\nHow do I change my e-mail address?\nOpen your profile and choose Edit.",
        ),
        passage(
            "ms-return",
            "Pemulangan",
            "Anda boleh memulangkan barang dalam masa 30 hari selepas penghantaran. Bayaran balik dibuat ke kad anda dalam 5 hari bekerja.",
        ),
        passage(
            "ms-hours",
            "Waktu operasi",
            "Kedai kami dibuka Isnin hingga Jumaat dari 9 pagi hingga 6 petang. Kami tutup pada cuti umum.",
        ),
        passage(
            "zh-return",
            "退货与退款",
            "收到商品后30天内可以退货。退款将在5个工作日内退回您的银行卡。请保留原包装。",
        ),
        passage("zh-hours", "营业时间", "我们周一至周五上午九点到下午六点营业。节假日休息。"),
        passage("zh-member", "会员", "会员积分每年年底清零。会员生日当月享受九折优惠。"),
    ]
}

pub fn recommends(what: Conversation, passages: Vec<Passage>) -> Recommendation {
    let given = passages.clone();
    let answer = LocalAssist::recommend(account(&json!({})), what, passages).expect("it answers");
    // Whatever is answered, each citation is word for word in a passage that was given.
    for citation in answer.sentences.iter().flat_map(|sentence| &sentence.citations) {
        let cited = given.iter().find(|p| p.id == citation.passage).expect("a given passage");
        assert!(!citation.quote.is_empty() && cited.text.contains(&citation.quote), "{answer:?}");
    }
    for (at, sentence) in answer.sentences.iter().enumerate() {
        let quotes: Vec<&str> = sentence.citations.iter().map(|c| c.quote.as_str()).collect();
        let is_free = at == 0 || answer.action == "ask";
        assert!(quotes == [sentence.text.as_str()] || (quotes.is_empty() && is_free), "{answer:?}");
    }
    assert!(answer.confidence.is_none_or(|c| (0.0..=1.0).contains(&c)), "{answer:?}");
    if ["hand-off", "nothing"].contains(&&*answer.action) {
        assert!(answer.sentences.is_empty() && !answer.advice.is_empty(), "{answer:?}");
    }
    answer
}

/// The passage an answer quotes, or its action where it quotes none.
pub fn cited(answer: &Recommendation) -> String {
    let first = answer.sentences.iter().flat_map(|sentence| &sentence.citations).next();
    first.map_or_else(|| answer.action.clone(), |citation| citation.passage.clone())
}

pub fn insight(text: &str, kind: &str) -> Insight {
    LocalAssist::find(account(&json!({})), says(text), kind.into()).expect("the kind is known")
}

pub fn score(insight: &Insight, name: &str) -> f32 {
    insight.scores.iter().find(|score| score.name == name).map_or(0.0, |score| score.value)
}
