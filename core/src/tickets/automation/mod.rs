//! What machines of the desk may write to customers by themselves, and how often.
//!
//! Rules, surveys and whatever else answers without a person asks [`Tickets::admit`] first; an answer
//! that was admitted is remembered in the transaction that stores it. See RFC 3834.

mod limits;
mod store;

use super::{TicketRow, Tickets};
use crate::{
    db::{DbResult, Tx, dialect},
    http::{Code, Problem},
};
use limits::{Standing, bounds};
use sha2::{Digest as _, Sha256};

/// Longer than any limit looks back.
const REMEMBERED_MS: i64 = 35 * DAY_MS;
const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 86_400_000;

/// Who wants to write.
#[derive(Clone, Copy, Debug)]
pub enum Automation {
    /// A rule, by its id.
    Rule(i64),
    /// A survey, by its id. How often one asks the same customer is a setting of its own.
    Survey(i64),
    /// A survey that an agent sends, who answers for it: no limit, but it counts for the others.
    SurveyByHand(i64),
}

impl Automation {
    fn key(self) -> String {
        match self {
            Self::Rule(id) => format!("rule-{id}"),
            Self::Survey(id) | Self::SurveyByHand(id) => format!("survey-{id}"),
        }
    }
}

/// An answer that a machine may give now. Only [`Tickets::admit`] makes one.
#[derive(Clone, Debug)]
pub struct Admitted {
    key: String,
    recipient: String,
    stranger: bool,
    forgeable: bool,
}

impl Admitted {
    /// Whether what the customer told of themselves, and their subject, may stand in the answer. A
    /// sender that anybody can name is not sent a stranger's words before a person has answered them:
    /// the desk would carry advertisements to whomever the stranger names.
    #[must_use]
    pub fn may_repeat(&self) -> bool {
        !(self.stranger && self.forgeable)
    }

    /// The subject of an answer that may not repeat the customer's.
    pub(super) fn subject(&self, ticket: &TicketRow, channel: &str) -> Option<String> {
        (!self.may_repeat()).then(|| format!("#{} {channel}", ticket.number).trim().to_owned())
    }

    /// Remembers the answer, in the transaction that stores it.
    pub(super) async fn remember(&self, tx: &mut Tx, ticket: &TicketRow, now: i64) -> DbResult<()> {
        let new = store::NewAnswer {
            client_id: ticket.client_id,
            automation: &self.key,
            recipient: &self.recipient,
            ticket_id: ticket.id,
            stranger: self.stranger,
            now,
        };
        store::remember(tx, &new).await
    }
}

impl Tickets {
    /// Whether a machine may write to a ticket's customer now. The caller holds the ticket.
    ///
    /// # Errors
    /// `conflict` with the sentence that says what speaks against it.
    pub async fn admit(
        &self,
        tx: &mut Tx,
        row: &TicketRow,
        automation: Automation,
    ) -> Result<Admitted, Problem> {
        let now = self.clock.now_ms();
        let forgeable = self.rules_of(row).forgeable;
        let recipient = recipient(tx, row).await?;
        // Two answers at once would each see that the other is not there.
        dialect::take_turn(tx, turn(row.client_id, &recipient), true).await?;
        let key = automation.key();
        let look = store::Look {
            client_id: row.client_id,
            ticket_id: row.id,
            contact_id: row.contact_id,
            last_in_id: row.last_in_id,
            automation: &key,
            recipient: &recipient,
            again_since: now - limits::AGAIN_MS,
            day_since: now - DAY_MS,
            hour_since: now - HOUR_MS,
        };
        let standing: Standing = store::standing(tx, &look).await?;
        let once = matches!(automation, Automation::Rule(_));
        let by_hand = matches!(automation, Automation::SurveyByHand(_));
        let refusal = limits::refusal(&standing, &bounds(forgeable), once).filter(|_| !by_hand);
        match refusal {
            Some(refusal) => Err(Problem::new(Code::Conflict, refusal.text())),
            None => Ok(Admitted { key, recipient, stranger: standing.stranger, forgeable }),
        }
    }
}

/// Whom an answer in a ticket goes to: the identity that opened it, or else its contact.
async fn recipient(tx: &mut Tx, row: &TicketRow) -> DbResult<String> {
    if let Some(identity) = store::opened_by(tx, row.client_id, row.id).await? {
        return Ok(identity.to_lowercase());
    }
    let contact = |id: i64| format!("contact:{id}");
    Ok(row.contact_id.map_or_else(|| format!("ticket:{}", row.id), contact))
}

/// The advisory lock of a recipient.
fn turn(client_id: i64, recipient: &str) -> i64 {
    let digest = Sha256::digest(format!("automatic answer {client_id} {recipient}"));
    let first: [u8; 8] = std::array::from_fn(|at| digest[at]);
    i64::from_be_bytes(first)
}

impl Tickets {
    /// Forgets what no limit looks back at, `step` at a time.
    ///
    /// # Errors
    /// What the database said.
    pub(super) async fn forget_automatic_answers(&self, step: i64) -> DbResult<()> {
        let before = self.clock.now_ms() - REMEMBERED_MS;
        loop {
            let mut tx = self.db.begin().await?;
            let forgotten = store::forget_across_clients(&mut tx, before, step).await?;
            tx.commit().await?;
            if forgotten == 0 {
                return Ok(());
            }
        }
    }
}
