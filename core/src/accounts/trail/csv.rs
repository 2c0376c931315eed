//! The audit log as a table (RFC 4180).

use crate::audit::Entry;
use std::fmt::Write as _;

/// The first line.
pub(super) const HEAD: &str =
    "id,time,who,address,action,subject kind,subject id,subject,changes\r\n";

/// Entries as lines.
pub(super) fn lines(entries: &[Entry]) -> String {
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

/// `2026-01-31T23:59:59.123Z`
fn time(ms: i64) -> String {
    time::OffsetDateTime::from_unix_timestamp_nanos(i128::from(ms) * 1_000_000)
        .ok()
        .and_then(|time| time.format(&time::format_description::well_known::Rfc3339).ok())
        .unwrap_or_default()
}

/// A cell. One that a spreadsheet would take for a formula is marked as a text.
fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}
