//! The audit log as a table (RFC 4180).

use crate::{
    audit::Entry,
    http::csv::{cell, time},
};
use std::fmt::Write as _;

/// The first line.
pub(in crate::accounts::audit_log) const HEAD: &str =
    "id,time,who,address,action,subject kind,subject id,subject,changes\r\n";

/// Entries as lines.
pub(in crate::accounts::audit_log) fn lines(entries: &[Entry]) -> String {
    let mut text = String::new();
    for entry in entries {
        let (id, at, changes) = (entry.id, time(entry.at), entry.changes.to_string());
        let cells = [
            &at,
            &entry.actor,
            &entry.address,
            &entry.action,
            &entry.subject_kind,
            &entry.subject_id,
            &entry.subject,
            &changes,
        ];
        let cells: Vec<String> = cells.iter().map(|text| cell(text)).collect();
        write!(text, "{id},{}\r\n", cells.join(",")).expect("a text takes everything");
    }
    text
}
