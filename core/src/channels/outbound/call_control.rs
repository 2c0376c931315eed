//! What an agent wants done with a telephone call. The plugin tells the exchange, and what comes of
//! it is a line of a ticket like everything else that happens to a call.

use crate::channels::{
    Channels,
    account::registry::Channel,
    inbound::process::{Answered, Claim, Processed, plugin_hop},
    store,
};
use crate::{
    accounts::{Caller, Permission},
    calls,
    http::{Code, Problem},
    plugins::{CallCommand, CallError, Called, Failure},
    tickets::{self, HistoryStep, TicketRow, Viewer},
};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// What can be done with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = CallCommandKind)]
pub enum Wish {
    Dial,
    Answer,
    HangUp,
    Hold,
    Resume,
    Transfer,
    Mute,
    Unmute,
    Record,
    StopRecording,
}

impl Wish {
    /// As plugins and the history name it.
    fn as_str(self) -> &'static str {
        match self {
            Self::Dial => "dial",
            Self::Answer => "answer",
            Self::HangUp => "hang-up",
            Self::Hold => "hold",
            Self::Resume => "resume",
            Self::Transfer => "transfer",
            Self::Mute => "mute",
            Self::Unmute => "unmute",
            Self::Record => "record",
            Self::StopRecording => "stop-recording",
        }
    }
}

/// A command as an agent gives it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(as = CallCommand)]
pub struct Order {
    /// Makes it unique: the same again does the same thing once.
    pub op: String,
    pub kind: Wish,
    /// The call concerned, as its lines name it; empty for a new one.
    #[serde(default)]
    pub call: String,
    /// The agent's own telephone, where one has to ring.
    #[serde(default)]
    pub extension: String,
    /// Whom to transfer to. A new call goes to the ticket's customer.
    #[serde(default)]
    pub target: String,
}

/// Signs a number or an extension may have; longer ones exist nowhere (E.164 has 15 digits).
const NUMBER_MAX: usize = 40;

impl Order {
    /// What is missing or wrong, told beside its field.
    fn check(&self) -> Result<(), Problem> {
        let op = self.op.as_bytes();
        let plain = |b: &u8| b.is_ascii_alphanumeric() || *b == b'-';
        if !(8..=64).contains(&op.len()) || !op.iter().all(plain) {
            return Err(Problem::field(
                "op",
                "Give each command a key of 8 to 64 letters and digits.",
            ));
        }
        let dials = self.kind == Wish::Dial;
        if dials != self.call.is_empty() || self.call.len() > 200 {
            let text = if dials { "A new call has no id yet." } else { "Name the call." };
            return Err(Problem::field("call", text));
        }
        let number = |text: &str| {
            let sign = |c: char| c.is_ascii_alphanumeric() || "+*#-_. ()".contains(c);
            !text.trim().is_empty() && text.len() <= NUMBER_MAX && text.chars().all(sign)
        };
        if (dials || self.kind == Wish::Answer || !self.extension.is_empty())
            && !number(&self.extension)
        {
            return Err(Problem::field("extension", "Enter the extension of your telephone."));
        }
        if self.kind == Wish::Transfer && !number(&self.target) {
            return Err(Problem::field("target", "Enter the extension to transfer to."));
        }
        Ok(())
    }
}

impl Channels {
    /// Has something done with a call of a ticket.
    ///
    /// # Errors
    /// `not_found` for a ticket or call that is not there or not theirs, `forbidden` for whom calls
    /// are hidden from, `invalid` by field, `conflict` where the exchange says no, and `unavailable`
    /// where it does not answer; then nothing was stored.
    pub async fn command_call(
        &self,
        caller: &Caller,
        ticket: i64,
        order: &Order,
    ) -> Result<(), Problem> {
        caller.require(Permission::HideCall)?;
        order.check()?;
        let (viewer, started) = (Viewer::from(caller), self.clock.now_ms());
        let (channel, ticket, target) = self.call_of(&viewer, ticket, order).await?;
        if channel.breaker.is_open(started) {
            return Err(unavailable("The exchange's plugin is in trouble; try again in a minute."));
        }
        let command = CallCommand {
            op_id: format!("{}-{}", channel.row.client_id, order.op),
            call: order.call.clone(),
            kind: order.kind.as_str().to_owned(),
            extension: order.extension.trim().to_owned(),
            target,
            extras: vec![],
        };
        let account = (channel.row.client_id, channel.row.id);
        if !command.extension.is_empty() {
            // Before the exchange is told: what happens at that telephone may be heard of at once.
            let mut tx = self.db.begin().await?;
            let user = (command.extension.as_str(), viewer.user_id);
            calls::use_extension(&mut tx, account, user, started).await?;
            tx.commit().await?;
        }
        let Called { result, report } =
            self.host.call_control(&self.account(&channel), &command).await;
        let batch = match result {
            Ok(batch) => batch,
            Err(error) => {
                let mut tx = self.db.begin().await?;
                self.record_fault(&mut tx, &channel, "call_control", &error, &report).await?;
                tx.commit().await?;
                return Err(problem_of(&error));
            }
        };
        let now = self.clock.now_ms();
        let hops = [plugin_hop(now, &report)];
        let answered =
            Answered { call: "call_control", batch: &batch, report: &report, hops: &hops };
        let (key, input) = (format!("call:{}", command.op_id), serde_json::to_string(&command));
        let input = input.unwrap_or_default();
        let new = store::NewInput {
            input: &input,
            ..store::NewInput::of(account, "call", &key, started, now)
        };
        let mut taken = match self.process(&channel, &answered, Claim::Key(&new)).await? {
            Processed::Taken(taken) => taken,
            // The exchange did it once, and the first answer's lines stand there.
            Processed::Repeat(tx) => return Ok(tx.commit().await?),
            Processed::Behind | Processed::Lost => return Ok(()),
            Processed::Poison(text) => return Err(Problem::new(Code::Conflict, text)),
        };
        let step = HistoryStep {
            kind: "call",
            before: "",
            after: order.kind.as_str(),
            why: command.target.as_deref().unwrap_or_default(),
            by: &viewer.username,
        };
        tickets::note_history(&mut taken.tx, &ticket, &step, now).await?;
        taken.commit(self).await?;
        Ok(())
    }

    /// The account that carries a ticket's calls, the ticket, and the number that is meant.
    async fn call_of(
        &self,
        viewer: &Viewer,
        ticket: i64,
        order: &Order,
    ) -> Result<(Arc<Channel>, TicketRow, Option<String>), Problem> {
        let client_id = viewer.client_id;
        let mut conn = self.db.read().await?;
        let row = tickets::ticket_for(&mut conn, viewer, ticket).await?;
        let channel = row.channel_id.and_then(|id| self.registry.of_client(client_id, id));
        let channel = channel.filter(|c| c.rules.calls).ok_or_else(|| {
            Problem::new(Code::Conflict, "This ticket came by a channel that carries no calls.")
        })?;
        if !channel.row.enabled {
            let text = "The channel is switched off. An admin can switch it on.";
            return Err(Problem::new(Code::Conflict, text));
        }
        if order.kind == Wish::Dial {
            let scope = store::contact_scope(false, channel.row.id);
            let known = match row.contact_id {
                Some(contact) => {
                    store::recipient(&mut conn, client_id, (contact, row.id), &scope).await?
                }
                None => None,
            };
            let text = "The customer's number is not known.";
            let known = known.ok_or_else(|| Problem::new(Code::Conflict, text))?;
            return Ok((channel, row, Some(known)));
        }
        let place = (row.id, channel.row.id);
        if !tickets::has_call(&mut conn, client_id, place, &order.call).await? {
            return Err(Problem::not_found());
        }
        let target = (order.kind == Wish::Transfer).then(|| order.target.trim().to_owned());
        Ok((channel, row, target))
    }
}

fn unavailable(text: &str) -> Problem {
    Problem::new(Code::Unavailable, text)
}

/// What an agent is told. What the exchange refused it would refuse again; everything else may pass.
fn problem_of(error: &CallError) -> Problem {
    match error {
        CallError::Failure(Failure::Permanent(detail)) => {
            Problem::new(Code::Conflict, detail.message.clone())
        }
        CallError::Failure(failure) => {
            let detail = failure.detail().map(|detail| detail.message.as_str());
            unavailable(detail.unwrap_or("The exchange did not take the command."))
        }
        _ => unavailable("The exchange did not answer. Try again in a moment."),
    }
}
