//! An import: its shapes on the wire, and what may follow on what. Pure.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What the rows of a table become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImportKind {
    Contacts,
    Tickets,
}

/// How far an import is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImportState {
    /// An admin says which column is what.
    Mapping,
    /// The dry run is under way: nothing is written.
    Checking,
    Checked,
    Running,
    Done,
    /// Stopped in the middle; what was imported stays, and it can go on.
    Cancelled,
    Failed,
}

impl ImportState {
    /// Whether rows are being dealt with.
    pub(super) fn is_busy(self) -> bool {
        matches!(self, Self::Checking | Self::Running)
    }

    /// Whether an admin may still say which column is what: rows that were imported already stay what they
    /// became.
    pub(super) fn maps(self) -> bool {
        matches!(self, Self::Mapping | Self::Checked)
    }

    /// Whether the import may begin, or go on.
    pub(super) fn starts(self) -> bool {
        matches!(self, Self::Checked | Self::Cancelled | Self::Failed)
    }

    /// What it is when its last row was dealt with.
    pub(super) fn ended(self) -> Self {
        if self == Self::Checking { Self::Checked } else { Self::Done }
    }

    /// What it is when somebody stops it.
    pub(super) fn cancelled(self) -> Self {
        if self == Self::Checking { Self::Mapping } else { Self::Cancelled }
    }
}

/// What becomes of a contact that is known already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum KnownContacts {
    /// What is empty is filled in.
    #[default]
    Fill,
    /// What the table says replaces what was there; its empty cells replace nothing.
    Overwrite,
    /// It stays as it is.
    Keep,
}

/// In which order dates have their day, month and year.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DateOrder {
    #[default]
    Ymd,
    Dmy,
    Mdy,
}

/// What became of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ImportCounts {
    pub created: i64,
    pub updated: i64,
    pub unchanged: i64,
    /// Rows that were left out, each for a reason.
    pub refused: i64,
}

impl ImportCounts {
    pub(super) fn add(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Created => self.created += 1,
            Outcome::Updated => self.updated += 1,
            Outcome::Unchanged => self.unchanged += 1,
            Outcome::Refused(_) => self.refused += 1,
        }
    }
}

/// What became of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Created,
    Updated,
    Unchanged,
    Refused(Vec<Fault>),
}

/// What is wrong with a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub field: String,
    /// What is wrong and how to mend it.
    pub reason: String,
    pub value: String,
}

impl Fault {
    pub fn new(field: &str, reason: impl Into<String>, value: &str) -> Self {
        Self { field: field.to_owned(), reason: reason.into(), value: value.to_owned() }
    }
}

/// An import as admins see it. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Import {
    pub id: i64,
    pub kind: ImportKind,
    pub state: ImportState,
    pub file_name: String,
    /// Bytes of the file as it came.
    pub size: i64,
    /// In which encoding it came.
    pub encoding: String,
    /// Rows of the table without its head.
    pub rows: i64,
    /// How many of them the last check or run has dealt with.
    pub done: i64,
    /// What became of these.
    pub counts: ImportCounts,
    pub known: KnownContacts,
    pub date_order: DateOrder,
    /// Where times without an offset from UTC are.
    pub timezone: String,
    /// The username of who brought it.
    pub created_by: String,
    pub created_at: i64,
    /// When the last check or run began.
    pub started_at: Option<i64>,
    pub ended_at: Option<i64>,
    /// Why it failed; empty where it did not.
    pub failure: String,
}

/// A column of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ImportColumn {
    /// As it stands in the head.
    pub name: String,
    /// The first cells that are not empty, cut.
    pub samples: Vec<String>,
    /// The field that it fills; empty for none.
    pub field: String,
}

/// A field that a column may fill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ImportField {
    pub key: String,
    /// What a custom field is called; empty for those of Patchbay.
    pub label: String,
    /// Whether a cell may hold several, divided by semicolons or commas.
    pub many: bool,
}

/// An import with its columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ImportDetail {
    pub import: Import,
    pub columns: Vec<ImportColumn>,
    pub fields: Vec<ImportField>,
}

/// The imports of a client.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportList {
    /// The newest 50.
    pub imports: Vec<Import>,
}

/// What an admin says of a table before it is imported.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ImportSettings {
    /// For each column the field that it fills; empty for none.
    pub fields: Vec<String>,
    #[serde(default)]
    pub known: KnownContacts,
    #[serde(default)]
    pub date_order: DateOrder,
    /// A name of the IANA time zone database; empty for UTC.
    #[serde(default)]
    pub timezone: String,
}

/// A cell for which a row was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct ImportRefusal {
    /// As spreadsheets count, the head being 1.
    pub row: i64,
    pub field: String,
    /// What is wrong and how to mend it.
    pub reason: String,
    /// What stands in the cell, cut.
    pub value: String,
}

/// A page of them.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportRefusals {
    pub refusals: Vec<ImportRefusal>,
    pub more: bool,
}
