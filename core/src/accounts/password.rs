//! Passwords: Argon2id, off the async threads, a few at a time.

use crate::ids::Ids;
use argon2::{
    Argon2,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use std::sync::Arc;
use tokio::sync::{OnceCell, Semaphore};

/// Each hash takes 19 MiB and tens of milliseconds; a burst of sign-ins must not take all memory.
const AT_ONCE: usize = 4;

/// Makes and checks password hashes.
#[derive(Debug)]
pub(super) struct Hasher {
    ids: Ids,
    turns: Arc<Semaphore>,
    /// What unknown users are checked against, so that they take as long as known ones.
    decoy: OnceCell<String>,
    /// How many comparisons were made.
    #[cfg(test)]
    pub(super) compared: std::sync::atomic::AtomicUsize,
}

impl Hasher {
    pub(super) fn new(ids: Ids) -> Self {
        Self {
            ids,
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            decoy: OnceCell::new(),
            #[cfg(test)]
            compared: std::sync::atomic::AtomicUsize::new(0),
        }
    }

    /// The hash to store, with its parameters and a fresh salt.
    pub(super) async fn hash(&self, password: &str) -> anyhow::Result<String> {
        let salt = self.ids.bytes(16);
        let password = password.to_owned();
        self.run(move || {
            Argon2::default()
                .hash_password_with_salt(password.as_bytes(), &salt)
                .map(|hash: PasswordHash| hash.to_string())
                .map_err(|error| anyhow::anyhow!("the password cannot be hashed: {error}"))
        })
        .await?
    }

    /// Whether the password belongs to the hash. An unreadable hash belongs to none.
    pub(super) async fn verify(&self, password: &str, hash: &str) -> anyhow::Result<bool> {
        #[cfg(test)]
        self.compared.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let (password, hash) = (password.to_owned(), hash.to_owned());
        self.run(move || {
            PasswordHash::new(&hash).is_ok_and(|hash| {
                Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()
            })
        })
        .await
    }

    /// Takes as long as [`Hasher::verify`] and never succeeds.
    pub(super) async fn verify_nobody(&self, password: &str) -> anyhow::Result<()> {
        let decoy = self.decoy.get_or_try_init(|| async { self.hash("nobody's password").await });
        self.verify(password, decoy.await?).await.map(drop)
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> anyhow::Result<T> {
        let turn = Arc::clone(&self.turns).acquire_owned().await?;
        Ok(tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        })
        .await?)
    }
}
