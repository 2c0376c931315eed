//! Sending in parts, as the host does it.

use crate::{
    outbound_parts::{Position, SentPart},
    types::Failure,
};

/// A message whose sending broke off.
#[derive(Debug)]
pub struct Broken {
    /// The parts that were sent before.
    pub sent: u32,
    /// The ids they got.
    pub external_ids: Vec<String>,
    /// What became of the next one.
    pub failure: Failure,
}

/// Asks for one part after the other, until none is left or one fails. The answer is that of all of
/// them together.
///
/// # Errors
/// How far the message came, and what became of the part that was not sent.
pub fn all_parts(
    mut send_part: impl FnMut(Position) -> Result<SentPart, Failure>,
) -> Result<SentPart, Box<Broken>> {
    let mut whole: Option<SentPart> = None;
    for index in 0.. {
        let external_ids = whole.as_ref().map_or(Vec::new(), |part| part.external_ids.clone());
        let position = Position { index, external_ids: external_ids.clone() };
        let part = send_part(position)
            .map_err(|failure| Box::new(Broken { sent: index, external_ids, failure }))?;
        let last = index + 1 >= part.of;
        let together = match whole.take() {
            None => part,
            Some(mut before) => {
                before.external_ids.extend(part.external_ids);
                before.batch.events.extend(part.batch.events);
                before.batch.kv.extend(part.batch.kv);
                before.batch.timers.extend(part.batch.timers);
                before.batch.visitor.extend(part.batch.visitor);
                SentPart { status: part.status, of: part.of, ..before }
            }
        };
        if last {
            return Ok(together);
        }
        whole = Some(together);
    }
    unreachable!("a message has fewer parts than there are numbers")
}
