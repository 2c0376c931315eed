//! Deals with the rows of a table, some of them in each transaction, which also says how far it has come:
//! whatever stops it, it goes on behind the last row that is on disk.

use super::{
    Imports,
    events::ImportChanged,
    fields::Cells,
    model::{ImportCounts, ImportKind, ImportState, Outcome},
    store::{self, ImportRow, REFUSALS_MAX},
    table,
    ticket_row::Named,
};
use crate::{
    accounts::{self, ContactFields, contact_fields},
    audit::{self, Act, Action, Author},
    blobs::BlobRef,
    crypto::Keys,
    db::{Conn, DbError, DbResult, Tx},
    events::{Audience, NewEvent},
    ids::Ids,
    jobs::{Class, Handlers, Job, JobError, NewJob, queue},
    tickets::Viewer,
};
use bytes::Bytes;
use serde_json::json;

pub(super) const RUN: &str = "imports.run";
/// Rows of a transaction: others who write wait no longer than for a few of their own.
const CHECKED: usize = 200;
const CONTACTS: usize = 50;
const TICKETS: usize = 25;
/// After so long another job takes over: a worker may be lost for its lease before somebody notices.
const JOB_MS: i64 = 20_000;
/// How often windows are told how far it is.
const TOLD_MS: i64 = 1_000;

/// The rows of one transaction, and what is known while they are dealt with.
pub(super) struct Batch<'a> {
    pub client_id: i64,
    pub import: &'a ImportRow,
    /// Nothing but what the check remembers is written.
    pub dry: bool,
    pub ids: &'a Ids,
    pub keys: &'a Keys,
    pub now: i64,
    /// Whether the ids of a channel's scope are telephone numbers.
    pub is_number: &'a (dyn Fn(&str) -> bool + Sync),
}

impl Batch<'_> {
    /// YYYY-MM-DD.
    pub fn today(&self) -> String {
        crate::days::latest(self.now).to_string()
    }
}

/// What rows are read with.
enum RowLookups {
    Form(ContactFields),
    /// What tickets may name, and who imports them.
    Named(Named, Viewer),
}

/// Whether there is more to do in this job.
enum Step {
    Again,
    /// The last row was dealt with, or somebody stopped it.
    Over,
}

/// Plans the job that deals with an import from how far it is.
pub(super) async fn plan(
    tx: &mut Tx,
    client_id: i64,
    import: (i64, i64),
    now: i64,
) -> DbResult<()> {
    queue::enqueue(tx, NewJob::walk(client_id, (Class::Bulk, RUN), import, now)).await
}

/// Registers what runs in the background.
pub fn job_handlers(handlers: &mut Handlers, room: &Imports) {
    let room = room.clone();
    handlers.on(RUN, move |job| {
        let room = room.clone();
        async move { room.run(&job).await }
    });
}

impl Imports {
    /// Deals with rows for some seconds, and plans the next job where rows are left.
    async fn run(&self, job: &Job) -> Result<(), JobError> {
        let (client_id, (id, _)) = (job.client_id, job.walk());
        let row = {
            let mut conn = self.db.read().await?;
            store::one(&mut conn, client_id, id).await?
        };
        let Some(import) = row.filter(|row| row.state().is_busy()) else { return Ok(()) };
        let table = match self.table(&import).await {
            Ok(table) => table,
            Err(why) => return self.fail(client_id, id, &why).await.map_err(JobError::from),
        };
        let known = self.known_to_rows(client_id, &import).await?;
        let until = self.clock.now_ms() + JOB_MS;
        let mut told = self.clock.now_ms();
        loop {
            if self.clock.now_ms() >= until {
                let mut tx = self.db.begin().await?;
                let now = self.clock.now_ms();
                plan(&mut tx, client_id, (id, now), now).await?;
                tx.commit().await?;
                return Ok(());
            }
            let now = self.clock.now_ms();
            let tells = now - told >= TOLD_MS;
            if tells {
                told = now;
            }
            if matches!(self.step((client_id, id), &table, &known, tells).await?, Step::Over) {
                return Ok(());
            }
        }
    }

    /// The rows of a table, as they are kept.
    async fn table(&self, import: &ImportRow) -> Result<Bytes, String> {
        let blob: BlobRef = serde_json::from_str(&import.blob).map_err(|e| e.to_string())?;
        let read = self.blobs.get_range(&blob, 0..blob.size).await;
        read.map_err(|error| format!("The file cannot be read: {error}."))
    }

    /// What is looked up once for all rows of a job.
    async fn known_to_rows(&self, client_id: i64, import: &ImportRow) -> DbResult<RowLookups> {
        let mut conn = self.db.read().await?;
        Ok(match import.kind() {
            ImportKind::Contacts => RowLookups::Form(contact_fields(&mut conn, client_id).await?),
            ImportKind::Tickets => {
                let by = importer(&mut conn, client_id, import.user_id).await?;
                RowLookups::Named(Named::of(&mut conn, client_id).await?, by)
            }
        })
    }

    /// Deals with the next rows in one transaction.
    async fn step(
        &self,
        (client_id, id): (i64, i64),
        table: &[u8],
        known: &RowLookups,
        tells: bool,
    ) -> DbResult<Step> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        if !store::hold(&mut tx, client_id, id).await? {
            return Err(DbError::NotFound);
        }
        let import = store::one(&mut tx, client_id, id).await?.ok_or(DbError::NotFound)?;
        if !import.state().is_busy() {
            return Ok(Step::Over);
        }
        let dry = import.state() == ImportState::Checking;
        let most = match import.kind() {
            _ if dry => CHECKED,
            ImportKind::Contacts => CONTACTS,
            ImportKind::Tickets => TICKETS,
        };
        let rows = table::rows(table, import.next_byte, most);
        let fields = import.fields();
        let cells: Vec<Cells<'_>> = rows.iter().map(|row| Cells { fields: &fields, row }).collect();
        let is_number = |scope: &str| self.tickets.has_numbers(client_id, scope);
        let batch = Batch {
            client_id,
            import: &import,
            dry,
            ids: &self.ids,
            keys: &self.keys,
            now,
            is_number: &is_number,
        };
        let outcomes = match known {
            RowLookups::Form(form) => batch.contacts(&mut tx, form, &cells).await?,
            RowLookups::Named(named, by) => batch.tickets(&mut tx, (named, by), &cells).await?,
        };
        let mut counts = import.counts();
        for (row, outcome) in rows.iter().zip(&outcomes) {
            counts.add(outcome);
            if let Outcome::Refused(faults) = outcome
                && counts.refused <= REFUSALS_MAX
            {
                for fault in faults {
                    store::refuse(&mut tx, (client_id, id), row.number, fault).await?;
                }
            }
        }
        let done = import.done + i64::try_from(rows.len()).unwrap_or(0);
        let next_byte = rows.last().map_or(import.next_byte, |row| row.next_byte);
        store::advance(&mut tx, (client_id, id), (done, next_byte), &counts).await?;
        let over = rows.len() < most || done >= import.row_count;
        if over {
            self.end(&mut tx, client_id, &import, now).await?;
        }
        if over || tells {
            let import = store::one(&mut tx, client_id, id).await?.ok_or(DbError::NotFound)?;
            tell(&mut tx, client_id, &import, now);
        }
        tx.commit().await?;
        Ok(if over { Step::Over } else { Step::Again })
    }

    /// The last row was dealt with.
    async fn end(&self, tx: &mut Tx, client_id: i64, import: &ImportRow, now: i64) -> DbResult<()> {
        let place = (client_id, import.id);
        store::forget_seen(tx, client_id, import.id).await?;
        store::set_state(tx, place, import.state().ended(), "", Some(now)).await?;
        if import.state() == ImportState::Checking {
            return Ok(());
        }
        let ended = store::one(tx, client_id, import.id).await?.ok_or(DbError::NotFound)?;
        let by = importer(tx, client_id, import.user_id).await?;
        let author = Author {
            client_id,
            user_id: Some(by.user_id),
            name: by.username,
            address: String::new(),
        };
        note(tx, &author, (Action::ImportEnded, &ended), now).await
    }

    /// Gives an import up that cannot go on.
    async fn fail(&self, client_id: i64, id: i64, why: &str) -> DbResult<()> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        store::hold(&mut tx, client_id, id).await?;
        let was = store::one(&mut tx, client_id, id).await?.map(|import| import.state());
        // A check begins anew.
        let checking = was == Some(ImportState::Checking);
        let state = if checking { ImportState::Mapping } else { ImportState::Failed };
        store::set_state(&mut tx, (client_id, id), state, why, Some(now)).await?;
        if let Some(import) = store::one(&mut tx, client_id, id).await? {
            tell(&mut tx, client_id, &import, now);
        }
        tx.commit().await
    }
}

/// Who brought the table, also where they may no longer sign in.
async fn importer(conn: &mut Conn, client_id: i64, user_id: i64) -> DbResult<Viewer> {
    let (username, name) = accounts::called(conn, client_id, user_id).await?;
    Ok(Viewer { client_id, user_id, username, name, admin: true, view_all: true })
}

/// Tells the admins' windows what an import is now.
pub(super) fn tell(tx: &mut Tx, client_id: i64, import: &ImportRow, now: i64) {
    let changed = ImportChanged { import: import.shown() };
    tx.announce(NewEvent::new(client_id, Audience::admins(), &changed, now));
}

/// Writes into the audit log what somebody did with an import.
pub(super) async fn note(
    tx: &mut Tx,
    author: &Author,
    (action, import): (Action, &ImportRow),
    now: i64,
) -> DbResult<()> {
    let counts: ImportCounts = import.counts();
    let act = Act {
        action,
        kind: "import",
        id: import.id.to_string(),
        name: &import.file_name,
        changes: json!({ "kind": import.kind(), "rows": import.row_count, "counts": counts }),
    };
    audit::note(tx, author, &act, now).await
}
