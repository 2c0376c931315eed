//! What is in the database: the rows of one account, and a word for everything there is.

use crate::harness::Ground;
use patchbay::db::{Db, Raw};
use std::collections::BTreeMap;

/// Tables in which a batch that is taken again may leave a row, with the reason. In every other one
/// nothing may change.
const MAY_CHANGE: [&str; 17] = [
    // What came in is kept, whatever becomes of it.
    "receipts",
    // Calls of plugins are counted, and what they said is noted.
    "plugin_usage",
    "channel_log",
    // Work of the process itself.
    "jobs",
    "leases",
    "presence_leases",
    // Who is at the desk.
    "presence",
    "presence_spans",
    // What these count is in tables of its own.
    "client_counters",
    // What others make of the log, in their own time; the log itself must be the same.
    "notifications",
    "log_offsets",
    "report_facts",
    "report_tickets",
    // What the release before read of it.
    "notification_places",
    "rule_places",
    "survey_places",
    "webhook_places",
];

/// When a channel last got something, and how its connection fares, is no content.
const NO_CONTENT: [(&str, &str); 6] = [
    ("channels", "last_inbound_at"),
    ("channels", "status"),
    ("channels", "status_reason"),
    ("channels", "status_at"),
    ("channels", "faults"),
    ("channels", "resume_at"),
];

pub struct Stock {
    db: Db,
    tables: BTreeMap<String, String>,
}

impl Stock {
    pub async fn open(ground: &Ground) -> Self {
        let db = Db::open(&ground.url()).await.expect("the database");
        let mut this = Self { db, tables: BTreeMap::new() };
        let sqlite = !ground.is_postgres();
        let columns = if sqlite {
            "select m.name || ' ' || c.name from sqlite_master m, pragma_table_info(m.name) c
              where m.type = 'table' order by m.name, c.cid"
        } else {
            "select table_name || ' ' || column_name from information_schema.columns
              where table_schema = 'public' order by table_name, ordinal_position"
        };
        for line in this.lines(columns).await {
            let (table, column) = line.split_once(' ').expect("two words");
            let own = table.starts_with("sqlite_") || table.starts_with("_sqlx");
            if own || MAY_CHANGE.contains(&table) || NO_CONTENT.contains(&(table, column)) {
                continue;
            }
            let shown = if sqlite {
                format!("quote({column})")
            } else {
                format!("coalesce(cast({column} as text), '-')")
            };
            let row = this.tables.entry(table.to_owned()).or_default();
            if !row.is_empty() {
                row.push_str(" || ' | ' || ");
            }
            row.push_str(&shown);
        }
        assert!(this.tables.len() > 50, "the tables are found: {:?}", this.tables.keys());
        this
    }

    /// The rows of a statement with one column of text.
    pub async fn lines(&self, sql: &str) -> Vec<String> {
        let mut conn = self.db.read().await.expect("a connection");
        let safe = sqlx::AssertSqlSafe(sql.to_owned());
        let rows: Result<Vec<(String,)>, _> = match conn.raw() {
            Raw::Sqlite(c) => sqlx::query_as(safe).fetch_all(c).await,
            Raw::Postgres(c) => sqlx::query_as(safe).fetch_all(c).await,
        };
        rows.unwrap_or_else(|e| panic!("{sql:?}: {e}")).into_iter().map(|row| row.0).collect()
    }

    /// Every row there is, by table.
    pub async fn everything(&self) -> BTreeMap<String, Vec<String>> {
        let mut all = BTreeMap::new();
        for (table, row) in &self.tables {
            // How an account's connection fares is no matter of a batch, and users are told of what
            // happened in their own time.
            let but = match table.as_str() {
                "events" => "where name not in ('channelDataUpdated', 'newNotification')",
                _ => "",
            };
            let mut lines = self.lines(&format!("select {row} from {table} {but}")).await;
            lines.sort();
            all.insert(table.clone(), lines);
        }
        all
    }
}

/// What one has and the other has not, for people to read.
pub fn difference(
    before: &BTreeMap<String, Vec<String>>,
    after: &BTreeMap<String, Vec<String>>,
) -> String {
    let mut out = String::new();
    for (table, now) in after {
        let had = &before[table];
        let lines = |sign: &str, all: &[String], other: &[String]| -> String {
            let only = all.iter().filter(|line| other.binary_search(line).is_err());
            only.map(|line| format!("  {sign} {line}\n")).collect()
        };
        let changes = lines("-", had, now) + &lines("+", now, had);
        if !changes.is_empty() || had.len() != now.len() {
            out += &format!("{table}: {} rows, then {}\n{changes}", had.len(), now.len());
        }
    }
    out
}
