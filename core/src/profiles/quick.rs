//! A customer in a few words: who it is, and what was written last.

use super::{
    Profiles,
    api::{QuickContact, QuickProfile},
};
use crate::{
    accounts::{Caller, Permission},
    contacts::{self, Details},
    db::Conn,
    http::{Problem, SuccessWord},
    tickets::Viewer,
};
use serde::Deserialize;

/// Conversations of one answer.
const PAGE: usize = 5;
/// Conversations that may be passed before them; who wants more pages through the contact's own list.
const OFFSET_MAX: usize = 500;
/// Contacts looked at for one address.
const LOOKED: usize = 20;

/// Whose profile it is: a contact's id, or else one of its addresses.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ProfileOwner {
    pub mode: String,
    pub id: String,
    pub email: String,
    pub phone: String,
}

impl Profiles {
    /// A contact's name and uid, and five of its conversations that the caller may see.
    ///
    /// # Errors
    /// `forbidden` for whom contacts are hidden from; `not_found`; `invalid` for what names nobody.
    pub(super) async fn quick(
        &self,
        caller: &Caller,
        offset: &str,
        whose: &ProfileOwner,
    ) -> Result<QuickProfile, Problem> {
        caller.require(Permission::HideContacts)?;
        if !matches!(whose.mode.as_str(), "" | "quick") {
            return Err(Problem::field("mode", "The mode is quick."));
        }
        let offset = offset.parse().ok().filter(|n| *n <= OFFSET_MAX).ok_or_else(|| {
            let text = "The offset is the number of conversations already loaded, at most 500.";
            Problem::field("offset", text)
        })?;
        let mut conn = self.db.read().await?;
        let found = find(&mut conn, caller.client_id, whose).await?;
        drop(conn);
        let contact = found.ok_or_else(Problem::not_found)?;
        let viewer = Viewer::from(caller);
        let mut activity = vec![];
        let mut before = None;
        loop {
            let missing = offset + PAGE - activity.len();
            let page = self.tickets.of_contact(&viewer, contact.id, before, missing).await?;
            activity.extend(page.tickets);
            before = page.before;
            if before.is_none() || activity.len() >= offset + PAGE {
                break;
            }
        }
        let activity: Vec<_> = activity.into_iter().skip(offset).collect();
        Ok(QuickProfile {
            result: SuccessWord::Success,
            data: QuickContact { id: contact.id, name: contact.name, uid: contact.uid },
            activity,
            more: before.is_some(),
        })
    }
}

async fn find(
    conn: &mut Conn,
    client_id: i64,
    whose: &ProfileOwner,
) -> Result<Option<Details>, Problem> {
    if !whose.id.is_empty() {
        let Ok(id) = whose.id.parse() else { return Ok(None) };
        return Ok(contacts::details(conn, client_id, id).await?);
    }
    let (email, phone) = (whose.email.trim(), digits(&whose.phone));
    if email.is_empty() && phone.is_empty() {
        return Err(Problem::field("id", "Name a contact by its id, email or phone."));
    }
    let words = if email.is_empty() { whose.phone.as_str() } else { email };
    for id in contacts::contacts_with(conn, client_id, words, LOOKED).await? {
        let Some(details) = contacts::details(conn, client_id, id).await? else { continue };
        let is_theirs = if email.is_empty() {
            digits(&details.phone) == phone
        } else {
            details.email.eq_ignore_ascii_case(email)
        };
        if is_theirs {
            return Ok(Some(details));
        }
    }
    Ok(None)
}

/// People put blanks and hyphens into numbers as they like.
fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}
