//! A forgotten password: a link goes by mail, and whoever has it sets a new one.
//!
//! What is asked for is answered before anything is looked up, so that neither the answer nor its
//! time tells whose address is known. The link is signed, works once and for an hour, and only for
//! the password that was forgotten.

use super::{
    Accounts,
    attempt_limit::{self, CountError, address_key},
    mail_texts,
    mailer::{Letter, MailError, is_address},
    model, sessions,
    store::{self, Reset},
    tokens::TokenSubject,
};
use crate::{
    audit::{self, Act, Action, Author},
    crypto::sha256_hex,
    db::{DbError, DbResult, Tx},
    jobs::{Class, Handlers, Job, JobError, NewJob, queue},
};
use serde_json::json;
use std::net::IpAddr;

const HOUR_MS: i64 = 60 * 60 * 1000;
const DAY_MS: i64 = 24 * HOUR_MS;
/// Mails to one address in the window of failed sign-ins.
const MAILS_MAX: i64 = 5;
const LOOK_UP: &str = "password_reset";
const MAIL: &str = "password_reset_mail";
const PURPOSE: &str = "accounts/password-reset";
/// Clients cannot see jobs of this one; the person who asked is not known yet.
const INSTALLATION: i64 = 0;

/// Why a password was not reset.
#[derive(Debug, thiserror::Error)]
pub(super) enum ResetError {
    #[error("This desk sends no mail. Ask an admin of your team for a new password.")]
    NoMail,
    #[error("This is not a mail address.")]
    BadAddress,
    #[error("{0}")]
    BadPassword(&'static str),
    /// Wrong, used, expired, or of a password that was changed since.
    #[error("This link does not work any more. Ask for a new one.")]
    BadLink,
    #[error("Too many attempts. Try again later.")]
    Limited { retry_after_s: u64 },
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl From<DbError> for ResetError {
    fn from(error: DbError) -> Self {
        Self::Internal(error.into())
    }
}

impl From<CountError> for ResetError {
    fn from(error: CountError) -> Self {
        match error {
            CountError::Limited { retry_after_s } => Self::Limited { retry_after_s },
            CountError::Db(error) => error.into(),
        }
    }
}

/// Registers the room's jobs.
pub fn job_handlers(handlers: &mut Handlers, accounts: &Accounts) {
    let (looking, mailing) = (accounts.clone(), accounts.clone());
    handlers.on(LOOK_UP, move |job| {
        let accounts = looking.clone();
        async move { look_up(&accounts, &job).await }
    });
    handlers.on(MAIL, move |job| {
        let accounts = mailing.clone();
        async move { mail(&accounts, &job).await }
    });
}

/// Whether links can be mailed here.
pub(super) fn available(accounts: &Accounts) -> bool {
    accounts.sends_mail()
}

/// Somebody at `from` asks for a link to an address, known or not.
pub(super) async fn ask(
    accounts: &Accounts,
    address: &str,
    from: IpAddr,
) -> Result<(), ResetError> {
    if !available(accounts) {
        return Err(ResetError::NoMail);
    }
    let address = model::key(address);
    if !is_address(&address) {
        return Err(ResetError::BadAddress);
    }
    let parts = &accounts.0;
    let mails = sha256_hex(format!("reset|{address}").as_bytes());
    let place = address_key("reset-from", from);
    let limits =
        [(mails.as_str(), MAILS_MAX), (place.as_str(), parts.auth.login_failures_per_address)];
    attempt_limit::count(accounts, &limits).await?;
    let mut tx = parts.db.begin().await?;
    let job = NewJob {
        client_id: INSTALLATION,
        class: Class::Normal,
        kind: LOOK_UP,
        key: mails.clone(),
        payload: json!({ "address": address }),
        run_at_ms: parts.clock.now_ms(),
    };
    queue::enqueue(&mut tx, job).await?;
    Ok(tx.commit().await?)
}

/// Notes a link for each user with this address.
async fn look_up(accounts: &Accounts, job: &Job) -> Result<(), JobError> {
    let parts = &accounts.0;
    let now = parts.clock.now_ms();
    let address = job.payload["address"].as_str().unwrap_or_default();
    let mut tx = parts.db.begin().await?;
    store::prune_resets_across_clients(&mut tx, now - DAY_MS).await?;
    let users = store::users_by_email_across_clients(&mut tx, address).await?;
    for (client_id, user_id, version) in users {
        let times = (now, now + HOUR_MS);
        let id = store::insert_reset(&mut tx, (client_id, user_id), version, times).await?;
        plan_mail(&mut tx, (client_id, id), None, now).await?;
    }
    Ok(tx.commit().await?)
}

/// Plans the mail with a link. Where somebody invites, it says who.
pub(super) async fn plan_mail(
    tx: &mut Tx,
    (client_id, reset): (i64, i64),
    invited_by: Option<&str>,
    now: i64,
) -> DbResult<()> {
    let job = NewJob {
        client_id,
        class: Class::Normal,
        kind: MAIL,
        key: reset.to_string(),
        payload: json!({ "reset": reset, "invited_by": invited_by }),
        run_at_ms: now,
    };
    queue::enqueue(tx, job).await
}

/// Mails one link, unless it has become useless meanwhile.
async fn mail(accounts: &Accounts, job: &Job) -> Result<(), JobError> {
    let parts = &accounts.0;
    let now = parts.clock.now_ms();
    let id = job.payload["reset"].as_i64().unwrap_or_default();
    let reset = {
        let mut conn = parts.db.read().await?;
        store::reset(&mut conn, job.client_id, id).await?
    };
    let Some(reset) = reset.filter(|reset| is_good(reset, now)) else { return Ok(()) };
    // After the hash sign, where neither servers nor the pages it leads to can log it.
    let base = parts.public_url.trim_end_matches('/');
    let link = format!("{base}/password_reset#{}", link(accounts, &reset));
    let whom = (reset.language.as_str(), reset.name.as_str(), reset.username.as_str());
    let (subject, text) = match job.payload["invited_by"].as_str() {
        Some(by) => mail_texts::invitation(whom, by, &link),
        None => mail_texts::reset(whom, &link),
    };
    let (name, address) = (reset.name.clone(), reset.email.clone());
    let letter = Letter { name, address, subject, text, attachment: None };
    // Where nobody knows whether the server took it, whoever waits in vain asks again.
    let sent = accounts.post(&letter, &format!("{}.{}", parts.ids.token(16), reset.id)).await;
    sent.map_err(|error| match error {
        MailError::Later(said) => JobError::Retry(said),
        MailError::Refused(said) => JobError::GiveUp(said),
    })
}

/// Whose password a link sets.
pub(super) async fn look(accounts: &Accounts, link: &str) -> Result<Reset, ResetError> {
    let parts = &accounts.0;
    let (client_id, id) = ids_of(link).ok_or(ResetError::BadLink)?;
    let mut conn = parts.db.read().await?;
    let reset = store::reset(&mut conn, client_id, id).await?.ok_or(ResetError::BadLink)?;
    let signature = link.rsplit('.').next().unwrap_or_default();
    let ours = parts.keys.verify(PURPOSE, message(&reset).as_bytes(), signature);
    if ours && is_good(&reset, parts.clock.now_ms()) { Ok(reset) } else { Err(ResetError::BadLink) }
}

/// Sets the password that the link is for and ends all sessions of the user.
pub(super) async fn finish(accounts: &Accounts, link: &str, new: &str) -> Result<(), ResetError> {
    let reset = look(accounts, link).await?;
    if let Some(problem) = model::password_problem(new) {
        return Err(ResetError::BadPassword(problem));
    }
    let parts = &accounts.0;
    let hash = parts.hasher.hash(new).await?;
    let now = parts.clock.now_ms();
    let user = (reset.client_id, reset.user_id);
    let whose = TokenSubject { client_id: reset.client_id, user_id: reset.user_id, session_id: 0 };
    let mut tx = parts.db.begin().await?;
    let used = store::use_reset(&mut tx, reset.client_id, reset.id, now).await?;
    if !used || !store::set_password(&mut tx, user, &hash, reset.password_version).await? {
        return Err(ResetError::BadLink);
    }
    let ended = store::revoke_others(&mut tx, whose, now).await?;
    let (user_id, name) = (Some(reset.user_id), reset.username.clone());
    let author = Author { client_id: reset.client_id, user_id, name, address: String::new() };
    let act = Act {
        action: Action::PasswordReset,
        kind: "user",
        id: reset.user_id.to_string(),
        name: &reset.username,
        changes: json!({}),
    };
    audit::note(&mut tx, &author, &act, now).await?;
    tx.commit().await?;
    sessions::cut(accounts, whose, &ended).await;
    tracing::info!(client.id = reset.client_id, user.id = reset.user_id, "password reset");
    Ok(())
}

fn is_good(reset: &Reset, now: i64) -> bool {
    reset.used_at.is_none()
        && reset.expires_at > now
        && reset.password_version == reset.version_now
        && reset.disabled_at.is_none()
}

/// What stands after the hash sign.
pub(super) fn link(accounts: &Accounts, reset: &Reset) -> String {
    let signature = accounts.0.keys.sign(PURPOSE, message(reset).as_bytes());
    format!("{}.{}.{signature}", reset.client_id, reset.id)
}

/// What the signature is over: everything that the link is bound to.
fn message(reset: &Reset) -> String {
    let Reset { client_id, id, user_id, password_version, expires_at, .. } = reset;
    format!("{client_id}|{id}|{user_id}|{password_version}|{expires_at}")
}

fn ids_of(link: &str) -> Option<(i64, i64)> {
    let mut parts = link.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}
