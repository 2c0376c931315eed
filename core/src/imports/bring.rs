//! An admin brings a table.

use super::{
    Imports, fields,
    model::{ImportColumn, ImportDetail, ImportKind},
    run,
    store::{self, ImportRow, NewImport},
    table::{self, Column},
    values,
};
use crate::{
    accounts::{Caller, timezone},
    blobs::BlobMeta,
    db::{Conn, DbResult},
    http::{Code, Problem},
};

/// Imports that a client keeps; more have to be deleted first.
const IMPORTS_MAX: i64 = 50;

impl Imports {
    /// Reads a file and keeps it as a table, whose columns are guessed.
    ///
    /// # Errors
    /// `forbidden`; `invalid` for what is no table, with what to do; `conflict` when there are too many.
    pub(super) async fn bring(
        &self,
        caller: &Caller,
        kind: ImportKind,
        (file_name, bytes): (&str, Vec<u8>),
    ) -> Result<ImportDetail, Problem> {
        caller.require_admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        let read = tokio::task::spawn_blocking(move || table::read(&bytes));
        let table = read.await.map_err(Problem::internal)?;
        let table = table.map_err(|why| Problem::field("file", why))?;
        let named = BlobMeta::clean("text/csv", Some(file_name)).filename;
        let meta = BlobMeta { mime: "text/csv".into(), filename: None };
        let stored = self.blobs.put_bytes(table.rows, meta).await.map_err(|error| {
            Problem::new(Code::Unavailable, format!("The file cannot be kept: {error}."))
        })?;
        let mut tx = self.db.begin().await?;
        let known = store::list(&mut tx, client_id, IMPORTS_MAX).await?;
        if i64::try_from(known.len()).unwrap_or(i64::MAX) >= IMPORTS_MAX {
            let text = format!("There are {IMPORTS_MAX} imports already. Delete one first.");
            return Err(Problem::new(Code::Conflict, text));
        }
        let custom = crate::fields::list(&mut tx, client_id, false).await?;
        let guessed = fields::guess(kind, &table.columns, &custom);
        let samples = table.columns.iter().flat_map(|c| c.samples.iter().map(String::as_str));
        let new = NewImport {
            kind,
            file_name: named.as_deref().unwrap_or("table.csv"),
            size,
            encoding: table.encoding,
            blob: &serde_json::to_string(&stored).map_err(Problem::internal)?,
            columns: &serde_json::to_string(&table.columns).map_err(Problem::internal)?,
            fields: &serde_json::to_string(&guessed).map_err(Problem::internal)?,
            date_order: values::order_of(samples),
            timezone: &timezone(&mut tx, client_id, caller.user_id).await?,
            row_count: table.row_count,
            user_id: caller.user_id,
        };
        let id = store::insert(&mut tx, client_id, &new, now).await?;
        let import = store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        run::tell(&mut tx, client_id, &import, now);
        let detail = detail(&mut tx, client_id, &import).await?;
        tx.commit().await?;
        Ok(detail)
    }
}

/// An import with its columns and what they may fill.
pub(super) async fn detail(
    conn: &mut Conn,
    client_id: i64,
    import: &ImportRow,
) -> DbResult<ImportDetail> {
    let custom = crate::fields::list(conn, client_id, false).await?;
    let columns: Vec<Column> = serde_json::from_str(&import.columns).unwrap_or_default();
    let mut filled = import.fields().into_iter();
    let column = |Column { name, samples }| ImportColumn {
        name,
        samples,
        field: filled.next().unwrap_or_default(),
    };
    Ok(ImportDetail {
        import: import.shown(),
        columns: columns.into_iter().map(column).collect(),
        fields: fields::offered(import.kind(), &custom),
    })
}
