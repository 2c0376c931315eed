//! Admins keep macros, and agents run them.

use super::{
    Rules,
    actions::{Actor, Initiator},
    check::{self, KnownIds},
    model::{ActionResult, MACROS_MAX, Macro, MacroDraft, outcome},
    store::{self, NewRun},
};
use crate::{
    accounts::Caller,
    audit::{self, Act, Action, step},
    db::{Conn, DbResult, Tx},
    http::{Code, FieldErrors, Problem},
    tickets::{Viewer, held_ticket, ticket_id},
};
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

/// Tickets of one call.
pub(super) const TICKETS_MAX: usize = 100;

/// What a macro did at one ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MacroRun {
    /// As it was asked for.
    pub ticket: i64,
    /// `done`, `partly` or `failed`.
    pub outcome: String,
    pub done: Vec<ActionResult>,
}

impl Rules {
    /// The macros that somebody may run; admins see all.
    pub(super) async fn macros(&self, caller: &Caller) -> Result<Vec<Macro>, Problem> {
        let mut conn = self.db.read().await?;
        let all = store::macros(&mut conn, caller.client_id).await?;
        if caller.is_admin() {
            return Ok(all);
        }
        let own = store::departments_of(&mut conn, caller.client_id, caller.user_id).await?;
        Ok(all.into_iter().filter(|one| offered(one, &own)).collect())
    }

    /// Makes a macro.
    pub(super) async fn make_macro(
        &self,
        caller: &Caller,
        draft: &MacroDraft,
    ) -> Result<Macro, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let blank = Macro {
            id: 0,
            name: String::new(),
            departments: vec![],
            then: vec![],
            runs: 0,
            last_run_at: None,
        };
        let new = judged(&mut tx, client_id, blank, draft).await?;
        if store::count_macros(&mut tx, client_id).await? >= MACROS_MAX {
            let text = "There are at most 200 macros. Delete one first.";
            return Err(Problem::new(Code::Conflict, text));
        }
        let (departments, deeds) = texts(&new);
        let words = (new.name.as_str(), departments.as_str(), deeds.as_str());
        let id = store::insert_macro(&mut tx, client_id, words, now).await?;
        let changes = json!({ "departments": new.departments, "then": new.then });
        audit::note(&mut tx, &author, &act(Action::MacroCreated, id, &new.name, changes), now)
            .await?;
        tx.commit().await?;
        Ok(Macro { id, ..new })
    }

    /// Changes a macro.
    pub(super) async fn change_macro(
        &self,
        caller: &Caller,
        id: i64,
        draft: &MacroDraft,
    ) -> Result<Macro, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let before = store::macro_by_id(&mut tx, client_id, id).await?;
        let before = before.ok_or_else(Problem::not_found)?;
        let after = judged(&mut tx, client_id, before.clone(), draft).await?;
        let mut changes = Map::new();
        step(&mut changes, "name", &before.name, &after.name);
        step(&mut changes, "departments", &before.departments, &after.departments);
        step(&mut changes, "then", &before.then, &after.then);
        if changes.is_empty() {
            return Ok(before);
        }
        let (departments, deeds) = texts(&after);
        let words = (after.name.as_str(), departments.as_str(), deeds.as_str());
        store::change_macro(&mut tx, (client_id, id), words, now).await?;
        let act = act(Action::MacroChanged, id, &after.name, changes.into());
        audit::note(&mut tx, &author, &act, now).await?;
        tx.commit().await?;
        Ok(after)
    }

    /// Deletes a macro.
    pub(super) async fn discard_macro(&self, caller: &Caller, id: i64) -> Result<(), Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let before = store::macro_by_id(&mut tx, client_id, id).await?;
        let before = before.ok_or_else(Problem::not_found)?;
        store::delete_macro(&mut tx, client_id, id).await?;
        let act = act(Action::MacroRemoved, id, &before.name, json!({}));
        audit::note(&mut tx, &author, &act, now).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Runs a macro at tickets, each by itself, with the rights of the caller. The same `run` again
    /// does nothing and gives what came of it.
    pub(super) async fn run_macro(
        &self,
        caller: &Caller,
        id: i64,
        tickets: &[i64],
        run: &str,
    ) -> Result<Vec<MacroRun>, Problem> {
        if tickets.is_empty() || tickets.len() > TICKETS_MAX {
            return Err(Problem::field("tickets", "Between 1 and 100 tickets."));
        }
        if run.is_empty() || run.len() > 64 {
            return Err(Problem::field("run_id", "An id of at most 64 characters."));
        }
        let mut conn = self.db.read().await?;
        usable(&mut conn, caller, id).await?;
        drop(conn);
        let mut all = vec![];
        for ticket in tickets {
            all.push(self.run_at(caller, id, *ticket, run).await?);
        }
        Ok(all)
    }

    async fn run_at(
        &self,
        caller: &Caller,
        id: i64,
        ticket: i64,
        run: &str,
    ) -> Result<MacroRun, Problem> {
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let viewer = Viewer::from(caller);
        let mut tx = self.db.begin().await?;
        let found = usable(&mut tx, caller, id).await?;
        let key = |row: i64| format!("macro-{id}-{}-{run}-{row}", caller.user_id);
        let known = ticket_id(&mut tx, client_id, ticket).await?.unwrap_or(ticket);
        // Looked at before the ticket: the run may have given it to somebody else.
        if let Some(done) = store::run_by_key(&mut tx, client_id, &key(known)).await? {
            // The first run may not be on disk yet.
            tx.commit().await?;
            return Ok(MacroRun { ticket, outcome: outcome(&done).into(), done });
        }
        let row = match held_ticket(&mut tx, &viewer, ticket).await {
            Ok(row) => row,
            Err(problem) if !matches!(problem.code(), Code::NotFound | Code::Forbidden) => {
                return Err(problem);
            }
            Err(problem) => {
                let error = Some(problem.message().to_owned());
                let all = found.then.into_iter();
                let done = all.map(|d| ActionResult {
                    what: d.what,
                    value: d.value,
                    custom: d.custom,
                    error: error.clone(),
                });
                return Ok(MacroRun { ticket, outcome: "failed".into(), done: done.collect() });
            }
        };
        let key = key(row.id);
        let new = NewRun {
            client_id,
            rule_id: None,
            macro_id: Some(id),
            ticket_id: row.id,
            key: &key,
            event: "macro",
            matched: "[]",
            now,
        };
        let Some(begun) = store::begin_run(&mut tx, &new).await? else {
            let done = store::run_by_key(&mut tx, client_id, &key).await?.unwrap_or_default();
            tx.commit().await?;
            return Ok(MacroRun { ticket, outcome: outcome(&done).into(), done });
        };
        // The caller sees the ticket now; what a macro does after handing it over belongs to the same
        // act.
        let viewer = Viewer { admin: true, ..viewer };
        let actor = Actor { viewer, by: Initiator::Agent(caller.user_id), key, automatic: false };
        let done = self.play(&mut tx, &actor, row.id, &found.then).await?;
        let replied = done.iter().any(|one| one.what.replies() && one.error.is_none());
        let came = outcome(&done);
        store::end_run(&mut tx, (client_id, begun), &done, (came, ""), replied).await?;
        store::macro_ran(&mut tx, (client_id, id), now).await?;
        tx.commit().await?;
        Ok(MacroRun { ticket, outcome: came.into(), done })
    }
}

/// A macro that the caller may run; another one looks like none.
async fn usable(conn: &mut Conn, caller: &Caller, id: i64) -> Result<Macro, Problem> {
    let found = store::macro_by_id(conn, caller.client_id, id).await?;
    let found = found.ok_or_else(Problem::not_found)?;
    if caller.is_admin() {
        return Ok(found);
    }
    let own = store::departments_of(conn, caller.client_id, caller.user_id).await?;
    if offered(&found, &own) { Ok(found) } else { Err(Problem::not_found()) }
}

/// Whether a macro is offered to members of these departments.
#[must_use]
pub(super) fn offered(one: &Macro, own: &[i64]) -> bool {
    one.departments.is_empty() || one.departments.iter().any(|id| own.contains(id))
}

/// A macro with what a draft says of it.
async fn judged(
    tx: &mut Tx,
    client_id: i64,
    before: Macro,
    draft: &MacroDraft,
) -> Result<Macro, Problem> {
    let mut wrong = FieldErrors::default();
    let name = draft.name.as_deref().unwrap_or(&before.name);
    let name = check::name(name, &mut wrong);
    let mut departments = draft.departments.clone().unwrap_or(before.departments);
    departments.sort_unstable();
    departments.dedup();
    let then = draft.then.clone().unwrap_or(before.then);
    check::deeds(&then, true, &mut wrong);
    named(tx, client_id, draft, &mut wrong).await?;
    wrong.refuse(super::check::REFUSAL)?;
    Ok(Macro { name, departments, then, ..before })
}

/// Says what a draft names and the client has not.
async fn named(
    tx: &mut Tx,
    client_id: i64,
    draft: &MacroDraft,
    wrong: &mut FieldErrors,
) -> DbResult<()> {
    let known = KnownIds::read(tx, client_id).await?;
    if let Some(then) = &draft.then {
        known.deeds(tx, then, wrong).await?;
    }
    for id in draft.departments.iter().flatten() {
        if !known.department(tx, *id).await? {
            wrong.say("departments", "There is no such department any more.");
            break;
        }
    }
    Ok(())
}

fn texts(one: &Macro) -> (String, String) {
    let text = |value: Value| value.to_string();
    (text(json!(one.departments)), text(json!(one.then)))
}

fn act(action: Action, id: i64, name: &str, changes: Value) -> Act<'_> {
    Act { action, kind: "macro", id: id.to_string(), name, changes }
}
