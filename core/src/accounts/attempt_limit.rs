//! Brute force: attempts are counted before anything is compared, so that a burst of guesses cannot run past the
//! limit; a success takes the count back.

use super::{
    Accounts,
    model::{self, Limit},
    store,
};
use crate::{
    crypto::sha256_hex,
    db::{Conn, DbError, DbResult},
    http::{ClientAddr, Code, Problem},
};
use std::net::IpAddr;

const MINUTE_MS: i64 = 60_000;

/// Why nothing was compared.
#[derive(Debug, thiserror::Error)]
pub(super) enum CountError {
    #[error("Too many attempts. Try again later.")]
    Limited { retry_after_s: u64 },
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Under which name guesses of something that one user has are counted, from wherever they come.
/// Hashed: the table keeps no names.
pub(super) fn user_key(what: &str, client_id: i64, user_id: i64) -> String {
    sha256_hex(format!("{what}|{client_id}|{user_id}").as_bytes())
}

/// Under which name attempts from one place are counted, hashed as well.
pub(super) fn address_key(what: &str, address: IpAddr) -> String {
    sha256_hex(format!("{what}|{}", network(address)).as_bytes())
}

pub(super) fn network(address: IpAddr) -> String {
    ClientAddr(address).network()
}

/// Counts an attempt under each key, in a transaction of its own.
pub(super) async fn count(accounts: &Accounts, limits: &[(&str, i64)]) -> Result<(), CountError> {
    let parts = &accounts.0;
    let now = parts.clock.now_ms();
    let window_ms = window_ms(accounts);
    let mut wait = None;
    let mut tx = parts.db.begin().await?;
    for (key, failures) in limits {
        let (counted, since) = store::count_attempt(&mut tx, key, now, now - window_ms).await?;
        let limit = Limit { failures: *failures, window_ms };
        wait = wait.max(model::wait_s(counted, since, limit, now));
    }
    tx.commit().await?;
    wait.map_or(Ok(()), |retry_after_s| Err(CountError::Limited { retry_after_s }))
}

/// Forgets what was counted under a key.
pub(super) async fn forget(accounts: &Accounts, conn: &mut Conn, key: &str) -> DbResult<()> {
    let now = accounts.0.clock.now_ms();
    store::forget_failures(conn, key, now - window_ms(accounts)).await
}

impl Accounts {
    /// Counts what somebody unknown does on a public page: from one place, and in all.
    ///
    /// # Errors
    /// `rate_limited` when it was too often in the window of failed sign-ins.
    pub async fn count_stranger(
        &self,
        what: &str,
        from: IpAddr,
        (from_one_place, in_all): (i64, i64),
    ) -> Result<(), Problem> {
        let place = address_key(what, from);
        let all = sha256_hex(what.as_bytes());
        let limits = [(place.as_str(), from_one_place), (all.as_str(), in_all)];
        count(self, &limits).await.map_err(|error| match error {
            CountError::Limited { retry_after_s } => {
                Problem::new(Code::RateLimited, error.to_string()).retry_after(retry_after_s)
            }
            CountError::Db(error) => error.into(),
        })
    }
}

fn window_ms(accounts: &Accounts) -> i64 {
    accounts.0.auth.login_window_minutes * MINUTE_MS
}
