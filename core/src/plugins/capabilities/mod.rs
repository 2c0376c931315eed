//! What a guest may ask of the host while it runs: HTTP, media, log, clock, randomness, its store.
//!
//! Each function first counts itself, so that no guest can keep the host busy without end.

mod http;
mod kv;
mod log;
pub mod media;
pub mod socket;

use super::{
    bindings::{effects, outgoing, talk, types},
    state::CallState,
};

impl types::Host for CallState {}
impl effects::Host for CallState {}
impl outgoing::Host for CallState {}
impl talk::Host for CallState {}

use super::{bindings::host, state::Stop};
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// The most random bytes per call.
const RANDOM_MAX: u32 = 1024;

impl host::Host for CallState {
    async fn log(
        &mut self,
        level: host::Level,
        message: String,
        fields: Vec<(String, String)>,
    ) -> wasmtime::Result<()> {
        self.count()?;
        log::write(self, level, message, fields);
        Ok(())
    }

    async fn now_ms(&mut self) -> wasmtime::Result<u64> {
        self.count()?;
        Ok(u64::try_from(self.lent.clock.now_ms()).unwrap_or(0))
    }

    async fn random(&mut self, n: u32) -> wasmtime::Result<Vec<u8>> {
        self.count()?;
        if n > RANDOM_MAX {
            return self.stop(Stop::Limit(format!("more than {RANDOM_MAX} random bytes at once")));
        }
        Ok(self.lent.ids.bytes(n as usize))
    }

    async fn kv_get(&mut self, key: String) -> wasmtime::Result<Option<Vec<u8>>> {
        self.count()?;
        kv::get(self, &key).await
    }

    async fn secret_exists(&mut self, name: String) -> wasmtime::Result<bool> {
        self.count()?;
        Ok(self.secrets.get(&name).is_some())
    }

    async fn sign(
        &mut self,
        secret: String,
        data: Vec<u8>,
    ) -> wasmtime::Result<Result<Vec<u8>, String>> {
        self.count()?;
        let Some(key) = self.secrets.get(&secret) else {
            return Ok(Err(format!("the secret setting `{secret}` has no value")));
        };
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key.as_bytes()) else {
            return Ok(Err("this secret cannot be a key".to_owned()));
        };
        mac.update(&data);
        Ok(Ok(mac.finalize().into_bytes().to_vec()))
    }
}
