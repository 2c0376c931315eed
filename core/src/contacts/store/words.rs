//! Contacts in the index of words, and lists of them.

use crate::{
    contacts::model::Reach,
    db::{Conn, DbResult},
    fetch_all, fetch_listed, fetch_one, fetch_optional,
    fulltext::{self, Doc, Field, Shelf},
};

/// Where contacts stand.
pub(in crate::contacts) const CONTACTS: Shelf = Shelf(2);
/// A contact's name, address and number.
pub(in crate::contacts) const CARD: Field = Field('c');

/// The end of a telephone number by which people look for it.
const NUMBER_END: usize = 4;

/// A contact in a list.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::contacts) struct Entry {
    pub id: i64,
    pub client_id: i64,
    pub uid: String,
    pub name: String,
    pub email: String,
    pub phone: String,
    pub salutation: String,
}

impl Entry {
    fn doc(&self) -> Doc {
        let mut doc = Doc::new(CONTACTS, self.id, self.client_id)
            .text(CARD, &self.name)
            .text(CARD, &self.email)
            .text(CARD, &self.phone);
        // A number is written in groups, with or without its country: every ending finds it.
        let digits: String = self.phone.chars().filter(char::is_ascii_digit).take(20).collect();
        for from in 0..digits.len().saturating_sub(NUMBER_END - 1) {
            doc = doc.word(CARD, &digits[from..]);
        }
        doc
    }
}

/// Indexes a contact as it is now; one that was merged into another is not found.
pub(super) async fn index_contact(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<()> {
    match entry(conn, client_id, id).await? {
        Some(row) => fulltext::keep(conn, &row.doc()).await,
        None => fulltext::forget(conn, CONTACTS, id).await,
    }
}

/// A contact as lists show it; none for one that was merged into another.
async fn entry(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<Entry>> {
    fetch_optional!(
        conn,
        Entry,
        "select id, client_id, uid, name, email, phone, salutation
           from contacts
          where client_id = $1 and id = $2 and merged_into is null",
        client_id,
        id,
    )
}

/// Those of these contacts that lists show, the newest first.
pub(in crate::contacts) async fn entries(
    conn: &mut Conn,
    client_id: i64,
    ids: &[i64],
) -> DbResult<Vec<Entry>> {
    fetch_listed!(
        conn,
        Entry,
        "select id, client_id, uid, name, email, phone, salutation
           from contacts
          where client_id = $2 and merged_into is null and id",
        ids,
        " order by id desc",
        client_id,
    )
}

/// The contact of this uid, also where it was merged into another one.
pub(in crate::contacts) async fn entry_of_uid(
    conn: &mut Conn,
    client_id: i64,
    uid: &str,
) -> DbResult<Option<Entry>> {
    fetch_optional!(
        conn,
        Entry,
        "select id, client_id, uid, name, email, phone, salutation
           from contacts
          where client_id = $1 and uid = $2",
        client_id,
        uid,
    )
}

/// The newest contacts that have this reach, some of them skipped.
pub(in crate::contacts) async fn newest(
    conn: &mut Conn,
    client_id: i64,
    reach: Reach,
    (offset, limit): (i64, i64),
) -> DbResult<Vec<Entry>> {
    fetch_all!(
        conn,
        Entry,
        "select id, client_id, uid, name, email, phone, salutation
           from contacts
          where client_id = $1 and merged_into is null
            and ($2 = '' or ($2 = 'email' and email <> '') or ($2 = 'phone' and phone <> '')
                 or ($2 = 'none' and email = '' and phone = ''))
          order by id desc
          limit $3 offset $4",
        client_id,
        reach.as_str(),
        limit,
        offset,
    )
}

/// How many contacts have this reach, counted up to a bound.
pub(in crate::contacts) async fn count_to(
    conn: &mut Conn,
    client_id: i64,
    reach: Reach,
    most: i64,
) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*)
           from (select 1 as one from contacts
                  where client_id = $1 and merged_into is null
                    and ($2 = '' or ($2 = 'email' and email <> '') or ($2 = 'phone' and phone <> '')
                         or ($2 = 'none' and email = '' and phone = ''))
                  limit $3) as found",
        client_id,
        reach.as_str(),
        most,
    )?;
    Ok(count)
}

/// Indexes the newest contacts before an id that nobody has indexed yet. Gives the lowest id it came
/// to; none when there are no more.
///
/// # Errors
/// What the database said.
pub async fn index_contacts_across_clients(
    conn: &mut Conn,
    before: i64,
    limit: i64,
) -> DbResult<Option<i64>> {
    let rows = fetch_all!(
        conn,
        Entry,
        "select id, client_id, uid, name, email, phone, salutation
           from contacts
          where id < $1 and merged_into is null
          order by id desc
          limit $2",
        before,
        limit,
    )?;
    for row in rows.iter().rev() {
        fulltext::keep_if_absent(conn, &row.doc()).await?;
    }
    Ok(rows.last().map(|row| row.id))
}
