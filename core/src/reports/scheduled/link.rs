//! The link in a mail: it gives the table again to whoever has it, for a week, while its recipient may see
//! reports and the report is still scheduled.

use super::store::{self, SentRow};
use crate::{
    accounts,
    crypto::Keys,
    http::{
        Problem,
        tables::{Row, TableFormat, TableHead},
    },
    reports::Reports,
};
use std::net::IpAddr;

const PURPOSE: &str = "reports/sent";
/// Times that one place and all places open links in the window of failed sign-ins.
const TRIES: (i64, i64) = (100, 10_000);

/// What stands in the address: which report, signed.
pub(super) fn word(keys: &Keys, sent: &SentRow) -> String {
    let signature = keys.sign(PURPOSE, message(sent).as_bytes());
    format!("{}.{}.{signature}", sent.client_id, sent.id)
}

/// What the signature is over: everything that the link is bound to.
fn message(sent: &SentRow) -> String {
    let SentRow { client_id, id, user_id, first_day, last_day, expires_at, .. } = sent;
    format!("{client_id}|{id}|{user_id}|{first_day}|{last_day}|{expires_at}")
}

/// The client's id, the report's, and the signature.
fn parts(word: &str) -> Option<(i64, i64, &str)> {
    let mut parts = word.splitn(3, '.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?))
}

impl Reports {
    /// The table behind a link, counted anew for the days of its mail.
    ///
    /// # Errors
    /// `rate_limited`; `not_found` for a link that nobody signed, that is over, whose report was deleted, or
    /// whose recipient may not see reports any more.
    pub(in crate::reports) async fn sent_report(
        &self,
        word: &str,
        from: IpAddr,
    ) -> Result<(TableHead, Vec<Row>, TableFormat), Problem> {
        self.accounts.count_stranger("report", from, TRIES).await?;
        let (client_id, id, signature) = parts(word).ok_or_else(Problem::not_found)?;
        let mut conn = self.db.read().await?;
        let sent = store::sent(&mut conn, client_id, id).await?;
        let sent = sent
            .filter(|sent| self.keys.verify(PURPOSE, message(sent).as_bytes(), signature))
            .filter(|sent| sent.expires_at > self.clock.now_ms())
            .ok_or_else(Problem::not_found)?;
        let person = accounts::correspondent(&mut conn, client_id, sent.user_id).await?;
        if !person.is_some_and(|person| person.sees_reports) {
            return Err(Problem::not_found());
        }
        let draft = sent.draft();
        let days = sent.days().ok_or_else(Problem::not_found)?;
        let counted = self.counted(&mut conn, client_id, &draft, days).await?;
        Ok((counted.head, counted.rows, draft.format))
    }
}
