//! What one message tells, by kind: emotion, alternative, personality, advocacy, forwardresolution
//! and anchor.

use crate::anchor;
use crate::emotion::{Emotions, floored, is_negated};
use crate::lexicon::{GRAMMAR, Lexicon, Match, covered, reply};
use crate::text::{Unit, units};
use crate::topic::main_topic;
use crate::wording;
use patchbay_plugin::message_insight::Insight;
use patchbay_plugin::talk::Score;
use patchbay_plugin::types::{Detail, Failure};

const TRAITS: [&str; 5] =
    ["openness", "conscientiousness", "extraversion", "agreeableness", "neuroticism"];
/// Fewer words say nothing of a person.
const TRAIT_WORDS: usize = 25;
/// With so many words and cues the scores are more than a guess.
const MEDIUM_WORDS: usize = 80;
const MEDIUM_CUES: usize = 6;

pub fn find(text: &str, kind: &str) -> Result<Insight, Failure> {
    let is_empty = text.trim().is_empty();
    let insight = match kind {
        "emotion" => {
            let emotions = Emotions::of(text);
            insight(emotions.strongest().unwrap_or_default(), emotions.scores(), &[])
        }
        "alternative" => insight(wording::alternative(text).unwrap_or_default(), vec![], &[]),
        "personality" => personality(text),
        "advocacy" if is_empty => insight(String::new(), vec![], &[]),
        "advocacy" => advocacy(text),
        "forwardresolution" => {
            let topic = main_topic(text);
            let next = topic.as_ref().map(|topic| reply(&format!("next {topic}"), None));
            let extras = [("topic", topic.as_deref().unwrap_or_default())];
            insight(next.unwrap_or_default().to_owned(), vec![], &extras)
        }
        "anchor" => match anchor::anchor(text) {
            Some(found) => insight(found.words.to_owned(), vec![], &[("kind", found.kind)]),
            None => insight(String::new(), vec![], &[]),
        },
        _ => {
            let kind: String = kind.chars().take(40).collect();
            let message = format!("The local helper knows no insight of the kind `{kind}`.");
            return Err(Failure::Permanent(Detail::new("assist.kind", message)));
        }
    };
    Ok(insight)
}

fn insight(value: String, scores: Vec<Score>, extras: &[(&str, &str)]) -> Insight {
    let mut all = vec![("method".to_owned(), "lexicon".to_owned())];
    let told = extras.iter().filter(|(_, value)| !value.is_empty());
    all.extend(told.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    Insight { value, scores, extras: all }
}

fn personality(text: &str) -> Insight {
    let units = units(text);
    // Two Chinese characters are about a word.
    let han = units.iter().filter(|unit| unit.is_han).count();
    let words = units.len() - han + han / 2;
    let mut balances = TRAITS.map(|name| (name, 0.0_f32, 0.0_f32));
    let mut cues = 0;
    for (name, high, low) in &mut balances {
        let poles = [format!("{name}+"), format!("{name}-")];
        let found = Lexicon::cues(&[&poles[0], &poles[1]]).find(&units);
        cues += found.len();
        *high = found.iter().filter(|one| one.category == poles[0]).count() as f32;
        *low = found.iter().filter(|one| one.category == poles[1]).count() as f32;
    }
    if words < TRAIT_WORDS || cues == 0 {
        return insight(String::new(), vec![], &[("confidence", "low")]);
    }
    let mut scores: Vec<Score> = balances
        .iter()
        .map(|(name, high, low)| Score {
            name: (*name).to_owned(),
            // Two cues that are not there keep the score near the middle.
            value: ((0.5 + 0.5 * (high - low) / (high + low + 2.0)) * 100.0).round() / 100.0,
        })
        .collect();
    scores.sort_by(|a, b| b.value.total_cmp(&a.value));
    let strongest = scores.first().filter(|score| score.value >= 0.6);
    let value = strongest.map(|score| reply(&format!("trait {}", score.name), None));
    let is_medium = words >= MEDIUM_WORDS && cues >= MEDIUM_CUES;
    let confidence = if is_medium { "medium" } else { "low" };
    insight(value.unwrap_or_default().to_owned(), scores, &[("confidence", confidence)])
}

/// Promoter, passive or detractor, as a survey would sort the customer.
fn advocacy(text: &str) -> Insight {
    let units = units(text);
    let cues = Lexicon::cues(&["promoter", "detractor"]).find(&units);
    let grammar = negations_outside(&units, &cues);
    let emotions = Emotions::of(text);
    let (mut promoter, mut detractor) = (emotions.positive() * 0.5, emotions.negative() * 0.5);
    for cue in &cues {
        // "Never again" is a negation by itself and is not turned round by another.
        if cue.category == "promoter" && !is_negated(&units, &grammar, cue) {
            promoter += cue.weight;
        } else {
            detractor += cue.weight;
        }
    }
    let whole = promoter + detractor + 1.0;
    let mut scores = [("promoter", promoter), ("passive", 1.0), ("detractor", detractor)]
        .map(|(name, weight)| Score { name: name.to_owned(), value: floored(weight / whole) });
    // A stable sort, so that equals stay in the order above; passive stands before a tie.
    scores.sort_by(|a, b| b.value.total_cmp(&a.value));
    let is_tied = promoter > 0.0 && (promoter - detractor).abs() < f32::EPSILON;
    let value = if is_tied { "passive".to_owned() } else { scores[0].name.clone() };
    let confidence = if cues.is_empty() { "low" } else { "medium" };
    insight(value, scores.to_vec(), &[("confidence", confidence)])
}

fn negations_outside(units: &[Unit<'_>], cues: &[Match]) -> Vec<Match> {
    let taken = covered(cues, units.len());
    let all = GRAMMAR.find(units).into_iter();
    all.filter(|one| !taken[one.from..one.to].contains(&true)).collect()
}
