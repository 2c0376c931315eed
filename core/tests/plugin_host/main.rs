//! The plugin host against guests that mean harm, and one that does not.
//!
//! The guest is built from `core/tests/guests/hostile` with the tool plugin authors use:
//! `cargo run -p cargo-patchbay -- build core/tests/guests/hostile --out target/guests`. Without it
//! the first test builds it so. `PATCHBAY_GUESTS` names another folder to take it from.
#![expect(clippy::print_stdout, reason = "stories print what they counted")]

mod calls;
mod compiling;
mod egress;
mod floods;
mod limits;
mod loading;
mod package;
mod server;
mod tenants;

use parking_lot::Mutex;
use patchbay::{
    blobs::{BlobConfig, Blobs},
    clock::Clock,
    ids::Ids,
    plugins::{
        Account, CallError, Called, Host, HostConfig, KvRead, Resolver, Secrets, SystemResolver,
        Validation,
    },
};
use serde_json::json;
use std::{collections::BTreeMap, path::Path, sync::Arc};

/// The token of every test account. It must not turn up in any guest.
pub const TOKEN: &str = "123:secret/token+value";

/// A host with the hostile plugin installed.
pub struct World {
    pub host: Host,
    pub blobs: Blobs,
    pub kv: Arc<Kv>,
    pub folder: tempfile::TempDir,
}

/// A store of the test's own.
#[derive(Default)]
pub struct Kv(pub Mutex<BTreeMap<String, Vec<u8>>>);

impl KvRead for Kv {
    fn get<'a>(
        &'a self,
        key: &'a str,
    ) -> futures_util::future::BoxFuture<'a, anyhow::Result<Option<Vec<u8>>>> {
        let value = self.0.lock().get(key).cloned();
        Box::pin(async move {
            match key {
                "broken" => anyhow::bail!("no disk"),
                "slow" => std::future::pending().await,
                _ => Ok(value),
            }
        })
    }
}

/// The settings of a test host. Compiled guests are kept from run to run.
pub fn config(allow: &[String]) -> HostConfig {
    HostConfig {
        cache_dir: Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled-guests")),
        cache_key: b"a key of this test".to_vec(),
        exceptions: patchbay::plugins::Exceptions::default().simulated(allow),
        max_concurrent: 16,
        ids: Ids::seeded(1),
        ..HostConfig::default()
    }
}

impl World {
    pub fn start() -> Self {
        Self::with(&[], Arc::new(SystemResolver))
    }

    /// `allow` holds the loopback addresses that may be reached.
    ///
    /// The guest has four minutes by the wall clock: calls that take long run on threads to which everybody
    /// else comes first, so that on a machine that is busy with something
    /// else it still comes to the limit that a test is about.
    pub fn with(allow: &[String], resolver: Arc<dyn Resolver>) -> Self {
        let mut files = package::unpack(&package::hostile());
        package::edit(&mut files, |manifest| {
            *manifest = manifest.replace("wall_ms = 6000", "wall_ms = 240000");
        });
        Self::of(&package::pack(&files), allow, resolver)
    }

    /// A world in which the wall clock ends a guest that waits, after six seconds.
    pub fn hasty(allow: &[String]) -> Self {
        Self::of(&package::hostile(), allow, Arc::new(SystemResolver))
    }

    fn of(package: &[u8], allow: &[String], resolver: Arc<dyn Resolver>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = BlobConfig::Folder(folder.path().join("blobs"));
        let blobs = Blobs::open(&store, Clock::system(), Ids::seeded(2)).unwrap();
        let config = HostConfig { resolver, ..config(allow) };
        let host = Host::new(config, blobs.clone(), Clock::system()).unwrap();
        host.install(package).unwrap();
        Self { host, blobs, kv: Arc::default(), folder }
    }

    pub fn account(&self, config: serde_json::Value) -> Account {
        Account {
            client_id: 1,
            channel_id: 7,
            plugin_id: "hostile".to_owned(),
            config,
            secrets: Secrets::from_iter([("bot_token", TOKEN)]),
            public_url: "https://desk.example.com".to_owned(),
            kv: self.kv.clone(),
        }
    }

    /// Lets the guest do something in `settings.check`.
    pub async fn act(&self, act: &str, arg: &str) -> Called<Validation> {
        self.host.check(&self.account(json!({ "do": act, "arg": arg }))).await
    }

    /// The one fact of an act that ends well.
    pub async fn fact(&self, act: &str, arg: &str) -> String {
        self.act(act, arg).await.result.unwrap().facts.remove(0).1
    }

    /// An act that must fail; afterwards the host still serves a guest that behaves.
    pub async fn fails(&self, act: &str, arg: &str) -> Called<Validation> {
        let called = self.act(act, arg).await;
        assert!(called.result.is_err(), "{act} was let through: {:?}", called.result);
        self.serves().await;
        called
    }

    pub async fn serves(&self) {
        let called = self.act("", "").await;
        assert_eq!(called.result.unwrap().facts, [("do".to_owned(), "nothing".to_owned())]);
    }
}

pub fn trapped(error: &CallError) -> bool {
    matches!(error, CallError::Trapped { .. })
}
