//! The session check: renews both tokens and tells the workspace who is signed in.

use super::{
    Accounts, Caller, ContactFields,
    login::issue,
    model::{self, Kind, RefreshDecision},
    plan,
    sessions::SessionOrigin,
    store,
    tokens::{TokenPair, TokenSubject},
};
use crate::{
    crypto::sha256_hex,
    db::{Conn, DbError, DbResult},
};
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// How long replaced tokens are remembered, to notice a copy.
const REMEMBER_MS: i64 = 2 * DAY_MS;

/// Why a check did not succeed.
#[derive(Debug, thiserror::Error)]
pub(super) enum CheckError {
    /// The session is over, or never was.
    #[error("The session has ended. Sign in again.")]
    Refused,
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl From<DbError> for CheckError {
    fn from(error: DbError) -> Self {
        Self::Internal(error.into())
    }
}

/// A check that succeeded.
pub(super) struct Checked {
    /// New tokens; none when only an access token was there, which cannot be renewed.
    pub pair: Option<TokenPair>,
    pub session: Session,
}

/// Which build the server is; a greater id than the running one prompts a reload.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Version {
    id: u32,
    description: &'static str,
}

/// What the workspace knows of the person and the account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Session {
    user_id: i64,
    username: String,
    name: String,
    photo: String,
    #[serde(rename = "type")]
    kind: Kind,
    /// The account's number.
    client: i64,
    #[serde(rename = "adminName")]
    admin_name: String,
    #[serde(rename = "adminUsername")]
    admin_username: String,
    #[serde(rename = "adminUrl")]
    admin_url: String,
    rank: i64,
    permission: Vec<String>,
    plan: i64,
    /// When the plan ends; milliseconds, null when it does not.
    plan_ends_at: Option<i64>,
    /// Whether it has, by the clock of the server.
    plan_ended: bool,
    /// The first element is the settings object: `account_type` (the plan), `live_chat`, `dashboard_on`
    /// and `popup_on_call` (1 or 0), `last_account_status` (what the user last chose to be), and what
    /// else the client keeps.
    #[schema(value_type = Vec<Object>)]
    settings: Vec<Value>,
    timezone: String,
    /// `en`, `ms` or `zh`; empty when the user chose none.
    language: String,
    #[schema(value_type = Vec<Object>)]
    turn: Vec<Value>,
    #[schema(value_type = Object)]
    priority: Value,
    #[serde(rename = "sipIp")]
    sip_ip: String,
    #[serde(rename = "sipPort")]
    sip_port: String,
    #[schema(value_type = Vec<Object>)]
    sip: Vec<Value>,
    api_key: String,
    /// The account's newest event number.
    event_id: i64,
    #[schema(value_type = Vec<Object>)]
    contacts_param: Value,
    #[schema(value_type = Vec<Object>)]
    contacts_param2: Value,
    version: Version,
    /// What of the product the account has: words of the variants' `features`.
    #[serde(rename = "productDetails")]
    product_details: Vec<String>,
    acw_seconds: i64,
    call_prefix: String,
}

/// Renews a session by its refresh token. A replaced token that comes back after the grace ends the
/// session, since somebody has a copy of it.
pub(super) async fn renew(
    accounts: &Accounts,
    refresh: &str,
    place: SessionOrigin<'_>,
) -> Result<Checked, CheckError> {
    let parts = &accounts.0;
    let now = parts.clock.now_ms();
    let hash = sha256_hex(refresh.as_bytes());
    let mut tx = parts.db.begin().await?;
    let Some((whose, facts)) = store::refresh_across_clients(&mut tx, &hash).await? else {
        return Err(CheckError::Refused);
    };
    match model::judge_refresh(facts, now, parts.auth.refresh_grace_seconds * 1000) {
        RefreshDecision::Refuse => Err(CheckError::Refused),
        RefreshDecision::EndSession => {
            store::revoke_session(&mut tx, whose, now).await?;
            tx.commit().await?;
            accounts.cut_session(whose).await;
            tracing::warn!(
                client.id = whose.client_id,
                user.id = whose.user_id,
                session.id = whose.session_id,
                "a replaced refresh token was used again: session ended"
            );
            Err(CheckError::Refused)
        }
        RefreshDecision::Renew => {
            let pair = issue(accounts, &mut tx, whose, now).await?;
            store::replace_refresh(&mut tx, &hash, now).await?;
            store::prune_refresh(&mut tx, whose.session_id, now - REMEMBER_MS).await?;
            let expires_at = now + parts.auth.refresh_days * DAY_MS;
            store::extend_session(&mut tx, whose, (now, expires_at), place).await?;
            let caller = store::caller(&mut tx, whose, now).await?.ok_or(CheckError::Refused)?;
            let session = describe(&mut tx, accounts, caller).await?;
            tx.commit().await?;
            Ok(Checked { pair: Some(pair), session })
        }
    }
}

/// Where telephones of the desk register.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SipServer {
    #[serde(rename = "sipIp")]
    sip_ip: String,
    #[serde(rename = "sipPort")]
    sip_port: String,
    /// Servers that relay what is said; none so far.
    #[schema(value_type = Vec<Object>)]
    turn: Vec<Value>,
}

impl SipServer {
    fn of(settings: &Map<String, Value>) -> Self {
        let text =
            |key: &str| settings.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        Self { sip_ip: text("sip_ip"), sip_port: text("sip_port"), turn: vec![] }
    }
}

/// Reads anew where telephones register.
pub(super) async fn sip_server(accounts: &Accounts, caller: &Caller) -> DbResult<SipServer> {
    let mut conn = accounts.0.db.read().await?;
    let facts = store::session_facts(&mut conn, whose(caller)).await?;
    Ok(SipServer::of(&serde_json::from_str(&facts.settings).unwrap_or_default()))
}

fn whose(caller: &Caller) -> TokenSubject {
    TokenSubject {
        client_id: caller.client_id,
        user_id: caller.user_id,
        session_id: caller.session_id,
    }
}

/// Describes the session of a caller without renewing it.
pub(super) async fn look(accounts: &Accounts, caller: Caller) -> Result<Checked, CheckError> {
    let mut conn = accounts.0.db.read().await?;
    let session = describe(&mut conn, accounts, caller).await?;
    Ok(Checked { pair: None, session })
}

async fn describe(
    conn: &mut Conn,
    accounts: &Accounts,
    caller: Caller,
) -> Result<Session, CheckError> {
    let now = accounts.0.clock.now_ms();
    let facts = store::session_facts(conn, whose(&caller)).await?;
    let (admin_name, admin_username) =
        store::owner(conn, caller.client_id).await?.unwrap_or_default();
    let mut settings: Map<String, Value> =
        serde_json::from_str(&facts.settings).unwrap_or_default();
    // The plan has two places in the answer and one in the database, so they never differ.
    settings.insert("account_type".into(), json!(facts.plan));
    settings.entry("live_chat").or_insert(json!(1));
    settings.entry("dashboard_on").or_insert(json!(0));
    settings.entry("popup_on_call").or_insert(json!(1));
    settings.insert("last_account_status".into(), json!(facts.last_status));
    let (contacts_param, contacts_param2) =
        ContactFields::of_settings(&Value::Object(settings.clone())).params();
    let acw_seconds = settings.get("acw_seconds").and_then(Value::as_i64).unwrap_or(30);
    let own = |key: &str, empty: Value| settings.get(key).cloned().unwrap_or(empty);
    let sip = SipServer::of(&settings);
    let text = |key: &str| own(key, Value::Null).as_str().unwrap_or_default().to_owned();
    Ok(Session {
        user_id: caller.user_id,
        photo: facts.photo,
        kind: caller.kind,
        client: caller.client_id,
        admin_name,
        admin_username,
        admin_url: String::new(),
        rank: caller.rank,
        permission: caller.permissions.list(),
        plan: facts.plan,
        plan_ends_at: facts.plan_ends_at,
        plan_ended: facts.plan_ends_at.is_some_and(|at| at <= now),
        timezone: facts.timezone,
        language: facts.language,
        turn: sip.turn,
        priority: own("priority", json!({})),
        sip_ip: sip.sip_ip,
        sip_port: sip.sip_port,
        sip: Vec::new(),
        api_key: String::new(),
        event_id: facts.event_seq,
        contacts_param,
        contacts_param2,
        version: VERSION,
        product_details: plan::held(facts.features.as_deref(), accounts.0.features),
        acw_seconds,
        call_prefix: text("call_prefix"),
        username: caller.username,
        name: caller.name,
        settings: vec![Value::Object(settings)],
    })
}

const VERSION: Version =
    Version { id: version_id(env!("CARGO_PKG_VERSION")), description: env!("CARGO_PKG_VERSION") };

/// `1.2.3` as 10203: a number that grows with every release.
const fn version_id(version: &str) -> u32 {
    let bytes = version.as_bytes();
    let (mut id, mut part, mut at) = (0, 0, 0);
    while at < bytes.len() {
        if bytes[at] == b'.' {
            id = id * 100 + part;
            part = 0;
        } else {
            part = part * 10 + (bytes[at] - b'0') as u32;
        }
        at += 1;
    }
    id * 100 + part
}
