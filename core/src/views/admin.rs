//! Somebody keeps views: makes, changes, orders and deletes them.

use super::{
    Views,
    events::ViewsChanged,
    model::{
        CheckedView, SavedView, VIEWS_MAX, ViewCount, ViewDraft, ViewOrder, check, expect_version,
    },
    store::{self, ViewRow},
};
use crate::{
    accounts::Caller,
    audit::{self, Act, Action, step},
    db::{DbError, DbResult, Tx},
    events::{Audience, NewEvent},
    http::{Code, Problem, names_each_once},
    tickets::Viewer,
};
use serde_json::{Map, json};

impl Views {
    /// The views the caller has: the shared ones, then their own.
    pub(super) async fn list(&self, caller: &Caller) -> Result<Vec<SavedView>, Problem> {
        let mut conn = self.db.read().await?;
        let rows = store::usable(&mut conn, caller.client_id, caller.user_id).await?;
        Ok(rows.into_iter().map(SavedView::from).collect())
    }

    /// How many tickets each of the caller's views has.
    pub(super) async fn counts(&self, caller: &Caller) -> Result<Vec<ViewCount>, Problem> {
        let viewer = Viewer::from(caller);
        let mut counts = vec![];
        for view in self.list(caller).await? {
            let (status, query) = (view.settings.status.filter(), &view.settings.query);
            let (count, count_more) = self.tickets.list_count(&viewer, status, query).await?;
            counts.push(ViewCount { id: view.id, count, count_more });
        }
        Ok(counts)
    }

    /// Keeps a new view, the last one in its order.
    pub(super) async fn make(
        &self,
        caller: &Caller,
        draft: &ViewDraft,
    ) -> Result<SavedView, Problem> {
        let view = check(draft, caller)?;
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let position = self.next_position(&mut tx, caller, view.owner_id).await?;
        let made = store::insert(&mut tx, caller.client_id, &view, position, now).await;
        let made = made.map_err(name_taken)?;
        note(&mut tx, caller, made.id, (None, Some(&view)), now).await?;
        tell(&mut tx, caller, &[view.owner_id], now);
        tx.commit().await?;
        Ok(made.into())
    }

    /// Changes a view. An admin may share one of their own, and take a shared one back.
    pub(super) async fn change(
        &self,
        caller: &Caller,
        id: i64,
        draft: &ViewDraft,
    ) -> Result<SavedView, Problem> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let row = changeable(&mut tx, caller, id).await?;
        let view = check(draft, caller)?;
        expect_version(row.version, draft.version)?;
        let position = match view.owner_id == row.owner_id {
            true => row.position,
            false => self.next_position(&mut tx, caller, view.owner_id).await?,
        };
        let changed = store::change(&mut tx, (caller.client_id, id), &view, position, now).await;
        let changed = changed.map_err(name_taken)?;
        let before = checked(row);
        note(&mut tx, caller, id, (Some(&before), Some(&view)), now).await?;
        tell(&mut tx, caller, &[before.owner_id, view.owner_id], now);
        tx.commit().await?;
        Ok(changed.into())
    }

    /// Puts the shared views, or the caller's own, in an order.
    pub(super) async fn order(&self, caller: &Caller, order: &ViewOrder) -> Result<(), Problem> {
        let owner_id = if order.shared { 0 } else { caller.user_id };
        if !caller.may_change(owner_id) {
            return Err(Problem::forbidden("Only admins order the views of everybody."));
        }
        let mut tx = self.db.begin().await?;
        let rows = store::usable(&mut tx, caller.client_id, caller.user_id).await?;
        let all: Vec<i64> =
            rows.iter().filter(|row| row.owner_id == owner_id).map(|row| row.id).collect();
        if !names_each_once(&order.ids, &all) {
            return Err(Problem::field("ids", "Name each of these views once."));
        }
        let whose = (caller.client_id, owner_id);
        for (id, position) in order.ids.iter().zip(1..) {
            store::set_position(&mut tx, whose, *id, position).await?;
        }
        tell(&mut tx, caller, &[owner_id], self.clock.now_ms());
        tx.commit().await?;
        Ok(())
    }

    /// Deletes a view. The tickets in it stay as they are.
    pub(super) async fn remove(&self, caller: &Caller, id: i64) -> Result<(), Problem> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let before = checked(changeable(&mut tx, caller, id).await?);
        store::delete(&mut tx, caller.client_id, id).await?;
        note(&mut tx, caller, id, (Some(&before), None), now).await?;
        tell(&mut tx, caller, &[before.owner_id], now);
        tx.commit().await?;
        Ok(())
    }

    async fn next_position(
        &self,
        tx: &mut Tx,
        caller: &Caller,
        owner_id: i64,
    ) -> Result<i64, Problem> {
        let (count, last) = store::count(tx, caller.client_id, owner_id).await?;
        if count >= VIEWS_MAX {
            return Err(Problem::new(
                Code::Conflict,
                "There are at most 50 views. Delete one first.",
            ));
        }
        Ok(last + 1)
    }
}

fn checked(row: ViewRow) -> CheckedView {
    let owner_id = row.owner_id;
    let view = SavedView::from(row);
    CheckedView { name: view.name, owner_id, settings: view.settings }
}

/// A view that the caller may change, held. Somebody else's own looks like none; a shared one is seen
/// by everybody, so that it is refused by name.
async fn changeable(tx: &mut Tx, caller: &Caller, id: i64) -> Result<ViewRow, Problem> {
    let row = store::lock(tx, caller.client_id, id).await?;
    let row = row.filter(|row| row.owner_id == 0 || row.owner_id == caller.user_id);
    let row = row.ok_or_else(Problem::not_found)?;
    if caller.may_change(row.owner_id) {
        Ok(row)
    } else {
        Err(Problem::forbidden("Only admins change views that are everybody's."))
    }
}

fn name_taken(error: DbError) -> Problem {
    match error {
        DbError::Unique(_) => Problem::field("name", "Another view has this name."),
        other => other.into(),
    }
}

fn tell(tx: &mut Tx, caller: &Caller, owners: &[i64], now: i64) {
    let audience = match owners.contains(&0) {
        true => Audience::everyone(),
        false => Audience::only(caller.user_id),
    };
    tx.announce(NewEvent::new(caller.client_id, audience, &ViewsChanged {}, now));
}

/// Writes down what an admin did about a view that is or was everybody's.
async fn note(
    tx: &mut Tx,
    caller: &Caller,
    id: i64,
    (before, after): (Option<&CheckedView>, Option<&CheckedView>),
    now: i64,
) -> DbResult<()> {
    let Some(named) = after.or(before) else { return Ok(()) };
    if [before, after].into_iter().flatten().all(|view| view.owner_id != 0) {
        return Ok(());
    }
    let mut changes = Map::new();
    let action = match (before, after) {
        (Some(from), Some(to)) => {
            step(&mut changes, "name", &from.name, &to.name);
            step(&mut changes, "shared", from.owner_id == 0, to.owner_id == 0);
            step(&mut changes, "view", json!(from.settings), json!(to.settings));
            Action::ViewChanged
        }
        (None, _) => Action::ViewCreated,
        (_, None) => Action::ViewRemoved,
    };
    if before.is_some() && after.is_some() && changes.is_empty() {
        return Ok(());
    }
    let act = Act {
        action,
        kind: "view",
        id: id.to_string(),
        name: &named.name,
        changes: changes.into(),
    };
    audit::note(tx, &caller.author(), &act, now).await
}
