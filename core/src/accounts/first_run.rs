//! The first run: whoever reads what the server prints makes the first client and its owner in a browser.
//!
//! The one-time code comes from the installation's key: every node prints the same, a restart changes
//! nothing, and nothing is stored. Once there is a client, it opens nothing any more.

use super::{
    Accounts,
    attempt_limit::{self, address_key},
    model::{self, Kind},
    profile::{self, OwnProfile, ProfileChange, ProfileError},
    signup::{self, FirstAdmin, SignUp, SignUpError},
    store,
    users::{ADMIN_RANK, FULL_PLAN},
};
use crate::{
    audit::{self, Act, Action},
    crypto::{Keys, sha256_hex},
    db::{DbError, dialect::take_turn},
};
use serde_json::json;

/// Guesses from one network in the window of failed sign-ins. All of them together have no bound: nobody
/// guesses sixty bits, and with one, strangers could shut the owner out.
const TRIES_MAX: i64 = 10;
/// "PF" and nothing: the turn of those who make the first client.
const TURN: i64 = 0x5046 << 48;
/// Crockford's base 32: no letter that is taken for another.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Twelve signs of five bits each.
const SIGNS: usize = 12;

/// What the owner of a new desk types.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstRun<'a> {
    /// The code that the server printed.
    pub code: &'a str,
    /// The desk and who owns it; an empty mail address means none.
    pub desk: SignUp<'a>,
    /// The name people see; empty means the username.
    pub name: &'a str,
    /// A name of the IANA time zone database; empty means UTC.
    pub timezone: &'a str,
    /// `en`, `ms` or `zh`; empty means the browser's.
    pub language: &'a str,
}

impl Accounts {
    /// The code that opens the first run, such as `7QK4-0XWZ-M2CD`; none once there is a client.
    ///
    /// # Errors
    /// What the database said.
    pub async fn first_run_code(&self) -> Result<Option<String>, DbError> {
        let mut conn = self.0.db.read().await?;
        let begun = store::first_client_across_clients(&mut conn).await?.is_some();
        Ok((!begun).then(|| code_of(&self.0.keys)))
    }
}

/// Makes the first client, with all that the program can do, and its owner.
pub(super) async fn set_up(accounts: &Accounts, new: FirstRun<'_>) -> Result<(), SignUpError> {
    let parts = &accounts.0;
    let Some(code) = accounts.first_run_code().await? else {
        return Err(SignUpError::AlreadyBegun);
    };
    let place = address_key("first run", new.desk.from);
    attempt_limit::count(accounts, &[(&place, TRIES_MAX)]).await?;
    if sha256_hex(typed(new.code).as_bytes()) != sha256_hex(typed(&code).as_bytes()) {
        let problem = "This is not the code that the server printed when it started.";
        return Err(SignUpError::Invalid { field: "code", problem });
    }
    // Who has the code may get the other fields wrong as often as it takes.
    let mut tx = parts.db.begin().await?;
    store::uncount_attempt(&mut tx, &place).await?;
    tx.commit().await?;
    let (client, username) = (new.desk.client.trim(), new.desk.username.trim());
    signup::check_names(client, username)?;
    let mut owner = owner(&new, username)?;
    signup::wrong("password", model::password_problem(new.desk.password))?;

    let password_hash = parts.hasher.hash(new.desk.password).await?;
    let now = parts.clock.now_ms();
    let mut tx = parts.db.begin().await?;
    // Of two who press the button at once, the second is told.
    take_turn(&mut tx, TURN, true).await?;
    if store::first_client_across_clients(&mut tx).await?.is_some() {
        return Err(SignUpError::AlreadyBegun);
    }
    let admin = FirstAdmin { username, name: &owner.name, password_hash: &password_hash, now };
    let (client_id, user_id) = signup::insert(&mut tx, (client, FULL_PLAN), admin).await?;
    // The desk has the zone; whoever comes later follows it unless they choose another.
    let zone = std::mem::take(&mut owner.timezone);
    if !zone.is_empty() {
        store::set_client_timezone(&mut tx, client_id, &zone).await?;
    }
    store::set_profile(&mut tx, (client_id, user_id), &owner, &model::key(&owner.email)).await?;
    let author = signup::author((client_id, user_id), username, new.desk.from);
    let act = Act {
        action: Action::UserCreated,
        kind: "user",
        id: user_id.to_string(),
        name: username,
        changes: json!({ "type": Kind::Admin, "rank": ADMIN_RANK }),
    };
    audit::note(&mut tx, &author, &act, now).await?;
    tx.commit().await?;
    tracing::info!(client.id = client_id, user.id = user_id, "the desk was set up");
    Ok(())
}

/// What the owner says of themselves, judged as any profile is.
fn owner(new: &FirstRun<'_>, username: &str) -> Result<OwnProfile, ProfileError> {
    let name = if new.name.trim().is_empty() { username } else { new.name };
    let empty = OwnProfile {
        username: username.to_owned(),
        name: String::new(),
        photo: String::new(),
        email: String::new(),
        timezone: String::new(),
        language: String::new(),
    };
    let change = ProfileChange {
        name: Some(name.to_owned()),
        email: Some(new.desk.email.to_owned()),
        timezone: Some(new.timezone.to_owned()),
        language: Some(new.language.to_owned()),
        password: None,
    };
    profile::changed(&empty, &change)
}

fn code_of(keys: &Keys) -> String {
    let secret = keys.derive("accounts/first-run");
    let bits = secret.iter().take(8).fold(0u64, |bits, byte| (bits << 8) | u64::from(*byte));
    let sign =
        |at: usize| char::from(ALPHABET[usize::try_from((bits >> (5 * at)) & 31).unwrap_or(0)]);
    let signs: String = (0..SIGNS).map(sign).collect();
    format!("{}-{}-{}", &signs[..4], &signs[4..8], &signs[8..])
}

/// The signs of a code as somebody typed it: in any case, with or without dashes, an O for a zero.
fn typed(code: &str) -> String {
    let signs = code.chars().filter(char::is_ascii_alphanumeric).take(2 * SIGNS);
    let signs = signs.map(|sign| match sign.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    });
    signs.collect()
}

#[cfg(test)]
mod tests {
    use super::{code_of, typed};
    use crate::crypto::Keys;

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        let code = code_of(&Keys::from_bytes([3; 32]));
        assert_eq!((code.len(), code.matches('-').count()), (14, 2), "{code}");
        assert_eq!(code, code_of(&Keys::from_bytes([3; 32])), "every node has the same");
        assert_ne!(code, code_of(&Keys::from_bytes([4; 32])));
        assert_eq!(typed(&code.to_lowercase().replace('-', " ")), typed(&code));
        assert_eq!(typed(" 0o-iL1 "), "00111");
        assert_eq!(typed(&"A".repeat(1_000_000)).len(), 24, "what is too long is cut");
    }
}
