//! `read_contact`: what is known of a customer.

use crate::{
    accounts::Caller,
    http::Problem,
    mcp::{
        Mcp,
        untrusted::{Marks, UntrustedText, language_tag, name},
    },
    tickets::utc,
};
use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

/// Characters of the notes about a contact.
const NOTES: usize = 4_000;
/// Identities of one contact.
const IDENTITIES: usize = 30;

/// Which contact.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::mcp) struct ContactQuery {
    /// The `contact_id` of a ticket.
    pub contact_id: i64,
}

/// A contact as it is read. What is not known is empty.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct ContactReading {
    pub contact_id: i64,
    pub name: UntrustedText,
    pub salutation: UntrustedText,
    pub email: UntrustedText,
    pub phone: UntrustedText,
    pub language: String,
    /// A kind of document, such as `passport`.
    pub identity_type: String,
    pub identity_number: UntrustedText,
    pub birth_date: UntrustedText,
    /// What the team notes about them; the customer does not see it.
    pub internal_notes: UntrustedText,
    /// How channels know them.
    pub identities: Vec<IdentityReading>,
    /// UTC.
    pub created_at: String,
    /// The contact that this one was merged into.
    pub merged_into: Option<i64>,
}

/// Under which name a channel knows a contact.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct IdentityReading {
    /// The connected account; empty where the same id means the same person on each.
    pub account: String,
    pub kind: &'static str,
    pub value: UntrustedText,
}

impl Mcp {
    /// Reads a contact.
    ///
    /// # Errors
    /// `forbidden` for whom contacts are hidden from; `not_found`.
    pub(in crate::mcp) async fn read_contact(
        &self,
        caller: &Caller,
        query: &ContactQuery,
        marks: &mut Marks,
    ) -> Result<ContactReading, Problem> {
        let detail = self.profiles.show(caller, query.contact_id).await?.data;
        let (card, salutation) = (&detail.contact.card, &detail.contact.salutation);
        let identities = detail.identities.iter().take(IDENTITIES);
        Ok(ContactReading {
            contact_id: card.id,
            name: marks.line(&card.name),
            salutation: marks.line(salutation),
            email: marks.address(&card.email),
            phone: marks.address(&card.phone),
            language: language_tag(&detail.language),
            identity_type: name(&detail.identity_type),
            identity_number: marks.address(&detail.identity_number),
            birth_date: marks.address(&detail.birth_date),
            internal_notes: marks.quote(&detail.notes, NOTES).0,
            identities: identities
                .map(|identity| IdentityReading {
                    account: name(&identity.account),
                    kind: identity.kind,
                    value: marks.address(&identity.external_id),
                })
                .collect(),
            created_at: utc(detail.created_ms),
            merged_into: detail.merged_into.as_ref().map(|contact| contact.id),
        })
    }
}
