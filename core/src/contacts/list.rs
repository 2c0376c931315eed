//! Lists contacts, all of them or those whose card has some words.

use super::{
    Contacts,
    model::Reach,
    store::{self, CARD, CONTACTS, Entry},
};
use crate::{
    accounts::{Caller, Permission},
    db::{Conn, DbResult},
    fulltext::{Ask, phrases, rows_with},
    http::Problem,
};
use serde::Serialize;
use utoipa::ToSchema;

/// Contacts are counted up to here; a list pages no further.
pub const COUNT_MAX: usize = 1000;

/// A contact in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ContactRow {
    pub id: i64,
    pub uid: String,
    pub name: String,
    pub email: String,
    pub phone: String,
    pub salutation: String,
}

impl From<Entry> for ContactRow {
    fn from(row: Entry) -> Self {
        let Entry { id, uid, name, email, phone, salutation, .. } = row;
        Self { id, uid, name, email, phone, salutation }
    }
}

/// A page of contacts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ContactPage {
    pub data: Vec<ContactRow>,
    /// How many there are, at most 1000.
    pub total: usize,
    /// There are more than `total`.
    pub more: bool,
}

/// Ids of the contacts whose card has these words, the newest first and at most `most` of them.
///
/// # Errors
/// What the database said.
pub async fn contacts_with(
    conn: &mut Conn,
    client_id: i64,
    words: &str,
    most: usize,
) -> DbResult<Vec<i64>> {
    let mut ask = Ask::default();
    for phrase in phrases(words) {
        ask.and(CARD, phrase.opened_from(2));
    }
    rows_with(conn, (client_id, CONTACTS), &ask, most).await
}

impl Contacts {
    /// A page of the contacts with a reach, newest first. Words that have no letter or digit find nobody;
    /// with words, the reach is looked for among the newest 1000 that have them.
    ///
    /// # Errors
    /// `forbidden` for whom contacts are hidden from, and what the database said.
    pub(super) async fn page(
        &self,
        caller: &Caller,
        keyword: &str,
        reach: Reach,
        (offset, limit): (usize, usize),
    ) -> Result<ContactPage, Problem> {
        caller.require(Permission::HideContacts)?;
        let client_id = caller.client_id;
        let mut conn = self.db.read().await?;
        let offset = offset.min(COUNT_MAX);
        if keyword.trim().is_empty() {
            let most = i64::try_from(COUNT_MAX).unwrap_or(i64::MAX);
            let count = store::count_to(&mut conn, client_id, reach, most + 1).await?;
            let part = (whole(offset), whole(limit));
            let rows = store::newest(&mut conn, client_id, reach, part).await?;
            let data = rows.into_iter().map(ContactRow::from).collect();
            let total = usize::try_from(count.min(most)).unwrap_or(0);
            return Ok(ContactPage { data, total, more: count > most });
        }
        let found = contacts_with(&mut conn, client_id, keyword, COUNT_MAX + 1).await?;
        let more = found.len() > COUNT_MAX;
        let found = &found[..found.len().min(COUNT_MAX)];
        if reach == Reach::Any {
            let page = &found[offset.min(found.len())..];
            let page = &page[..limit.min(page.len())];
            let rows = store::entries(&mut conn, client_id, page).await?;
            let data = rows.into_iter().map(ContactRow::from).collect();
            return Ok(ContactPage { data, total: found.len(), more });
        }
        let mut rows = store::entries(&mut conn, client_id, found).await?;
        rows.retain(|row| reach.has(&row.email, &row.phone));
        let total = rows.len();
        let data = rows.into_iter().skip(offset).take(limit).map(ContactRow::from).collect();
        Ok(ContactPage { data, total, more })
    }

    /// A page with the one contact that has this uid, or with nobody. One that was merged into another
    /// is found as well, since its address may be kept somewhere.
    ///
    /// # Errors
    /// `forbidden` for whom contacts are hidden from, and what the database said.
    pub async fn one(&self, caller: &Caller, uid: &str) -> Result<ContactPage, Problem> {
        caller.require(Permission::HideContacts)?;
        let mut conn = self.db.read().await?;
        let row = store::entry_of_uid(&mut conn, caller.client_id, uid).await?;
        let data: Vec<ContactRow> = row.into_iter().map(ContactRow::from).collect();
        Ok(ContactPage { total: data.len(), data, more: false })
    }
}

fn whole(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
