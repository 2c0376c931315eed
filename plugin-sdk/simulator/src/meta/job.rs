//! What one webhook is to tell.
use serde_json::Value;

/// Entries to be posted.
#[derive(Debug, Clone)]
pub struct Job {
    pub account: String,
    pub user: i64,
    /// The numbers of what it tells.
    pub events: Vec<i64>,
    pub kind: &'static str,
    /// What the account must be subscribed to; empty for what always comes.
    pub field: &'static str,
    pub entries: Vec<Value>,
    /// Not before so many seconds.
    pub after_s: f64,
    pub twice: bool,
}

impl Job {
    pub fn of(
        account: &str,
        user: i64,
        event: i64,
        kind: &'static str,
        field: &'static str,
        entry: Value,
    ) -> Self {
        let account = account.to_owned();
        Self {
            account,
            user,
            events: vec![event],
            kind,
            field,
            entries: vec![entry],
            after_s: 0.0,
            twice: false,
        }
    }
}
