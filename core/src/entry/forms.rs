//! An admin keeps the forms.

use super::{
    Entries,
    model::{FORMS_MAX, Settings, TicketForm, TicketFormDraft, settings},
    store,
};
use crate::{
    accounts::{self, Caller},
    audit::{self, Act, Action, step},
    db::Tx,
    http::{Code, Problem},
};
use serde_json::{Map, Value, json};

/// Characters of a token, six bits each.
const TOKEN: usize = 24;

impl Entries {
    /// All forms, for admins.
    pub(super) async fn list(&self, caller: &Caller) -> Result<Vec<TicketForm>, Problem> {
        caller.require_admin()?;
        let mut conn = self.db.read().await?;
        let forms = store::list(&mut conn, caller.client_id).await?;
        Ok(forms.into_iter().map(|form| self.with_url(form)).collect())
    }

    /// Makes a form.
    pub(super) async fn create(
        &self,
        caller: &Caller,
        draft: &TicketFormDraft,
    ) -> Result<TicketForm, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let new = settings(&Settings { active: true, ..Settings::default() }, draft)?;
        let token = self.ids.token(TOKEN);
        let mut tx = self.db.begin().await?;
        offered(&mut tx, client_id, new.department_id).await?;
        if store::count(&mut tx, client_id).await? >= FORMS_MAX {
            return Err(Problem::new(Code::Conflict, "There are at most 50 forms."));
        }
        let by = (token.as_str(), caller.username.as_str());
        let id = store::insert(&mut tx, client_id, &new, by, now).await?;
        let changes = json!({ "department_id": new.department_id, "required": new.required });
        let act = act(Action::TicketFormCreated, id, &new.name, changes);
        audit::note(&mut tx, &author, &act, now).await?;
        let made = store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        tx.commit().await?;
        Ok(self.with_url(made))
    }

    /// Changes a form, or closes and opens it.
    pub(super) async fn change(
        &self,
        caller: &Caller,
        id: i64,
        draft: &TicketFormDraft,
    ) -> Result<TicketForm, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let form = store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        let before = kept(&form);
        let after = settings(&before, draft)?;
        if after.department_id != before.department_id {
            offered(&mut tx, client_id, after.department_id).await?;
        }
        if before != after {
            store::change(&mut tx, (client_id, id), &after, now).await?;
            let changes = changes(&before, &after);
            let act = act(Action::TicketFormChanged, id, &after.name, changes.into());
            audit::note(&mut tx, &author, &act, now).await?;
        }
        let now_is = store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        tx.commit().await?;
        Ok(self.with_url(now_is))
    }

    /// Deletes a form. Its address leads nowhere from then on; its tickets stay.
    pub(super) async fn remove(&self, caller: &Caller, id: i64) -> Result<(), Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let form = store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        store::delete(&mut tx, client_id, id).await?;
        let changes = json!({ "uses": form.uses });
        let act = act(Action::TicketFormRemoved, id, &form.name, changes);
        audit::note(&mut tx, &author, &act, now).await?;
        tx.commit().await?;
        Ok(())
    }

    fn with_url(&self, form: TicketForm) -> TicketForm {
        let base = self.accounts.public_url().trim_end_matches('/');
        let url = format!("{base}/new_ticket/{}", form.token);
        TicketForm { url, ..form }
    }
}

async fn offered(tx: &mut Tx, client_id: i64, department: Option<i64>) -> Result<(), Problem> {
    match department {
        Some(id) if !accounts::department_is_offered(tx, client_id, id).await? => {
            Err(Problem::field("department_id", "There is no such department."))
        }
        _ => Ok(()),
    }
}

fn kept(form: &TicketForm) -> Settings {
    Settings {
        name: form.name.clone(),
        title: form.title.clone(),
        intro: form.intro.clone(),
        department_id: form.department_id,
        required: form.required.clone(),
        active: form.active,
    }
}

fn act(action: Action, id: i64, name: &str, changes: Value) -> Act<'_> {
    Act { action, kind: "ticket_form", id: id.to_string(), name, changes }
}

fn changes(from: &Settings, to: &Settings) -> Map<String, Value> {
    let mut changes = Map::new();
    step(&mut changes, "name", &from.name, &to.name);
    step(&mut changes, "title", &from.title, &to.title);
    step(&mut changes, "intro", &from.intro, &to.intro);
    step(&mut changes, "department_id", from.department_id, to.department_id);
    step(&mut changes, "required", &from.required, &to.required);
    step(&mut changes, "active", from.active, to.active);
    changes
}
