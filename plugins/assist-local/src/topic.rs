//! Topics of a text, and its most telling sentences.

use crate::emotion::{Emotions, floored};
use crate::lexicon::{Lexicon, TOPICS};
use crate::text::{clip, is_question, sentences, units};
use patchbay_plugin::talk::Score;

/// Fewer shares of a text are chance.
const LEAST_SHARE: f32 = 0.15;
const MOST_TOPICS: usize = 3;
const SUMMARY_SENTENCES: usize = 2;
/// A second sentence that tells less, compared with the first, is left out.
const LEAST_WEIGHT: f32 = 0.25;
const SUMMARY_CHARS: usize = 300;
/// Of longer texts the first sentences are weighed.
const WEIGHED_SENTENCES: usize = 60;

/// Up to three topics with their shares, the strongest first.
pub fn topics(text: &str) -> Vec<Score> {
    let mut weights: Vec<(&'static str, f32)> = Vec::new();
    for one in TOPICS.find(&units(text)) {
        match weights.iter_mut().find(|(name, _)| *name == one.category) {
            Some((_, weight)) => *weight += one.weight,
            None => weights.push((one.category, one.weight)),
        }
    }
    // A stable sort: of equals the one named first comes first.
    weights.sort_by(|a, b| b.1.total_cmp(&a.1));
    let whole = weights.iter().map(|(_, weight)| weight).sum::<f32>() + 0.5;
    let scores = weights
        .iter()
        .map(|(name, weight)| Score { name: (*name).to_owned(), value: floored(weight / whole) });
    scores.filter(|score| score.value >= LEAST_SHARE).take(MOST_TOPICS).collect()
}

pub fn main_topic(text: &str) -> Option<String> {
    topics(text).into_iter().next().map(|score| score.name)
}

/// The one or two sentences that tell most, word for word and in their order.
pub fn summary(text: &str) -> Option<String> {
    let greetings = Lexicon::cues(&["greeting"]);
    let weigh = |sentence: &str| {
        let units = units(sentence);
        let sum = |lexicon: &Lexicon| lexicon.find(&units).iter().map(|m| m.weight).sum::<f32>();
        let emotions = Emotions::of(sentence);
        sum(&TOPICS) - sum(&greetings) * 0.5
            + (emotions.positive() + emotions.negative()) * 0.5
            + if is_question(sentence) { 1.0 } else { 0.0 }
            + if sentence.contains(|c: char| c.is_ascii_digit()) { 0.5 } else { 0.0 }
            + (units.len() as f32 / 20.0).min(0.5)
    };
    let mut weighed: Vec<(usize, &str, f32)> = sentences(text)
        .into_iter()
        .take(WEIGHED_SENTENCES)
        .map(|sentence| clip(sentence, SUMMARY_CHARS))
        .enumerate()
        .map(|(at, sentence)| (at, sentence, weigh(sentence)))
        .collect();
    weighed.sort_by(|a, b| b.2.total_cmp(&a.2));
    let most = weighed.first()?.2;
    weighed.truncate(SUMMARY_SENTENCES);
    weighed.retain(|(_, _, weight)| *weight >= most * LEAST_WEIGHT);
    weighed.sort_by_key(|(at, _, _)| *at);
    let chosen: Vec<&str> = weighed.into_iter().map(|(_, sentence, _)| sentence).collect();
    Some(chosen.join(" "))
}
