//! Finds the contact behind what somebody typed, or makes one.

use super::{Contact, Person, resolve, store};
use crate::{
    db::{Conn, DbResult, Tx},
    ids::Ids,
};

/// The scope of addresses and numbers that were typed: whoever types one has not shown that it is
/// theirs.
pub const ENTERED: &str = "entered";
/// The scope of addresses that mail comes from.
const EMAIL: &str = "email";

/// What was typed of a person, checked. Empty is what was left out.
#[derive(Clone, Copy, Debug)]
pub struct Typed<'a> {
    pub name: &'a str,
    pub email: &'a str,
    pub phone: &'a str,
    pub language: &'a str,
}

impl Typed<'_> {
    /// Addresses are compared without case.
    fn address(&self) -> String {
        super::address_key(self.email)
    }

    fn digits(&self) -> String {
        self.phone.chars().filter(char::is_ascii_digit).collect()
    }

    fn person(&self, scope: &str, external_id: &str) -> Person {
        Person {
            scope: scope.to_owned(),
            external_id: external_id.to_owned(),
            display: self.name.to_owned(),
            email: self.email.to_owned(),
            phone: self.phone.to_owned(),
            language: self.language.to_owned(),
        }
    }
}

/// The contact behind what was typed, in the caller's transaction.
///
/// What a stranger typed (`numbers` is none) finds only what strangers typed before. What an agent
/// typed finds whoever is known by that address, or by that number on a channel of which `numbers`
/// says that its ids are numbers; with neither, everybody is new.
///
/// # Errors
/// What the database said.
pub async fn enter(
    tx: &mut Tx,
    ids: &Ids,
    client_id: i64,
    now: i64,
    typed: &Typed<'_>,
    numbers: Option<&(dyn Fn(&str) -> bool + Sync)>,
) -> DbResult<Contact> {
    let (address, digits) = (typed.address(), typed.digits());
    if let Some(is_number) = numbers
        && let Some(id) = known_as(tx, client_id, typed, is_number).await?
    {
        let given = (typed.email, typed.phone);
        let found = store::complete(tx, client_id, id, given, now).await?;
        return found.ok_or(crate::db::DbError::NotFound);
    }
    let scope = if numbers.is_some() { EMAIL } else { ENTERED };
    let person = match (address.as_str(), digits.as_str()) {
        ("", "") => {
            let person = typed.person("", "");
            return store::insert(tx, client_id, &ids.token(12), typed.name, &person, now).await;
        }
        ("", digits) => typed.person(ENTERED, digits),
        (address, _) => typed.person(scope, address),
    };
    let contact = resolve(tx, ids, client_id, now, &person).await?.contact;
    if numbers.is_some() && !address.is_empty() && !digits.is_empty() {
        let number = typed.person(ENTERED, &digits);
        store::claim_identity(tx, client_id, contact.id, &number, now).await?;
    }
    Ok(contact)
}

/// Gives a contact the address and the number that somebody of the desk typed, as far as nobody else has
/// them.
///
/// # Errors
/// What the database said.
pub async fn claim_typed(
    tx: &mut Tx,
    client_id: i64,
    contact_id: i64,
    typed: &Typed<'_>,
    now: i64,
) -> DbResult<()> {
    for (scope, external_id) in [(EMAIL, typed.address()), (ENTERED, typed.digits())] {
        if !external_id.is_empty() {
            let person = typed.person(scope, &external_id);
            store::claim_identity(tx, client_id, contact_id, &person, now).await?;
        }
    }
    Ok(())
}

/// Whom an agent means: the address before the number, and what is proven before what was typed.
/// `is_number` says of a channel's scope whether its ids are numbers.
///
/// # Errors
/// What the database said.
pub async fn known_as(
    conn: &mut Conn,
    client_id: i64,
    typed: &Typed<'_>,
    is_number: &(dyn Fn(&str) -> bool + Sync),
) -> DbResult<Option<i64>> {
    let (address, digits) = (typed.address(), typed.digits());
    if !address.is_empty() {
        for scope in [EMAIL, ENTERED] {
            if let Some(contact) = store::by_identity(conn, client_id, scope, &address).await? {
                return Ok(Some(contact.id));
            }
        }
    }
    if digits.is_empty() {
        return Ok(None);
    }
    let plus = format!("+{digits}");
    let rows = store::by_external(conn, client_id, [&digits, &plus]).await?;
    let proven = rows.iter().find(|(scope, _)| is_number(scope));
    let found = proven.or_else(|| rows.iter().find(|(scope, _)| scope == ENTERED));
    Ok(found.map(|(_, id)| *id))
}
