//! Passwords: Argon2id, off the async threads, a few at a time.

use crate::ids::Ids;
use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use std::sync::Arc;
use tokio::sync::{OnceCell, Semaphore};

/// Each hash takes some 19 MiB and tens of milliseconds; a burst of sign-ins must not take all memory.
const AT_ONCE: usize = 4;

/// Makes and checks password hashes.
#[derive(Debug)]
pub(super) struct Hasher {
    ids: Ids,
    params: Params,
    turns: Arc<Semaphore>,
    /// What unknown users are checked against, so that they take as long as known ones.
    decoy: OnceCell<String>,
    /// How many comparisons were made.
    #[cfg(test)]
    pub(super) compared: std::sync::atomic::AtomicUsize,
}

impl Hasher {
    /// Hashes that take this much memory, which `auth.password_memory_kib` bounds.
    pub(super) fn new(ids: Ids, memory_kib: u32) -> Self {
        let params = Params::new(memory_kib, Params::DEFAULT_T_COST, Params::DEFAULT_P_COST, None);
        Self {
            ids,
            params: params.unwrap_or(Params::DEFAULT),
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
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, self.params.clone());
        self.run(move || {
            argon2
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

    /// The hash to store instead, where this one was made with another amount of memory than is set.
    pub(super) async fn renewed(
        &self,
        password: &str,
        hash: &str,
    ) -> anyhow::Result<Option<String>> {
        let made_with = PasswordHash::new(hash).ok().and_then(|hash| Params::try_from(&hash).ok());
        let same = made_with.is_some_and(|params| params.m_cost() == self.params.m_cost());
        if same { Ok(None) } else { self.hash(password).await.map(Some) }
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
