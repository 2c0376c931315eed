//! The SQL of automatic answers.

use super::limits::Standing;
use crate::{
    db::{Conn, DbResult},
    execute, fetch_one, fetch_optional,
};

/// An answer to remember.
pub(super) struct NewAnswer<'a> {
    pub client_id: i64,
    pub automation: &'a str,
    pub recipient: &'a str,
    pub ticket_id: i64,
    pub stranger: bool,
    pub now: i64,
}

pub(super) async fn remember(conn: &mut Conn, new: &NewAnswer<'_>) -> DbResult<()> {
    execute!(
        conn,
        "insert into automatic_answers (client_id, automation, recipient, ticket_id, stranger,
                                        sent_at)
         values ($1, $2, $3, $4, $5, $6)",
        new.client_id,
        new.automation,
        new.recipient,
        new.ticket_id,
        new.stranger,
        new.now,
    )?;
    Ok(())
}

/// The identity that opened a ticket: its scope and external id.
pub(super) async fn opened_by(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
) -> DbResult<Option<String>> {
    let row = fetch_optional!(
        conn,
        (String,),
        "select i.scope || ':' || i.external_id
           from tickets t
           join identities i on i.client_id = t.client_id and i.id = t.identity_id
          where t.client_id = $1 and t.id = $2",
        client_id,
        ticket_id,
    )?;
    Ok(row.map(|row| row.0))
}

/// Whose answers to count.
pub(super) struct Look<'a> {
    pub client_id: i64,
    pub ticket_id: i64,
    pub contact_id: Option<i64>,
    pub last_in_id: Option<i64>,
    pub automation: &'a str,
    pub recipient: &'a str,
    pub again_since: i64,
    pub day_since: i64,
    pub hour_since: i64,
}

#[derive(sqlx::FromRow)]
struct Counts {
    again: i64,
    recipient_day: i64,
    ticket: i64,
    strangers_hour: i64,
    client_hour: i64,
    written_to: i64,
    extras: String,
}

pub(super) async fn standing(conn: &mut Conn, look: &Look<'_>) -> DbResult<Standing> {
    let counts = fetch_one!(
        conn,
        Counts,
        "select (select count(*) from automatic_answers
                  where client_id = $1 and recipient = $2 and automation = $3 and sent_at > $4)
                   as again,
                (select count(*) from automatic_answers
                  where client_id = $1 and recipient = $2 and sent_at > $5) as recipient_day,
                (select count(*) from automatic_answers
                  where client_id = $1 and ticket_id = $6
                    and sent_at > coalesce((select m.sent_at from messages m
                                             where m.client_id = $1 and m.ticket_id = $6
                                               and m.direction = 'out' and m.automatic = false
                                             order by m.id desc
                                             limit 1), 0))
                   as ticket,
                (select count(*) from automatic_answers
                  where client_id = $1 and sent_at > $7 and stranger = true) as strangers_hour,
                (select count(*) from automatic_answers
                  where client_id = $1 and sent_at > $7) as client_hour,
                (select count(*)
                   from (select m.id
                           from tickets t
                           join messages m on m.client_id = t.client_id and m.ticket_id = t.id
                          where t.client_id = $1 and (t.id = $6 or t.contact_id = $8)
                            and m.direction = 'out' and m.automatic = false
                          limit 1) answered) as written_to,
                coalesce((select extras from messages where client_id = $1 and id = $9), '{}')
                   as extras",
        look.client_id,
        look.recipient,
        look.automation,
        look.again_since,
        look.day_since,
        look.ticket_id,
        look.hour_since,
        look.contact_id,
        look.last_in_id,
    )?;
    Ok(Standing {
        again: counts.again,
        recipient_day: counts.recipient_day,
        ticket: counts.ticket,
        strangers_hour: counts.strangers_hour,
        client_hour: counts.client_hour,
        stranger: counts.written_to == 0,
        unproven: unproven(&counts.extras),
    })
}

/// Whether the receiving server's checks failed, as a message's extras tell them: DMARC, or both of
/// what DMARC goes by.
fn unproven(extras: &str) -> bool {
    let extras: serde_json::Value = serde_json::from_str(extras).unwrap_or_default();
    let word = |check: &str| {
        let said = extras[check].as_str().unwrap_or_default().to_ascii_lowercase();
        said.split_whitespace().next().unwrap_or_default().to_owned()
    };
    let failed = |check: &str| word(check) == "fail";
    let passed = word("auth-dmarc") == "pass";
    failed("auth-dmarc") || !passed && failed("auth-spf") && failed("auth-dkim")
}

/// Forgets answers before a moment; how many there were.
pub(super) async fn forget_across_clients(
    conn: &mut Conn,
    before: i64,
    limit: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from automatic_answers
          where id in (select id from automatic_answers where sent_at < $1 order by sent_at limit $2)",
        before,
        limit,
    )
}

#[cfg(test)]
mod tests {
    use super::unproven;

    #[test]
    fn a_failed_check_is_one() {
        for (extras, expected) in [
            ("{}", false),
            ("no json", false),
            (r#"{"auth-dmarc":"pass","auth-spf":"fail","auth-dkim":"fail"}"#, false),
            (r#"{"auth-dmarc":"fail","auth-spf":"pass"}"#, true),
            (r#"{"auth-dmarc":"FAIL (p=none)"}"#, true),
            (r#"{"auth-spf":"fail","auth-dkim":"fail"}"#, true),
            (r#"{"auth-spf":"fail","auth-dkim":"none"}"#, false),
            (r#"{"auth-dmarc":"none","auth-spf":"fail","auth-dkim":"fail"}"#, true),
            (r#"{"auth-dmarc":1}"#, false),
        ] {
            assert_eq!(unproven(extras), expected, "{extras}");
        }
    }
}
