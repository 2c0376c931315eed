//! Emotions of a text by word lists, with negation, intensifiers, emoji, capitals and marks.

use crate::lexicon::{EMOTIONS, GRAMMAR, Match, covered};
use crate::text::{Unit, units};
use patchbay_plugin::talk::Score;

pub const NAMES: [&str; 7] = ["anger", "fear", "happy", "love", "sad", "surprise", "curious"];
const ANGER: usize = 0;
const HAPPY: usize = 2;
const LOVE: usize = 3;
const SAD: usize = 4;
const SURPRISE: usize = 5;

/// A negation reaches over so many words, or Chinese characters.
const NEGATION_WORDS: usize = 3;
const NEGATION_HAN: usize = 4;
/// What stays unsaid: the shares of few cues stay below 1.
const UNSAID: f32 = 0.5;

/// The weight of each emotion in a text, in the order of `NAMES`.
#[derive(Debug, Default, Clone, Copy)]
pub struct Emotions {
    weights: [f32; NAMES.len()],
}

impl Emotions {
    pub fn of(text: &str) -> Self {
        let units = units(text);
        let cues = EMOTIONS.find(&units);
        let mut found = Self { weights: lexical_weights(&units, &cues) };
        found.weigh_marks(text, &units);
        found
    }

    /// Exclamation and question marks, and words in capitals.
    fn weigh_marks(&mut self, text: &str, units: &[Unit<'_>]) {
        let count = |marks: [char; 2]| text.chars().filter(|c| marks.contains(c)).count();
        let (exclamations, questions) = (count(['!', '！']), count(['?', '？']));
        let louder = [1.0, 1.2, 1.4][exclamations.min(2)];
        for emotion in [ANGER, HAPPY, LOVE, SURPRISE] {
            self.weights[emotion] *= louder;
        }
        // Nearly every customer asks something: a question alone tells no emotion.
        if questions > 0 && exclamations > 0 {
            self.weights[SURPRISE] += 0.3;
        }
        if is_shouted(text, units) && self.weights[HAPPY] + self.weights[LOVE] == 0.0 {
            self.weights[ANGER] = self.weights[ANGER] * 1.3 + 0.8;
        }
    }

    /// Shares of 1, the strongest first; what is not there is left out.
    pub fn scores(&self) -> Vec<Score> {
        let whole: f32 = self.weights.iter().sum::<f32>() + UNSAID;
        let mut scores: Vec<Score> = NAMES
            .iter()
            .zip(self.weights)
            .map(|(name, weight)| Score {
                name: (*name).to_owned(),
                value: floored(weight / whole),
            })
            .filter(|score| score.value > 0.0)
            .collect();
        scores.sort_by(|a, b| b.value.total_cmp(&a.value));
        scores
    }

    pub fn strongest(&self) -> Option<String> {
        self.scores().into_iter().next().map(|score| score.name)
    }

    pub fn is_very_angry(&self) -> bool {
        let whole: f32 = self.weights.iter().sum::<f32>() + UNSAID;
        self.weights[ANGER] >= 3.0 && self.weights[ANGER] / whole >= 0.5
    }

    pub fn is_angry(&self) -> bool {
        self.weights[ANGER] > 0.0
    }

    pub fn positive(&self) -> f32 {
        self.weights[HAPPY] + self.weights[LOVE]
    }

    pub fn negative(&self) -> f32 {
        self.weights[ANGER] + self.weights[1] + self.weights[SAD]
    }

    /// From -1 to 1.
    pub fn sentiment(&self) -> f32 {
        let (positive, negative) = (self.positive(), self.negative());
        let balance = (positive - negative) / (positive + negative + UNSAID);
        (balance * 100.0).round() / 100.0
    }
}

fn lexical_weights(units: &[Unit<'_>], cues: &[Match]) -> [f32; NAMES.len()] {
    let taken = covered(cues, units.len());
    let grammar: Vec<Match> = GRAMMAR
        .find(units)
        .into_iter()
        .filter(|one| !taken[one.from..one.to].contains(&true))
        .collect();
    let mut weights = [0.0; NAMES.len()];
    for cue in cues {
        let Some(emotion) = NAMES.iter().position(|name| *name == cue.category) else { continue };
        let weight = cue.weight * strength(units, &grammar, cue);
        if !is_negated(units, &grammar, cue) {
            weights[emotion] += weight;
        } else if matches!(emotion, HAPPY | LOVE) {
            // "Not happy" is a complaint, while "not angry" tells nothing.
            weights[SAD] += weight;
        }
    }
    weights
}

pub fn is_negated(units: &[Unit<'_>], grammar: &[Match], cue: &Match) -> bool {
    let reach = if units[cue.from].is_han { NEGATION_HAN } else { NEGATION_WORDS };
    let negations = grammar.iter().filter(|one| {
        one.category == "negation"
            && one.to <= cue.from
            && cue.from - one.to < reach
            && units[one.from].clause == units[cue.from].clause
    });
    negations.count() % 2 == 1
}

/// Intensifiers stand before a word, in Malay also behind it.
fn strength(units: &[Unit<'_>], grammar: &[Match], cue: &Match) -> f32 {
    let beside = grammar.iter().filter(|one| {
        units[one.from].clause == units[cue.from].clause
            && ((one.to <= cue.from && cue.from - one.to < 2) || one.from == cue.to)
    });
    beside.fold(1.0, |strength, one| match one.category {
        "more" => strength * 1.5,
        "less" => strength * 0.6,
        _ => strength,
    })
}

/// Two words or more in capitals, and no others besides short ones.
pub fn is_shouted(text: &str, units: &[Unit<'_>]) -> bool {
    let words = units.iter().filter(|unit| {
        unit.text.chars().count() >= 3
            && unit.text.chars().all(char::is_alphabetic)
            && unit.text.is_ascii()
    });
    let (mut shouted, mut others) = (0, 0);
    for unit in words {
        let is_capital = !text[unit.start..unit.end].contains(char::is_lowercase);
        if is_capital { shouted += 1 } else { others += 1 }
    }
    shouted >= 2 && shouted > others * 3
}

/// Down to two places, so that shares never add up to more than 1.
pub fn floored(value: f32) -> f32 {
    (value * 100.0).floor() / 100.0
}
