//! The second factor: turning it on, confirming it by a code, new recovery codes, turning it off.

use super::{
    Accounts, Caller,
    attempt_limit::{self, user_key},
    login::tfa_context,
    recovery,
    step_up::{SecurityError, note, prove},
    store, totp,
};
use crate::audit::Action;
use qrcodegen::{QrCode, QrCodeEcc};
use serde::Serialize;
use std::fmt::Write as _;
use utoipa::ToSchema;

const SECRET_BYTES: usize = 20;
const ISSUER: &str = "Patchbay";

/// Whether a user's sign-in asks for a second factor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct FactorState {
    enabled: bool,
    /// Recovery codes that were not used.
    recovery_codes_left: i64,
}

/// What an authenticator app needs; shown once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct Enrolment {
    /// The secret in base32, to be typed.
    secret: String,
    /// The secret as an `otpauth` address.
    uri: String,
    qr: Picture,
}

/// A QR code: an SVG path of its dark squares on a ground of `size` by `size`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct Picture {
    size: i32,
    path: String,
}

pub(super) async fn state(
    accounts: &Accounts,
    caller: &Caller,
) -> Result<FactorState, SecurityError> {
    let mut conn = accounts.0.db.read().await?;
    let credential = store::credential(&mut conn, caller.client_id, caller.user_id).await?;
    let left = store::recovery_codes_left(&mut conn, caller.client_id, caller.user_id).await?;
    let enabled = credential.is_some_and(|user| user.tfa_secret.is_some());
    Ok(FactorState { enabled, recovery_codes_left: left })
}

/// Makes a secret, which waits until a code confirms it. Another one takes its place.
pub(super) async fn begin(
    accounts: &Accounts,
    caller: &Caller,
    password: &str,
) -> Result<Enrolment, SecurityError> {
    prove(accounts, caller, password).await?;
    let parts = &accounts.0;
    let secret = parts.ids.bytes(SECRET_BYTES);
    let context = tfa_context(caller.client_id, caller.user_id);
    let sealed = parts.keys.seal(&context, &secret, &parts.ids);
    let mut tx = parts.db.begin().await?;
    if !store::set_pending(&mut tx, caller.client_id, caller.user_id, &sealed).await? {
        return Err(SecurityError::Conflict("Two-factor sign-in is on already."));
    }
    tx.commit().await?;
    enrolment(&secret, &caller.username)
}

/// Turns the second factor on when the code belongs to the waiting secret, and gives the recovery
/// codes. The code itself cannot sign anybody in any more.
pub(super) async fn confirm(
    accounts: &Accounts,
    caller: &Caller,
    code: &str,
) -> Result<Vec<String>, SecurityError> {
    let parts = &accounts.0;
    let (client_id, user_id) = (caller.client_id, caller.user_id);
    let key = user_key("tfa", client_id, user_id);
    attempt_limit::count(accounts, &[(&key, parts.auth.login_failures_per_user)]).await?;
    let now = parts.clock.now_ms();
    let mut tx = parts.db.begin().await?;
    let credential = store::credential(&mut tx, client_id, user_id).await?;
    let pending = credential.filter(|user| user.tfa_secret.is_none()).and_then(|u| u.tfa_pending);
    let Some(pending) = pending else {
        return Err(SecurityError::Conflict("There is nothing to confirm. Begin again."));
    };
    let secret = parts
        .keys
        .open_sealed(&tfa_context(client_id, user_id), &pending)
        .map_err(|error| SecurityError::Internal(error.into()))?;
    let step = totp::matching_step(&secret, code, now, 0).ok_or(SecurityError::WrongCode)?;
    if !store::confirm_pending(&mut tx, (client_id, user_id), &pending, step).await? {
        return Err(SecurityError::Conflict("There is nothing to confirm. Begin again."));
    }
    let codes = recovery::renew(accounts, &mut tx, client_id, user_id).await?;
    attempt_limit::forget(accounts, &mut tx, &key).await?;
    note(&mut tx, caller, Action::TwoFactorOn, now).await?;
    tx.commit().await?;
    tracing::info!(client.id = client_id, user.id = user_id, "second factor turned on");
    Ok(codes)
}

/// Replaces the recovery codes.
pub(super) async fn renew_codes(
    accounts: &Accounts,
    caller: &Caller,
    password: &str,
) -> Result<Vec<String>, SecurityError> {
    let credential = prove(accounts, caller, password).await?;
    if credential.tfa_secret.is_none() {
        return Err(SecurityError::Conflict("Two-factor sign-in is off."));
    }
    let mut tx = accounts.0.db.begin().await?;
    let codes = recovery::renew(accounts, &mut tx, caller.client_id, caller.user_id).await?;
    tx.commit().await?;
    Ok(codes)
}

pub(super) async fn turn_off(
    accounts: &Accounts,
    caller: &Caller,
    password: &str,
) -> Result<(), SecurityError> {
    prove(accounts, caller, password).await?;
    let (client_id, user_id) = (caller.client_id, caller.user_id);
    let mut tx = accounts.0.db.begin().await?;
    if !store::drop_factor(&mut tx, client_id, user_id).await? {
        return Err(SecurityError::Conflict("Two-factor sign-in is off."));
    }
    store::drop_recovery_codes(&mut tx, client_id, user_id).await?;
    note(&mut tx, caller, Action::TwoFactorOff, accounts.0.clock.now_ms()).await?;
    tx.commit().await?;
    tracing::info!(client.id = client_id, user.id = user_id, "second factor turned off");
    Ok(())
}

fn enrolment(secret: &[u8], username: &str) -> Result<Enrolment, SecurityError> {
    let text = data_encoding::BASE32_NOPAD.encode(secret);
    let encoded: String = url::form_urlencoded::byte_serialize(username.as_bytes()).collect();
    let label = encoded.replace('+', "%20");
    let uri = format!("otpauth://totp/{ISSUER}:{label}?secret={text}&issuer={ISSUER}");
    let qr = picture(&uri).map_err(SecurityError::Internal)?;
    Ok(Enrolment { secret: text, uri, qr })
}

fn picture(text: &str) -> anyhow::Result<Picture> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium)
        .map_err(|error| anyhow::anyhow!("the address does not fit a QR code: {error}"))?;
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        let mut x = 0;
        while x < size {
            let dark = (x..size).take_while(|x| code.get_module(*x, y)).count();
            let dark = i32::try_from(dark)?;
            if dark > 0 {
                write!(path, "M{x} {y}h{dark}v1h-{dark}z")?;
            }
            x += dark.max(1);
        }
    }
    Ok(Picture { size, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_app_gets_the_secret_three_ways() {
        let made = enrolment(b"12345678901234567890", "a b@c.example").expect("made");
        assert_eq!(made.secret, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert_eq!(
            made.uri,
            "otpauth://totp/Patchbay:a%20b%40c.example\
             ?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Patchbay"
        );
        // The finder in the upper left corner: seven dark squares, then one light.
        assert!(made.qr.path.starts_with("M0 0h7v1h-7z"), "{}", made.qr.path);
        assert!(made.qr.size >= 33, "{}", made.qr.size);
    }
}
