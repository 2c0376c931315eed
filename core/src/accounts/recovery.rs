//! Recovery codes: ten words that replace the second factor once each.

use super::{Accounts, store};
use crate::db::{Conn, DbResult};

const CODES: usize = 10;
const LETTERS: usize = 10;
/// Without letters and digits that look alike. Five bits each.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Replaces a user's codes and gives the new ones, which are shown this once.
pub(super) async fn renew(
    accounts: &Accounts,
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
) -> DbResult<Vec<String>> {
    store::drop_recovery_codes(conn, client_id, user_id).await?;
    let codes: Vec<String> = (0..CODES).map(|_| code(&accounts.0.ids.bytes(LETTERS))).collect();
    for code in &codes {
        let hash = hash(accounts, (client_id, user_id), code).unwrap_or_default();
        store::insert_recovery_code(conn, client_id, user_id, &hash).await?;
    }
    Ok(codes)
}

/// How a code is kept, with the installation's key, so that the table alone tells no code. None for
/// what is no code at all.
pub(super) fn hash(accounts: &Accounts, user: (i64, i64), typed: &str) -> Option<String> {
    let code = plain(typed)?;
    let message = format!("{}|{}|{code}", user.0, user.1);
    Some(accounts.0.keys.sign("accounts/recovery-code", message.as_bytes()))
}

fn code(random: &[u8]) -> String {
    let letters: String =
        random.iter().map(|byte| char::from(ALPHABET[usize::from(byte & 31)])).collect();
    format!("{}-{}", &letters[..LETTERS / 2], &letters[LETTERS / 2..])
}

/// The letters alone, however they were typed.
fn plain(typed: &str) -> Option<String> {
    let letters: String = typed
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let fits = letters.len() == LETTERS && letters.bytes().all(|b| ALPHABET.contains(&b));
    fits.then_some(letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_however_they_are_typed() {
        let made = code(&[0, 1, 31, 32, 33, 7, 8, 9, 10, 255]);
        assert_eq!(made, "ab9ab-hijk9");
        for typed in ["ab9ab-hijk9", " AB9AB HIJK9 ", "ab9abhijk9"] {
            assert_eq!(plain(typed).as_deref(), Some("ab9abhijk9"));
        }
        for typed in ["", "123456", "ab9ab-hijk", "ab9ab-hijk99", "ab9ab-hijkl", "ab9ab-hijk\u{e9}"]
        {
            assert_eq!(plain(typed), None, "{typed}");
        }
    }
}
