//! What is wrong with what somebody sent, field by field.

use super::Problem;

/// Fields and the sentence for each, in the order in which they were found.
#[derive(Debug, Default)]
pub struct FieldErrors(Vec<(String, String)>);

impl FieldErrors {
    /// Says what is wrong with a field.
    pub fn say(&mut self, field: impl Into<String>, why: impl Into<String>) {
        self.0.push((field.into(), why.into()));
    }

    /// Says what is wrong with a field where it is wrong.
    pub fn when(&mut self, wrong: bool, field: impl Into<String>, why: &str) {
        if wrong {
            self.say(field, why);
        }
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The fields that are wrong.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(field, _)| field.as_str())
    }

    /// Refuses when something is wrong, with a sentence for the whole.
    ///
    /// # Errors
    /// `invalid`, with every field that is wrong.
    pub fn refuse(self, sentence: &str) -> Result<(), Problem> {
        if self.is_empty() {
            return Ok(());
        }
        let refusal = Problem::invalid(sentence);
        let with =
            |problem: Problem, (field, why): (String, String)| problem.with_field(&field, why);
        Err(self.0.into_iter().fold(refusal, with))
    }
}

impl<T: Into<String>, U: Into<String>> Extend<(T, U)> for FieldErrors {
    fn extend<I: IntoIterator<Item = (T, U)>>(&mut self, found: I) {
        self.0.extend(found.into_iter().map(|(field, why)| (field.into(), why.into())));
    }
}

/// Whether an order names each of these once, and nothing else.
#[must_use]
pub fn names_each_once(order: &[i64], all: &[i64]) -> bool {
    let (mut order, mut all) = (order.to_vec(), all.to_vec());
    order.sort_unstable();
    all.sort_unstable();
    order == all
}
