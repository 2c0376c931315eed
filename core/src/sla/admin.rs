//! An admin keeps policies: makes, changes, orders and deletes them.

use super::{
    Sla,
    events::SlaPoliciesChanged,
    model::{POLICIES_MAX, SlaPolicy, SlaPolicyDraft, SlaPolicyOrder, check},
    promises::Referents,
    store::{self, PolicyRow},
};
use crate::{
    accounts::Caller,
    audit::{self, Act, Action},
    conditions,
    db::{Conn, DbResult, Tx},
    events::{Audience, NewEvent},
    http::{Code, FieldErrors, Problem, names_each_once},
};
use serde_json::{Value, json};

impl Sla {
    /// The client's policies in their order.
    pub(super) async fn policies(&self, caller: &Caller) -> Result<Vec<SlaPolicy>, Problem> {
        let mut conn = self.db.read().await?;
        Ok(shown(&mut conn, caller.client_id, self.clock.now_ms()).await?)
    }

    /// Makes a policy, the last one in the order.
    pub(super) async fn make_policy(
        &self,
        caller: &Caller,
        draft: &SlaPolicyDraft,
    ) -> Result<SlaPolicy, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let draft = check(draft)?;
        let mut tx = self.db.begin().await?;
        known(&mut tx, client_id, &draft, now).await?;
        let (count, last) = store::count_policies(&mut tx, client_id).await?;
        if count >= POLICIES_MAX {
            let text = "There are at most 50 policies. Delete one first.";
            return Err(Problem::new(Code::Conflict, text));
        }
        let id = store::insert_policy(&mut tx, client_id, &draft, last + 1, now).await?;
        let act = act(Action::SlaPolicyCreated, (id, &draft.name), kept(&draft));
        audit::note(&mut tx, &author, &act, now).await?;
        self.finish(tx, client_id, id, now).await
    }

    /// Changes a policy. Clocks that run by it are set anew: what has passed stays.
    pub(super) async fn change_policy(
        &self,
        caller: &Caller,
        id: i64,
        draft: &SlaPolicyDraft,
    ) -> Result<SlaPolicy, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let before = locked(&mut tx, client_id, id).await?.draft();
        let draft = check(draft)?;
        known(&mut tx, client_id, &draft, now).await?;
        if before != draft {
            store::change_policy(&mut tx, (client_id, id), &draft, now).await?;
            let act =
                act(Action::SlaPolicyChanged, (id, &draft.name), audit::changes(&before, &draft));
            audit::note(&mut tx, &author, &act, now).await?;
        }
        self.finish(tx, client_id, id, now).await
    }

    /// Puts the policies in an order: the first one that fits a ticket counts.
    pub(super) async fn order_policies(
        &self,
        caller: &Caller,
        order: &SlaPolicyOrder,
    ) -> Result<Vec<SlaPolicy>, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let before: Vec<i64> =
            store::policies(&mut tx, client_id).await?.iter().map(|row| row.id).collect();
        if !names_each_once(&order.ids, &before) {
            return Err(Problem::field("ids", "Name each policy once."));
        }
        for (id, position) in order.ids.iter().zip(1..) {
            store::set_position(&mut tx, (client_id, *id), position).await?;
        }
        if before != order.ids {
            let to = (before.as_slice(), order.ids.as_slice());
            let act = Act::ordered(Action::SlaPoliciesOrdered, "sla_policies", to);
            audit::note(&mut tx, &author, &act, now).await?;
            tell(&mut tx, client_id, now);
        }
        let policies = shown(&mut tx, client_id, now).await?;
        tx.commit().await?;
        Ok(policies)
    }

    /// Deletes a policy. Its clocks that run go by the next policy that fits, or stop.
    pub(super) async fn drop_policy(&self, caller: &Caller, id: i64) -> Result<(), Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let before = locked(&mut tx, client_id, id).await?;
        store::delete_policy(&mut tx, (client_id, id), now).await?;
        let act = act(Action::SlaPolicyRemoved, (id, &before.name), json!({}));
        audit::note(&mut tx, &author, &act, now).await?;
        tell(&mut tx, client_id, now);
        tx.commit().await?;
        Ok(())
    }

    /// Commits a kept policy and gives it as it is shown.
    async fn finish(
        &self,
        mut tx: Tx,
        client_id: i64,
        id: i64,
        now: i64,
    ) -> Result<SlaPolicy, Problem> {
        tell(&mut tx, client_id, now);
        let policies = shown(&mut tx, client_id, now).await?;
        tx.commit().await?;
        policies.into_iter().find(|policy| policy.id == id).ok_or_else(Problem::not_found)
    }
}

async fn locked(tx: &mut Tx, client_id: i64, id: i64) -> Result<PolicyRow, Problem> {
    store::lock_policy(tx, client_id, id).await?.ok_or_else(Problem::not_found)
}

async fn shown(conn: &mut Conn, client_id: i64, now: i64) -> DbResult<Vec<SlaPolicy>> {
    let rows = store::policies(conn, client_id).await?;
    let running = store::running(conn, client_id).await?;
    let drafts: Vec<(i64, SlaPolicyDraft)> = rows.iter().map(|row| (row.id, row.draft())).collect();
    let known =
        Referents::read(conn, client_id, drafts.iter().map(|(_, draft)| draft), now).await?;
    let count = |id| running.iter().find(|(of, _)| *of == id).map_or(0, |(_, count)| *count);
    let view = |(id, draft): (i64, SlaPolicyDraft)| SlaPolicy {
        id,
        running: count(id),
        broken: known.is_broken(&draft),
        draft,
    };
    Ok(drafts.into_iter().map(view).collect())
}

/// Refuses a policy that names what there is not.
async fn known(
    tx: &mut Tx,
    client_id: i64,
    draft: &SlaPolicyDraft,
    now: i64,
) -> Result<(), Problem> {
    let known = Referents::read(tx, client_id, std::iter::once(draft), now).await?;
    let gone = known.missing(draft).into_iter().map(|field| (field, conditions::GONE));
    let mut wrong = FieldErrors::default();
    wrong.extend(gone);
    if draft.calendar_id.is_some_and(|id| !known.has_calendar(id)) {
        wrong.say("calendar_id", "There is no such calendar.");
    }
    wrong.refuse("The policy names something that there is not.")
}

fn act<'a>(action: Action, (id, name): (i64, &'a str), changes: Value) -> Act<'a> {
    Act { action, kind: "sla_policy", id: id.to_string(), name, changes }
}

fn kept(draft: &SlaPolicyDraft) -> Value {
    json!({ "policy": draft })
}

/// Tells everybody of the client to read the policies anew; the room itself sets clocks by it.
fn tell(tx: &mut Tx, client_id: i64, now: i64) {
    let data = SlaPoliciesChanged {};
    tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
}
