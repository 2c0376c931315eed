//! Conveniences for messages that are sent in parts.

use crate::{
    effects::Batch,
    outbound_parts::{Position, SentPart},
    types::{Detail, Failure},
};

impl Position {
    /// The part that is asked for, of all that the message has.
    ///
    /// # Errors
    /// A permanent failure when the message has no such part: its plan came out otherwise than before.
    pub fn of<'a, T>(&self, parts: &'a [T]) -> Result<&'a T, Failure> {
        parts.get(self.place()).ok_or_else(|| {
            let text = "What is left of this message no longer fits what was sent of it.";
            Failure::Permanent(Detail::new("plugin.parts", text))
        })
    }

    /// Where the part stands among all of them, from 0.
    #[must_use]
    pub fn place(&self) -> usize {
        self.index as usize
    }

    /// Whether nothing of the message was sent before.
    #[must_use]
    pub fn is_first(&self) -> bool {
        self.index == 0
    }

    /// Whether nothing of the message is left after this part.
    #[must_use]
    pub fn is_last(&self, of: usize) -> bool {
        self.place() + 1 >= of
    }
}

impl SentPart {
    /// A part that got one id, and of how many it is.
    #[must_use]
    pub fn sent(id: impl Into<String>, of: usize) -> Self {
        Self {
            external_ids: vec![id.into()],
            of: u32::try_from(of).unwrap_or(u32::MAX),
            status: "sent".to_owned(),
            batch: Batch::empty(),
        }
    }
}
