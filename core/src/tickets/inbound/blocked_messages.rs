//! What blocked senders write: held back, seen by admins, and let in again when somebody asks for it.

use super::intake::{Inbound, IntakeOutcome, let_in};
use crate::tickets::{
    Tickets,
    api::{DiscardedMessages, HeldChanged, HeldMessage, RestoredMessages},
    model::{Hop, Viewer, utc},
    store::{self, HeldRow},
};
use crate::{
    accounts::Caller,
    audit::{self, Act, Action},
    db::{DbResult, Tx},
    events::{Audience, NewEvent},
    http::{Problem, SuccessWord},
};
use serde_json::json;

/// Held messages of one answer.
const PAGE: i64 = 30;
/// So many are let in by one call: each becomes a message of a ticket, in one transaction.
const RESTORED_AT_ONCE: i64 = 20;
/// So many messages of one sender are held; of more, the oldest go.
const HELD_MAX: i64 = 500;
/// For so long a message is held.
const KEEP_MS: i64 = 90 * 86_400_000;

/// Keeps a message of a blocked sender away from the tickets. None when nobody blocked its sender.
pub(in crate::tickets) async fn hold(
    tx: &mut Tx,
    inbound: &Inbound,
) -> DbResult<Option<IntakeOutcome>> {
    let Inbound { client_id, channel_id, ref scope, ref sender, ref external_id, now, .. } =
        *inbound;
    let Some(block_id) = store::blocked(tx, client_id, scope, sender).await? else {
        return Ok(None);
    };
    // It may have been unblocked at this moment; then the message goes on its way.
    let block = store::lock_block(tx, client_id, block_id).await?;
    if block.is_none_or(|block| block.unblocked_at.is_some()) {
        return Ok(None);
    }
    if store::message_of_external(tx, client_id, channel_id, external_id).await?.is_some() {
        return Ok(Some(IntakeOutcome::Known));
    }
    let text = serde_json::to_string(inbound).unwrap_or_default();
    let place = (channel_id, external_id.as_str());
    let Some(mut held) = store::hold(tx, (client_id, block_id), place, &text, now).await? else {
        return Ok(Some(IntakeOutcome::Known));
    };
    if held > HELD_MAX {
        for oldest in store::next_held(tx, client_id, block_id, held - HELD_MAX).await? {
            store::drop_held(tx, client_id, &oldest).await?;
            held -= 1;
        }
    }
    announce_count(tx, client_id, block_id, held, now);
    Ok(Some(IntakeOutcome::Held))
}

fn announce_count(tx: &mut Tx, client_id: i64, block_id: i64, held: i64, now: i64) {
    let data = HeldChanged { id: block_id, held };
    tx.announce(NewEvent::new(client_id, Audience::admins(), &data, now));
}

/// A blocked sender changed or withdrew what is held. False when it is not known.
pub(in crate::tickets) async fn edit(
    tx: &mut Tx,
    client_id: i64,
    (channel_id, external_id): (i64, &str),
    text: Option<&str>,
    (deleted, now): (bool, i64),
) -> DbResult<bool> {
    let Some(row) = store::held_one(tx, client_id, channel_id, external_id).await? else {
        return Ok(false);
    };
    let Some(inbound) = read(&row) else { return Ok(false) };
    let Some(block) = store::lock_block(tx, client_id, row.block_id).await? else {
        return Ok(false);
    };
    if deleted {
        store::drop_held(tx, client_id, &row).await?;
        announce_count(tx, client_id, block.id, block.held - 1, now);
        store::forget_block(tx, client_id, block.id).await?;
    } else if let Some(text) = text {
        let inbound = Inbound { text: text.to_owned(), html: None, ..inbound };
        let inbound = serde_json::to_string(&inbound).unwrap_or_default();
        store::change_held(tx, client_id, row.id, &inbound).await?;
    }
    Ok(true)
}

fn read(row: &HeldRow) -> Option<Inbound> {
    serde_json::from_str(&row.inbound).ok()
}

impl Tickets {
    /// The messages of a sender that are held, the newest first; `before` continues an earlier answer.
    ///
    /// # Errors
    /// `forbidden` for everybody but admins; `not_found`.
    pub async fn held(
        &self,
        caller: &Caller,
        block: i64,
        before: Option<i64>,
    ) -> Result<Vec<HeldMessage>, Problem> {
        caller.require_admin()?;
        let mut conn = self.db.read().await?;
        let row = store::block_by_id(&mut conn, caller.client_id, block).await?;
        let row = row.ok_or_else(Problem::not_found)?;
        let before = before.unwrap_or(i64::MAX);
        let rows = store::held_before(&mut conn, caller.client_id, row.id, before, PAGE).await?;
        let data = rows
            .iter()
            .map(|row| {
                let inbound = read(row);
                let files = inbound.as_ref().map_or(0, |inbound| inbound.files.len());
                let text = inbound.map(|inbound| inbound.text).unwrap_or_default();
                HeldMessage { id: row.id, text, files, at_ms: row.held_at }
            })
            .collect();
        Ok(data)
    }

    /// Removes what was held for too long, all clients' at once.
    ///
    /// # Errors
    /// What the database said.
    pub async fn forget_held(&self, step: i64) -> DbResult<()> {
        let now = self.clock.now_ms();
        loop {
            let mut tx = self.db.begin().await?;
            let old = store::held_since_across_clients(&mut tx, now - KEEP_MS, step).await?;
            if old.is_empty() {
                return Ok(());
            }
            for (client_id, row) in old {
                let block = store::lock_block(&mut tx, client_id, row.block_id).await?;
                store::drop_held(&mut tx, client_id, &row).await?;
                let held = block.map_or(0, |block| block.held - 1);
                announce_count(&mut tx, client_id, row.block_id, held, now);
                store::forget_block(&mut tx, client_id, row.block_id).await?;
            }
            tx.commit().await?;
        }
    }

    /// Throws away what is held of a sender. Gives how many messages those were.
    ///
    /// # Errors
    /// `forbidden` for everybody but admins; `not_found`.
    pub async fn discard_held(
        &self,
        caller: &Caller,
        block: i64,
    ) -> Result<DiscardedMessages, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let row = store::lock_block(&mut tx, client_id, block).await?;
        let row = row.ok_or_else(Problem::not_found)?;
        let gone = store::next_held(&mut tx, client_id, row.id, HELD_MAX + 1).await?;
        for held in &gone {
            store::drop_held(&mut tx, client_id, held).await?;
        }
        if !gone.is_empty() {
            let act = Act {
                action: Action::HeldDiscarded,
                kind: "sender",
                id: row.id.to_string(),
                name: &row.name,
                changes: json!({ "messages": gone.len(), "sender": row.external_id }),
            };
            audit::note(&mut tx, &author, &act, now).await?;
            announce_count(&mut tx, client_id, row.id, 0, now);
        }
        store::forget_block(&mut tx, client_id, row.id).await?;
        tx.commit().await?;
        Ok(DiscardedMessages { result: SuccessWord::Success, discarded: gone.len() })
    }

    /// Lets the oldest held messages of a sender in, as if they came now. Gives how many those were,
    /// and how many are still held.
    ///
    /// # Errors
    /// `forbidden` for everybody but admins; `not_found`.
    pub async fn restore_held(
        &self,
        caller: &Caller,
        block: i64,
    ) -> Result<RestoredMessages, Problem> {
        let author = caller.admin()?;
        let viewer = Viewer::from(caller);
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let row = store::lock_block(&mut tx, client_id, block).await?;
        let row = row.ok_or_else(Problem::not_found)?;
        let mut restored = 0;
        for held in store::next_held(&mut tx, client_id, row.id, RESTORED_AT_ONCE).await? {
            let inbound = read(&held);
            let inbound = inbound.ok_or_else(|| Problem::internal("a held message unreadable"))?;
            let mut hops = inbound.hops.clone();
            hops.push(Hop {
                name: "held".into(),
                at_ms: now,
                took_us: 0,
                detail: format!(
                    "its sender was blocked; held since {}, let in by {}",
                    utc(held.held_at),
                    viewer.username
                ),
            });
            let_in(&mut tx, &Inbound { now, hops, ..inbound }).await?;
            store::drop_held(&mut tx, client_id, &held).await?;
            restored += 1;
        }
        let left = row.held - restored;
        if restored > 0 {
            let act = Act {
                action: Action::HeldRestored,
                kind: "sender",
                id: row.id.to_string(),
                name: &row.name,
                changes: json!({ "messages": restored, "sender": row.external_id }),
            };
            audit::note(&mut tx, &author, &act, now).await?;
            announce_count(&mut tx, client_id, row.id, left, now);
        }
        store::forget_block(&mut tx, client_id, row.id).await?;
        tx.commit().await?;
        Ok(RestoredMessages { result: SuccessWord::Success, restored, left })
    }
}
