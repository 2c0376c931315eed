//! What calls about a contact take and answer.

use crate::{
    contacts::{ContactCard, ContactConsent, events::EventContact},
    http::SuccessWord,
    tickets::api::{ContactIdentity, TicketView},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A contact's card with how the contact is addressed.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ContactShown {
    #[serde(flatten)]
    pub card: ContactCard,
    pub salutation: String,
}

impl From<ContactShown> for EventContact {
    fn from(shown: ContactShown) -> Self {
        Self { card: shown.card, salutation: Some(shown.salutation) }
    }
}

/// Everything that is known of a contact.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ContactDetail {
    #[serde(flatten)]
    pub contact: ContactShown,
    pub language: String,
    /// Empty, or a kind of document: `mykad`, `mykid`, `pr_mykad`, `passport`, `army`, `police`, `baby_of`.
    pub identity_type: String,
    pub identity_number: String,
    /// The contact does not want to give a number.
    pub identity_refused: bool,
    /// YYYY-MM-DD, or empty.
    pub birth_date: String,
    pub notes: String,
    pub created_ms: i64,
    /// How channels know the contact.
    pub identities: Vec<ContactIdentity>,
    pub consents: Vec<ContactConsent>,
    /// Who was merged into this contact, the newest first.
    pub merges: Vec<ContactMerge>,
    /// The contact that this one was merged into.
    pub merged_into: Option<ContactReference>,
}

/// A contact that was merged into another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ContactMerge {
    pub contact_id: i64,
    pub name: String,
    /// The username of who merged them.
    pub by: String,
    pub at_ms: i64,
}

/// A contact by its id and name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ContactReference {
    pub id: i64,
    pub name: String,
}

/// A page of the conversations with a contact.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ContactTickets {
    pub result: SuccessWord,
    pub data: Vec<TicketView>,
    /// Continues the list; null at its end.
    pub before: Option<i64>,
}

/// A customer in a few words.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct QuickProfile {
    pub result: SuccessWord,
    pub data: QuickContact,
    /// Five conversations, the newest first.
    pub activity: Vec<TicketView>,
    /// Whether there are more behind them.
    pub more: bool,
}

/// Who a customer is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct QuickContact {
    pub id: i64,
    pub name: String,
    pub uid: String,
}

/// What merging one contact into another would do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct MergePreview {
    /// Rows that would move, by kind.
    pub identities: i64,
    pub tickets: i64,
    pub blocks: i64,
    pub invitations: i64,
    /// Fields that the contact which stays would get.
    pub filled: Vec<String>,
    /// Fields in which the two differ; those of the contact which stays are kept.
    pub kept: Vec<&'static str>,
}

/// The contact as it is after a merge, or after one was undone.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ContactMergeEnd {
    pub result: SuccessWord,
    pub data: ContactShown,
    /// How many tickets moved.
    pub tickets: usize,
}

/// Which contact stays.
#[derive(Deserialize, ToSchema)]
pub(super) struct MergeTarget {
    /// The contact that stays.
    pub into: i64,
}
