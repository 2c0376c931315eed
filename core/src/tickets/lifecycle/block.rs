//! Blocking a sender: what comes from this identity is held back until somebody takes the block away.

use super::status;
use crate::tickets::{
    Tickets,
    api::{BlockPage, BlockedSender, SenderBlocked, Unblocked},
    model::Viewer,
    record::history::{self, Step},
    store::{self, BlockRow, NewBlock, TicketRow},
};
use crate::{
    accounts::{Caller, Permission},
    audit::{self, Act, Action, Author},
    contacts,
    db::{Conn, DbResult, Tx},
    events::{Audience, NewEvent},
    http::{Code, Problem, Success, SuccessWord},
};
use serde_json::{Value, json};

/// Blocks of one answer.
const PAGE: i64 = 50;
const REASON_MAX: usize = 500;

/// An identity: within what, its id there, and its name.
type Identity = (String, String, String);

/// The identities of a contact by which a channel knows it: the account's own, or else those that
/// are the same on every account. What was only typed into a form is nobody's.
#[must_use]
pub(in crate::tickets) fn of_channel(
    identities: Vec<Identity>,
    channel_id: Option<i64>,
) -> Vec<Identity> {
    let own = channel_id.map(|id| format!("channel:{id}"));
    let proven = identities.into_iter().filter(|(scope, ..)| scope != contacts::ENTERED);
    let (of_accounts, common): (Vec<_>, Vec<_>) =
        proven.partition(|(scope, ..)| scope.starts_with("channel:"));
    let of_account: Vec<_> =
        of_accounts.into_iter().filter(|(scope, ..)| Some(scope) == own.as_ref()).collect();
    if of_account.is_empty() { common } else { of_account }
}

/// Whether the sender of a ticket is blocked in its channel.
///
/// # Errors
/// What the database said.
pub async fn sender_blocked(conn: &mut Conn, row: &TicketRow) -> DbResult<bool> {
    let Some(contact_id) = row.contact_id else { return Ok(false) };
    let identities = contacts::identities(conn, row.client_id, contact_id).await?;
    for (scope, external_id, _) in of_channel(identities, row.channel_id) {
        if store::blocked(conn, row.client_id, &scope, &external_id).await?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

impl Tickets {
    /// Blocks the sender of a ticket. A sender that is blocked already stays so.
    ///
    /// # Errors
    /// `forbidden` for whom the permission is taken from; `not_found`; `invalid` for a long reason;
    /// `conflict` for a ticket whose sender no channel knows.
    pub async fn block(&self, caller: &Caller, ticket: i64, why: &str) -> Result<Success, Problem> {
        caller.require(Permission::HideBlock)?;
        let viewer = Viewer::from(caller);
        let mut tx = self.db.begin().await?;
        // Before its blocks, as who marks it as spam takes them.
        let row = store::held_ticket(&mut tx, &viewer, ticket).await?;
        self.block_in(&mut tx, caller, &row, why).await?;
        tx.commit().await?;
        Ok(Success::default())
    }

    /// The same in the caller's transaction, for a ticket that the caller may see.
    pub(in crate::tickets) async fn block_in(
        &self,
        tx: &mut Tx,
        caller: &Caller,
        row: &TicketRow,
        why: &str,
    ) -> Result<(), Problem> {
        caller.require(Permission::HideBlock)?;
        let why = why.trim();
        if why.chars().count() > REASON_MAX {
            return Err(Problem::field("reason", "Give a reason of at most 500 characters."));
        }
        let (client_id, now) = (row.client_id, self.clock.now_ms());
        let nobody = || Problem::new(Code::Conflict, "This ticket has no sender to block.");
        let contact_id = row.contact_id.ok_or_else(nobody)?;
        let identities = contacts::identities(tx, client_id, contact_id).await?;
        let identities = of_channel(identities, row.channel_id);
        if identities.is_empty() {
            return Err(nobody());
        }
        let mut news = false;
        for (scope, external_id, _) in &identities {
            let new = NewBlock {
                client_id,
                scope,
                external_id,
                contact_id,
                name: &row.contact_name,
                channel: &row.channel,
                channel_id: row.channel_id,
                reason: why,
                by: &caller.username,
                now,
            };
            let Some(id) = store::block(tx, &new).await? else { continue };
            news = true;
            let changes = json!({ "sender": external_id, "channel": row.channel, "reason": why });
            let what = (Action::SenderBlocked, id, row.contact_name.as_str());
            note(tx, &caller.author(), what, changes, now).await?;
        }
        if news {
            let viewer = Viewer::from(caller);
            tell(tx, row, &viewer, (true, why), now).await?;
            announce(tx, (client_id, contact_id), (true, &viewer.username), now);
        }
        Ok(())
    }

    /// Takes the blocks of a ticket's sender away, those in the ticket's channel; what was held stays
    /// held.
    ///
    /// # Errors
    /// `forbidden` for whom the permission is taken from; `not_found`.
    pub async fn unblock(&self, caller: &Caller, ticket: i64) -> Result<Unblocked, Problem> {
        caller.require(Permission::HideBlock)?;
        let viewer = Viewer::from(caller);
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let row = store::held_ticket(&mut tx, &viewer, ticket).await?;
        let mut held = 0;
        if let Some(contact_id) = row.contact_id {
            let mut lifted = false;
            let identities = contacts::identities(&mut tx, client_id, contact_id).await?;
            for (scope, external_id, _) in of_channel(identities, row.channel_id) {
                let block = store::blocked(&mut tx, client_id, &scope, &external_id).await?;
                let Some(block) = block else { continue };
                if let Some(left) = lift(&mut tx, &caller.author(), block, now).await? {
                    (lifted, held) = (true, held + left);
                }
            }
            if lifted {
                tell(&mut tx, &row, &viewer, (false, ""), now).await?;
                let whom = (client_id, contact_id);
                announce(&mut tx, whom, (false, &viewer.username), now);
            }
        }
        tx.commit().await?;
        Ok(Unblocked { result: SuccessWord::Success, held })
    }

    /// Takes one block away, for admins; what was held stays held.
    ///
    /// # Errors
    /// `forbidden`, `not_found`.
    pub async fn remove_block(&self, caller: &Caller, block: i64) -> Result<Unblocked, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let row = store::lock_block(&mut tx, client_id, block).await?;
        let row = row.ok_or_else(Problem::not_found)?;
        let held = lift(&mut tx, &author, row.id, now).await?;
        if held.is_some() {
            let blocks = store::blocked_of_contact(&mut tx, client_id, row.contact_id).await?;
            if blocks.is_empty() {
                let whom = (client_id, row.contact_id);
                announce(&mut tx, whom, (false, &caller.username), now);
            }
        }
        tx.commit().await?;
        Ok(Unblocked { result: SuccessWord::Success, held: row.held })
    }

    /// Who is blocked, and who was while messages came that are still held; the newest first.
    ///
    /// # Errors
    /// `forbidden` for everybody but admins.
    pub async fn blocks(&self, caller: &Caller, before: Option<i64>) -> Result<BlockPage, Problem> {
        caller.require_admin()?;
        let mut conn = self.db.read().await?;
        let before = before.unwrap_or(i64::MAX);
        let rows = store::blocks(&mut conn, caller.client_id, before, PAGE).await?;
        let data: Vec<BlockedSender> =
            rows.into_iter().map(|row| self.block_view(caller, row)).collect();
        let more = i64::try_from(data.len()).unwrap_or(0) >= PAGE;
        Ok(BlockPage { result: SuccessWord::Success, data, more })
    }

    fn block_view(&self, caller: &Caller, row: BlockRow) -> BlockedSender {
        let account = row
            .channel_id
            .map(|id| self.carrier.account_name(caller.client_id, id))
            .unwrap_or_default();
        BlockedSender {
            id: row.id,
            name: row.name,
            sender: row.external_id,
            contact_id: row.contact_id,
            channel: row.channel,
            channel_name: account,
            reason: row.reason,
            by: row.blocked_by,
            at_ms: row.blocked_at,
            blocked: row.unblocked_at.is_none(),
            held: row.held,
            held_ms: row.held_at,
        }
    }
}

/// Takes a block away. Gives how many messages stay held; none when nobody was blocked by it.
async fn lift(tx: &mut Tx, author: &Author, id: i64, now: i64) -> DbResult<Option<i64>> {
    let client_id = author.client_id;
    let row = store::lock_block(tx, client_id, id).await?;
    let Some(row) = row.filter(|row| row.unblocked_at.is_none()) else { return Ok(None) };
    store::unblock(tx, client_id, row.id, now).await?;
    let changes = json!({ "sender": row.external_id, "channel": row.channel, "held": row.held });
    note(tx, author, (Action::SenderUnblocked, row.id, &row.name), changes, now).await?;
    store::forget_block(tx, client_id, row.id).await?;
    Ok(Some(row.held))
}

async fn note(
    tx: &mut Tx,
    author: &Author,
    (action, id, name): (Action, i64, &str),
    changes: Value,
    now: i64,
) -> DbResult<()> {
    let act = Act { action, kind: "sender", id: id.to_string(), name, changes };
    audit::note(tx, author, &act, now).await
}

/// Says in the ticket and in its history what became of its sender.
async fn tell(
    tx: &mut Tx,
    row: &TicketRow,
    by: &Viewer,
    (blocked, why): (bool, &str),
    now: i64,
) -> DbResult<()> {
    let (before, after) = if blocked { ("", "blocked") } else { ("blocked", "") };
    let step = Step { kind: "block", before, after, why, by: &by.username };
    history::note(tx, row, &step, now).await?;
    let text = if blocked {
        format!("{} blocked the sender. What they write from now on is held back.", by.name)
    } else {
        format!("{} took the block of the sender away.", by.name)
    };
    status::say(tx, row.client_id, row.id, &text, now).await?;
    Ok(())
}

/// Whoever has a ticket of this contact open sees at once what became of the sender.
fn announce(
    tx: &mut Tx,
    (client_id, contact_id): (i64, i64),
    (blocked, by): (bool, &str),
    now: i64,
) {
    let data = SenderBlocked { contact_id, blocked, by: by.to_owned() };
    tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sender_is_the_identity_on_the_tickets_account() {
        let identity = |scope: &str, id: &str| (scope.to_owned(), id.to_owned(), String::new());
        let all = || {
            vec![
                identity("channel:1", "81"),
                identity("channel:12", "82"),
                identity("email", "mei@shop.example"),
            ]
        };
        let ids = |list: Vec<Identity>| list.into_iter().map(|one| one.1).collect::<Vec<_>>();
        assert_eq!(ids(of_channel(all(), Some(1))), ["81"]);
        assert_eq!(ids(of_channel(all(), Some(12))), ["82"]);
        assert_eq!(ids(of_channel(all(), Some(2))), ["mei@shop.example"]);
        assert_eq!(ids(of_channel(vec![identity("channel:1", "81")], Some(2))), [""; 0]);
        assert_eq!(ids(of_channel(all(), None)), ["mei@shop.example"]);
        let typed = vec![identity(contacts::ENTERED, "mei@shop.example")];
        assert_eq!(ids(of_channel(typed, None)), [""; 0], "anybody types any address");
    }
}
