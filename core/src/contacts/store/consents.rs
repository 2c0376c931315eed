//! What a person agreed to, or no longer wants, as a channel told it.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_optional,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Whether something is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ConsentState {
    Given,
    Withdrawn,
}

impl ConsentState {
    fn as_str(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Withdrawn => "withdrawn",
        }
    }
}

/// A consent, or its withdrawal, to keep.
#[derive(Clone, Debug)]
pub struct Consent {
    pub identity_id: i64,
    pub channel_id: i64,
    /// `marketing`, `all`, or the provider's own word.
    pub topic: String,
    pub state: ConsentState,
    /// Milliseconds since 1970.
    pub told_at: i64,
}

/// A consent as the profile shows it.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct ContactConsent {
    /// The name of the account that told it.
    pub channel: String,
    /// The address or id that the person told it with.
    pub address: String,
    /// `marketing`, `all`, or the provider's own word.
    pub topic: String,
    /// `given` or `withdrawn`.
    pub state: String,
    /// Milliseconds since 1970.
    pub told_at: i64,
}

/// Keeps a consent, unless a younger one is known or the same one. True when something changed.
///
/// # Errors
/// What the database said.
pub async fn keep_consent(conn: &mut Conn, client_id: i64, consent: &Consent) -> DbResult<bool> {
    let changed = execute!(
        conn,
        "insert into identity_consents (client_id, identity_id, channel_id, topic, state, told_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (identity_id, channel_id, topic) do update
            set state = excluded.state, told_at = excluded.told_at
          where identity_consents.told_at < excluded.told_at
            and identity_consents.state <> excluded.state",
        client_id,
        consent.identity_id,
        consent.channel_id,
        consent.topic.as_str(),
        consent.state.as_str(),
        consent.told_at,
    )?;
    Ok(changed > 0)
}

/// Whether somebody asked for no more messages on a channel.
///
/// # Errors
/// What the database said.
pub async fn wants_nothing(
    conn: &mut Conn,
    client_id: i64,
    identity_id: i64,
    channel_id: i64,
) -> DbResult<bool> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select identity_id
           from identity_consents
          where client_id = $1 and identity_id = $2 and channel_id = $3 and topic = 'all'
            and state = 'withdrawn'",
        client_id,
        identity_id,
        channel_id,
    )?;
    Ok(row.is_some())
}

/// What a contact agreed to and withdrew, the newest first.
///
/// # Errors
/// What the database said.
pub async fn consents(
    conn: &mut Conn,
    client_id: i64,
    contact_id: i64,
) -> DbResult<Vec<ContactConsent>> {
    fetch_all!(
        conn,
        ContactConsent,
        "select c.name as channel, i.external_id as address, k.topic, k.state, k.told_at
           from identities i
           join identity_consents k on k.client_id = i.client_id and k.identity_id = i.id
           join channels c on c.client_id = k.client_id and c.id = k.channel_id
          where i.client_id = $1 and i.contact_id = $2
          order by k.told_at desc, k.topic
          limit 50",
        client_id,
        contact_id,
    )
}
