//! What rules look at: a ticket as it is, one or many.

use crate::{
    db::{Conn, DbResult},
    fetch_all, fetch_optional,
    rules::matching::Facts,
    tickets,
};

/// A ticket as its row has it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::rules) struct FactRow {
    pub id: i64,
    pub number: i64,
    pub channel: String,
    pub title: String,
    pub status: i64,
    pub severity: String,
    pub assignee_ids: String,
    pub department_id: Option<i64>,
    pub labels: String,
    pub language: String,
    pub responded: bool,
    pub created_at: i64,
    pub last_message_id: Option<i64>,
    pub email: String,
    pub phone: String,
    /// The customer's newest message.
    pub body: String,
    /// Whether a machine wrote that one.
    pub automatic: bool,
}

impl FactRow {
    /// The same as rules see it; `text` in place of the customer's newest message.
    pub fn facts(&self, text: Option<&str>, open: bool, now: i64) -> Facts {
        let senders = [&self.email, &self.phone].into_iter().filter(|one| !one.is_empty());
        Facts {
            channel: self.channel.clone(),
            subject: self.title.clone(),
            text: text.unwrap_or(&self.body).to_owned(),
            senders: senders.cloned().collect(),
            labels: serde_json::from_str(&self.labels).unwrap_or_default(),
            department: self.department_id,
            assignees: tickets::numbers(&self.assignee_ids),
            status: self.status,
            severity: self.severity.clone(),
            language: self.language.clone(),
            open,
            answered: self.responded,
            age_min: (now - self.created_at).max(0) / 60_000,
            custom: vec![],
        }
    }
}

/// One that shows in another ticket is none: that one is.
pub(in crate::rules) async fn facts(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
) -> DbResult<Option<FactRow>> {
    fetch_optional!(
        conn,
        FactRow,
        "select t.id, t.number, t.channel, t.title, t.status, t.severity, t.assignee_ids,
                t.department_id, t.labels,
                coalesce(nullif(t.source_lang, ''), t.language) as language, t.responded, t.created_at,
                t.last_message_id, coalesce(c.email, '') as email, coalesce(c.phone, '') as phone,
                coalesce(m.body, '') as body, coalesce(m.automatic, false) as automatic
           from tickets t
           left join contacts c on c.client_id = t.client_id and c.id = t.contact_id
           left join messages m on m.client_id = t.client_id and m.id = t.last_in_id
          where t.client_id = $1 and t.id = $2 and t.merged_into is null",
        client_id,
        ticket_id,
    )
}

/// Tickets with a lower number, the newest first; those that show in another one are none.
pub(in crate::rules) async fn past(
    conn: &mut Conn,
    client_id: i64,
    before: i64,
    limit: i64,
) -> DbResult<Vec<FactRow>> {
    fetch_all!(
        conn,
        FactRow,
        "select t.id, t.number, t.channel, t.title, t.status, t.severity, t.assignee_ids,
                t.department_id, t.labels,
                coalesce(nullif(t.source_lang, ''), t.language) as language, t.responded, t.created_at,
                t.last_message_id, coalesce(c.email, '') as email, coalesce(c.phone, '') as phone,
                coalesce(m.body, '') as body, coalesce(m.automatic, false) as automatic
           from tickets t
           left join contacts c on c.client_id = t.client_id and c.id = t.contact_id
           left join messages m on m.client_id = t.client_id and m.id = t.last_in_id
          where t.client_id = $1 and t.number < $2 and t.merged_into is null
          order by t.number desc
          limit $3",
        client_id,
        before,
        limit,
    )
}
