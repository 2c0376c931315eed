//! One action, done through the use case that agents have for it.

use super::{
    Rules,
    model::{Deed, Do},
    store,
};
use crate::{
    accounts,
    db::Tx,
    http::{Code, Problem},
    replies,
    tickets::{Admitted, Automation, Reply, Status, Viewer, held_ticket, sender_blocked},
};

/// What does it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Initiator {
    /// The rule with this id, by itself.
    Rule(i64),
    /// A macro, for the agent with this id.
    Agent(i64),
}

impl Initiator {
    /// The agent who has it done; none for a rule.
    fn agent(self) -> Option<i64> {
        match self {
            Self::Agent(id) => Some(id),
            Self::Rule(_) => None,
        }
    }
}

/// Who does it.
pub(super) struct Actor {
    pub viewer: Viewer,
    pub by: Initiator,
    /// The run's own, so that no answer is sent twice.
    pub key: String,
    /// A machine wrote what happened, and no machine answers it.
    pub automatic: bool,
}

impl Do {
    /// Whether it writes to the customer.
    pub(super) fn replies(self) -> bool {
        matches!(self, Self::Reply | Self::CannedReply)
    }
}

fn gone(what: &str) -> Problem {
    Problem::new(Code::NotFound, format!("There is no such {what} any more."))
}

impl Rules {
    /// Does one action, the `at`th of its list, in the caller's transaction.
    pub(super) async fn act(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        ticket: i64,
        (at, deed): (usize, &Deed),
    ) -> Result<(), Problem> {
        let (viewer, value) = (&actor.viewer, deed.value.trim());
        let id = value.parse::<i64>().ok();
        match deed.what {
            Do::Status => {
                let status = id.and_then(Status::from_code).ok_or_else(|| gone("status"))?;
                self.tickets.set_status_in(tx, viewer, ticket, status, None).await?;
            }
            Do::Severity => {
                self.tickets.set_severity_in(tx, viewer, ticket, value, false).await?;
            }
            Do::LabelAdd => {
                let label = id.ok_or_else(|| gone("label"))?;
                let with = |carried: &[i64]| [carried, &[label]].concat();
                self.labels.mark_in(tx, viewer, ticket, with).await?;
            }
            Do::LabelRemove => {
                let without = |carried: &[i64]| {
                    carried.iter().copied().filter(|label| Some(*label) != id).collect()
                };
                self.labels.mark_in(tx, viewer, ticket, without).await?;
            }
            Do::Department => {
                self.tickets.set_department_in(tx, viewer, ticket, id).await?;
            }
            Do::Assignee => {
                let names = match (value, id) {
                    ("me", _) => vec![viewer.username.clone()],
                    (_, Some(id)) => vec![username(tx, viewer.client_id, id).await?],
                    _ => vec![],
                };
                self.tickets.assign_in(tx, viewer, ticket, &names).await?;
            }
            Do::Note => {
                let row = store::facts(tx, viewer.client_id, ticket).await?;
                let message = row.and_then(|row| row.last_message_id);
                let message = message.ok_or_else(Problem::not_found)?;
                self.tickets.add_note_in(tx, viewer, message, value).await?;
            }
            Do::Reply | Do::CannedReply => self.answer(tx, actor, ticket, (at, deed)).await?,
            Do::Snooze => {
                let minutes = id.unwrap_or_default();
                let until = self.clock.now_ms().saturating_add(minutes.saturating_mul(60_000));
                self.tickets.snooze_in(tx, viewer, ticket, Some(until)).await?;
            }
            Do::Spam => {
                self.tickets.set_spam_in(tx, viewer, ticket, true).await?;
            }
            Do::Custom => {
                let field = deed.custom.ok_or_else(|| gone("field"))?;
                let given = serde_json::Value::from(value);
                self.tickets.set_field_in(tx, viewer, ticket, (field, &given)).await?;
            }
        }
        Ok(())
    }

    /// Writes to the customer. What a rule writes carries the channel's name, not the rule's.
    async fn answer(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        ticket: i64,
        (at, deed): (usize, &Deed),
    ) -> Result<(), Problem> {
        let facts = store::facts(tx, actor.viewer.client_id, ticket).await?;
        let (mut machine, mut spam) = (actor.automatic, false);
        if let (None, Some(facts)) = (actor.by.agent(), &facts) {
            machine |= facts.automatic;
            spam = facts.status == Status::Spam.code();
        }
        if spam {
            let text = "This ticket is spam, so nobody is answered.";
            return Err(Problem::new(Code::Conflict, text));
        }
        if machine {
            let text = "A machine wrote this message, so it is not answered by itself.";
            return Err(Problem::new(Code::Conflict, text));
        }
        let (viewer, client_id) = (&actor.viewer, actor.viewer.client_id);
        let row = held_ticket(tx, viewer, ticket).await?;
        if actor.by.agent().is_none() && sender_blocked(tx, &row).await? {
            let text = "The sender is blocked, so a rule does not answer them.";
            return Err(Problem::new(Code::Conflict, text));
        }
        let text = if deed.what == Do::Reply {
            deed.value.clone()
        } else {
            let id = deed.value.trim().parse().map_err(|_| gone("reply"))?;
            let text = replies::text_of(tx, client_id, actor.by.agent(), id).await?;
            text.ok_or_else(|| gone("reply"))?
        };
        let name = |id| self.tickets.carrier.account_name(client_id, id);
        let channel = row.channel_id.map(name).unwrap_or_default();
        let who = match actor.by.agent() {
            None if !channel.is_empty() => channel.clone(),
            _ => viewer.name.clone(),
        };
        let username = if actor.by.agent().is_some() { &viewer.username } else { &who };
        let admitted = match actor.by {
            Initiator::Rule(rule) => {
                Some(self.tickets.admit(tx, &row, Automation::Rule(rule)).await?)
            }
            Initiator::Agent(_) => None,
        };
        let repeat = admitted.as_ref().is_none_or(Admitted::may_repeat);
        let reply = Reply {
            ticket: row.id,
            text: replies::filled(&text, &row, (&who, username), (&channel, repeat)),
            queue_id: Some(format!("{}-{at}", actor.key)),
            automation: admitted,
            ..Reply::default()
        };
        let sender = Viewer { name: who, ..viewer.clone() };
        self.tickets.reply_held(tx, &sender, &reply).await?;
        Ok(())
    }
}

async fn username(tx: &mut Tx, client_id: i64, id: i64) -> Result<String, Problem> {
    let people = accounts::people(tx, client_id).await?;
    let found = people.into_iter().find(|person| person.id == id);
    found.map(|person| person.username).ok_or_else(|| gone("user"))
}
