//! What admins do with an import: say which column is what, check, start, stop and delete it.

use super::{
    Imports,
    bring::detail,
    fields,
    model::{Import, ImportDetail, ImportList, ImportRefusals, ImportSettings, ImportState},
    run,
    store::{self, ImportRow},
};
use crate::{
    accounts::Caller,
    audit::Action,
    blobs::BlobRef,
    db::{DbError, Tx},
    http::{Code, Problem},
};
use jiff::tz::TimeZone;

const LISTED: i64 = 50;
/// Refused cells of a page. One row has at most as many as a table has columns.
const PAGE: i64 = 100;
const LOOKED_AT: i64 = 400;

impl Imports {
    /// The client's newest imports.
    pub(super) async fn list(&self, caller: &Caller) -> Result<ImportList, Problem> {
        caller.require_admin()?;
        let mut conn = self.db.read().await?;
        let rows = store::list(&mut conn, caller.client_id, LISTED).await?;
        Ok(ImportList { imports: rows.iter().map(ImportRow::shown).collect() })
    }

    /// One of them, with its columns.
    pub(super) async fn show(&self, caller: &Caller, id: i64) -> Result<ImportDetail, Problem> {
        caller.require_admin()?;
        let mut conn = self.db.read().await?;
        let row = store::one(&mut conn, caller.client_id, id).await?;
        let row = row.ok_or_else(Problem::not_found)?;
        Ok(detail(&mut conn, caller.client_id, &row).await?)
    }

    /// Says which column fills which field. A check has to be made anew.
    pub(super) async fn map(
        &self,
        caller: &Caller,
        id: i64,
        settings: &ImportSettings,
    ) -> Result<ImportDetail, Problem> {
        caller.require_admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let import = held(&mut tx, client_id, id).await?;
        if !import.state().maps() {
            let text =
                "Columns are chosen before an import begins. Bring the file anew to choose others.";
            return Err(Problem::new(Code::Conflict, text));
        }
        if settings.fields.len() != import.fields().len() {
            return Err(Problem::field("fields", "Say of each column which field it fills."));
        }
        let custom = crate::fields::list(&mut tx, client_id, false).await?;
        if let Some(why) = fields::wrong(import.kind(), &settings.fields, &custom) {
            return Err(Problem::field("fields", why));
        }
        let zone = &settings.timezone;
        if !zone.is_empty() && TimeZone::get(zone).is_err() {
            return Err(Problem::field("timezone", "There is no such time zone."));
        }
        store::set_settings(&mut tx, (client_id, id), settings).await?;
        let import = told(&mut tx, client_id, id, now).await?;
        let detail = detail(&mut tx, client_id, &import).await?;
        tx.commit().await?;
        Ok(detail)
    }

    /// Begins a check, or the import itself, which also goes on where it was stopped.
    pub(super) async fn start(
        &self,
        caller: &Caller,
        id: i64,
        state: ImportState,
    ) -> Result<Import, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let import = held(&mut tx, client_id, id).await?;
        let was = import.state();
        if was == state {
            return Ok(import.shown());
        }
        let dry = state == ImportState::Checking;
        if dry && !was.maps() {
            let text = "This import has begun already. Bring the file anew to check it.";
            return Err(Problem::new(Code::Conflict, text));
        }
        if !dry && !was.starts() {
            let text = match was {
                ImportState::Done => "This import is done. Bring the file anew to import it again.",
                _ => "Check the file before it is imported.",
            };
            return Err(Problem::new(Code::Conflict, text));
        }
        let custom = crate::fields::list(&mut tx, client_id, false).await?;
        if let Some(why) = fields::wrong(import.kind(), &import.fields(), &custom) {
            return Err(Problem::field("fields", why));
        }
        let place = (client_id, id);
        let begun = if was.maps() {
            store::begin(&mut tx, place, state, now).await
        } else {
            store::set_state(&mut tx, place, state, "", None).await
        };
        begun.map_err(|error| match error {
            DbError::Unique(_) => {
                let text = "Another import is at work. Wait until it is done, or stop it.";
                Problem::new(Code::Conflict, text)
            }
            other => other.into(),
        })?;
        run::plan(&mut tx, client_id, (id, now), now).await?;
        let import = told(&mut tx, client_id, id, now).await?;
        if !dry {
            run::note(&mut tx, &author, (Action::ImportStarted, &import), now).await?;
        }
        tx.commit().await?;
        Ok(import.shown())
    }

    /// Stops a check or a run behind the rows that it has dealt with. What was imported stays.
    pub(super) async fn cancel(&self, caller: &Caller, id: i64) -> Result<Import, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let import = held(&mut tx, client_id, id).await?;
        let was = import.state();
        if !was.is_busy() {
            return Ok(import.shown());
        }
        store::set_state(&mut tx, (client_id, id), was.cancelled(), "", Some(now)).await?;
        let import = told(&mut tx, client_id, id, now).await?;
        if was == ImportState::Running {
            run::note(&mut tx, &author, (Action::ImportCancelled, &import), now).await?;
        }
        tx.commit().await?;
        Ok(import.shown())
    }

    /// Deletes an import with its file. What was imported stays.
    pub(super) async fn delete(&self, caller: &Caller, id: i64) -> Result<(), Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let import = held(&mut tx, client_id, id).await?;
        if import.state().is_busy() {
            return Err(Problem::new(Code::Conflict, "This import is at work. Stop it first."));
        }
        store::delete(&mut tx, client_id, id).await?;
        run::note(&mut tx, &author, (Action::ImportDeleted, &import), now).await?;
        let kept = store::is_kept_across_clients(&mut tx, &import.blob).await?;
        tx.commit().await?;
        if let (false, Ok(blob)) = (kept, serde_json::from_str::<BlobRef>(&import.blob))
            && let Err(error) = self.blobs.delete(&blob.sha256).await
        {
            tracing::warn!(error = %error, "the table of a deleted import stays in the store");
        }
        Ok(())
    }

    /// Cells for which rows behind `after` were left out.
    pub(super) async fn refusals(
        &self,
        caller: &Caller,
        id: i64,
        after: i64,
    ) -> Result<ImportRefusals, Problem> {
        caller.require_admin()?;
        let mut conn = self.db.read().await?;
        let known = store::one(&mut conn, caller.client_id, id).await?;
        known.ok_or_else(Problem::not_found)?;
        let mut refusals =
            store::refusals(&mut conn, (caller.client_id, id), after, LOOKED_AT).await?;
        // The next page begins behind a row, so this one ends with a whole one.
        let page = usize::try_from(PAGE).unwrap_or(usize::MAX);
        let last = refusals.get(page - 1).map_or(i64::MAX, |refusal| refusal.row);
        let shown = refusals.iter().take_while(|refusal| refusal.row <= last).count();
        let more = shown < refusals.len();
        refusals.truncate(shown);
        Ok(ImportRefusals { refusals, more })
    }
}

/// An import that nobody else changes until the transaction ends.
async fn held(tx: &mut Tx, client_id: i64, id: i64) -> Result<ImportRow, Problem> {
    if !store::hold(tx, client_id, id).await? {
        return Err(Problem::not_found());
    }
    store::one(tx, client_id, id).await?.ok_or_else(Problem::not_found)
}

/// The import as it is now, of which the admins' windows are told.
async fn told(tx: &mut Tx, client_id: i64, id: i64, now: i64) -> Result<ImportRow, Problem> {
    let import = store::one(tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
    run::tell(tx, client_id, &import, now);
    Ok(import)
}
