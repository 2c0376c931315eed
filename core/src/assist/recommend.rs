//! A proposal to answer a conversation: made of passages of the knowledge base, and checked against them
//! before an agent sees it.

use super::{
    Assist,
    check::{Checked, check},
    model::{
        self, Action, Recommendation, RecommendationQuery, RecommendedSentence, SentenceSource,
    },
    question::{Answered, Question},
    store,
};
use crate::{
    http::Problem,
    knowledge,
    plugins::{self, Conversation, Interface, Passage, Turn},
    tickets::{NewInsight, RECOMMENDATION, Subject, Viewer},
};
use serde_json::json;
use std::collections::HashMap;

/// Passages that a helper gets to quote.
const PASSAGES: usize = 8;
/// Characters of what the customer wrote last, which passages are looked up by.
const QUESTION_CHARACTERS: usize = 1_000;
/// Characters of a text that is asked about without a message.
const TEXT_CHARACTERS: usize = 5_000;

impl Assist {
    /// A proposal to answer a message, or where none is named, a text. What a helper said about the message
    /// as it is, somebody gets again who does not ask anew.
    ///
    /// # Errors
    /// `not_found`, `invalid` without either; `conflict` without a helper, `unavailable`.
    pub(super) async fn recommend(
        &self,
        viewer: &Viewer,
        query: &RecommendationQuery,
    ) -> Result<Recommendation, Problem> {
        let mut done = match query.message()? {
            Some(message_id) => self.for_message(viewer, message_id, query.again()).await?,
            None => self.for_text(viewer, query).await?,
        };
        if let Some(target) = query.translation()
            && !done.what_to_say.is_empty()
        {
            done.translation = Some(self.in_language(viewer, &done.what_to_say, target).await?);
        }
        Ok(done)
    }

    async fn for_message(
        &self,
        viewer: &Viewer,
        message_id: i64,
        again: bool,
    ) -> Result<Recommendation, Problem> {
        let subject = self.tickets.subject(viewer, message_id, model::TURNS_MAX).await?;
        if !again {
            let told = self.tickets.told(viewer, message_id, RECOMMENDATION).await?;
            if let Some(known) = told.and_then(|told| serde_json::from_value(told).ok()) {
                return Ok(known);
            }
        }
        let talk = model::conversation(subject.talk.clone());
        let question = Question {
            client_id: viewer.client_id,
            interface: Interface::Answer,
            task: RECOMMENDATION,
            ticket_id: Some(subject.ticket_id),
            message_id: Some(message_id),
            by: &viewer.username,
        };
        self.ask_for_one(&question, &talk, Some(&subject)).await
    }

    async fn for_text(
        &self,
        viewer: &Viewer,
        query: &RecommendationQuery,
    ) -> Result<Recommendation, Problem> {
        let text: String = query.text.trim().chars().take(TEXT_CHARACTERS).collect();
        if text.is_empty() {
            return Err(Problem::field("messageId", "Name a message, or give a text."));
        }
        let turn = Turn { role: "customer".to_owned(), text, ..Turn::default() };
        let channel = query.channel.clone();
        let talk = Conversation { channel, turns: vec![turn], ..Conversation::default() };
        let question = Question {
            client_id: viewer.client_id,
            interface: Interface::Answer,
            task: RECOMMENDATION,
            ticket_id: None,
            message_id: None,
            by: &viewer.username,
        };
        self.ask_for_one(&question, &talk, None).await
    }

    async fn ask_for_one(
        &self,
        question: &Question<'_>,
        talk: &Conversation,
        subject: Option<&Subject>,
    ) -> Result<Recommendation, Problem> {
        let client_id = question.client_id;
        let words = customer_words(talk);
        let language = talk.language.clone().unwrap_or_else(|| language_of(&words).to_owned());
        let found = {
            let mut conn = self.db.read().await?;
            knowledge::passages(&mut conn, client_id, (&words, &language), PASSAGES).await?
        };
        let passages = given(&found);
        let answered = self
            .ask(*question, talk, |helper, talk| {
                let passages = passages.clone();
                async move {
                    let call = helper.host().recommend(&helper.account, &talk, &passages);
                    helper.ask("recommend", call).await
                }
            })
            .await?;
        let now = self.clock.now_ms();
        let mut proposal = proposed(&answered, &passages, &found, talk);
        proposal.ticket_id = question.ticket_id;
        proposal.message_id = question.message_id;
        proposal.ts = now;
        let mut tx = self.db.begin().await?;
        proposal.id = store::add_result(&mut tx, question, answered.told(), now).await?;
        if let Some(subject) = subject {
            let value = json!(proposal);
            let new = NewInsight {
                kind: RECOMMENDATION,
                text: &subject.text,
                value: &value,
                by: question.by,
            };
            let message = (client_id, subject.message_id);
            self.tickets.keep_insight(&mut tx, message, &new).await?;
        }
        tx.commit().await?;
        Ok(proposal)
    }
}

/// What the customer wrote last.
fn customer_words(talk: &Conversation) -> String {
    let said: Vec<&str> = talk
        .turns
        .iter()
        .rev()
        .take_while(|turn| turn.role != "agent")
        .filter(|turn| turn.role == "customer")
        .map(|turn| turn.text.as_str())
        .collect();
    let newest = talk.turns.iter().rev().find(|turn| turn.role == "customer");
    let text = match said.is_empty() {
        true => newest.map(|turn| turn.text.clone()).unwrap_or_default(),
        false => said.into_iter().rev().collect::<Vec<_>>().join("\n"),
    };
    // The end of a long message mostly says what is wanted.
    let cut = text.chars().count().saturating_sub(QUESTION_CHARACTERS);
    text.chars().skip(cut).collect()
}

/// A guess by script and by the commonest words, where nobody knows it yet.
fn language_of(text: &str) -> &'static str {
    const MALAY: &[&str] = &[
        "saya", "boleh", "tak", "tidak", "nak", "ada", "bila", "dengan", "untuk", "yang", "apa",
        "macam", "mana", "berapa", "pesanan", "terima", "kasih", "awak", "anda", "sudah", "dah",
    ];
    if text.chars().any(|c| matches!(c, '\u{4E00}'..='\u{9FFF}')) {
        return "zh";
    }
    let lower = text.to_lowercase();
    let malay = lower.split(|c: char| !c.is_alphabetic()).filter(|word| MALAY.contains(word));
    if malay.count() >= 2 { "ms" } else { "en" }
}

fn given(found: &[knowledge::Passage]) -> Vec<Passage> {
    let passage = |(number, p): (usize, &knowledge::Passage)| Passage {
        id: format!("p{}", number + 1),
        title: p.title.clone(),
        text: p.text.clone(),
        language: Some(p.language.clone()),
        as_of_ms: p.published_at,
        extras: vec![],
    };
    found.iter().enumerate().map(passage).collect()
}

/// What an agent gets to see of a helper's answer.
fn proposed(
    answered: &Answered<plugins::Recommendation>,
    passages: &[Passage],
    found: &[knowledge::Passage],
    talk: &Conversation,
) -> Recommendation {
    let back = |text: &str| answered.redaction.restore(text);
    let answer = &answered.answer;
    let sentences: Vec<plugins::Sentence> = answer
        .sentences
        .iter()
        .map(|s| plugins::Sentence { text: back(&s.text), citations: s.citations.clone() })
        .collect();
    let said: Vec<String> =
        talk.turns.iter().map(|turn| format!("{}\n{}", turn.name, turn.text)).collect();
    let Checked { kept, struck } = check(&sentences, passages, &said.join("\n"));
    let by_id: HashMap<&str, &knowledge::Passage> =
        passages.iter().map(|p| p.id.as_str()).zip(found).collect();
    let source = |cited: &plugins::Citation| {
        by_id.get(cited.passage.as_str()).map(|p| SentenceSource {
            article_id: p.article_id,
            language: p.language.clone(),
            title: p.title.clone(),
            path: p.path.clone(),
            quote: cited.quote.clone(),
            published_at: p.published_at,
        })
    };
    let results: Vec<RecommendedSentence> = kept
        .iter()
        .map(|s| RecommendedSentence {
            text: s.text.clone(),
            sources: s.citations.iter().filter_map(source).collect(),
        })
        .collect();
    let sourced = results.iter().any(|sentence| !sentence.sources.is_empty());
    let action = match Action::named(&answer.action) {
        // What is left of an answer without its sources answers nothing.
        Action::Answer if !sourced => Action::HandOff,
        action => action,
    };
    let speaks = matches!(action, Action::Answer | Action::Ask);
    let results = if speaks { results } else { vec![] };
    Recommendation {
        id: 0,
        classification: back(&answer.classification),
        recommendation: back(&answer.advice),
        what_to_do: answer.what_to_do.iter().map(|text| back(text)).collect(),
        how_to_say: answer.how_to_say.iter().map(|text| back(text)).collect(),
        what_to_say: joined(&results),
        results,
        confidence: answer.confidence,
        action,
        struck,
        helper: answered.helper.clone(),
        translation: None,
        ticket_id: None,
        message_id: None,
        ts: 0,
    }
}

/// Sentences as one text: a greeting has a line of its own, and scripts without spaces get none.
fn joined(results: &[RecommendedSentence]) -> String {
    let mut text = String::new();
    for sentence in results {
        if let Some(last) = text.chars().last() {
            match last {
                ',' | '，' => text.push_str("\n\n"),
                '。' | '！' | '？' => {}
                _ => text.push(' '),
            }
        }
        text.push_str(&sentence.text);
    }
    text
}

#[cfg(test)]
mod tests;
