//! From a package to a version that runs: check, compile, link, try out, and put into use.
//!
//! Preparing takes seconds and changes nothing; putting into use takes no time: calls that are
//! running finish on the version they began with, the next one meets the new.

use super::{
    account::{Account, CallError, Called, EmptyKv, Secrets},
    guest::Guest,
    host::{Host, Plugin},
    lazy_guest::LazyGuest,
    loader::{self, Bodies},
    manifest::{Interface, Manifest, Net},
    probation::Trial,
};
use bytes::Bytes;
use patchbay_package::{Description, Package, PackageError};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use wasmtime::component::Component;

/// How long a component may take to start when it is installed.
const TRIAL: Duration = Duration::from_secs(10);

/// Whether the desk accepted a package before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Accepted {
    Never,
    Before,
}

impl Host {
    /// Checks a package, compiles it and starts it once per interface. Nothing uses it yet.
    ///
    /// # Errors
    /// [`PackageError`], in words for whoever brought the package.
    pub async fn prepare(&self, package: impl Into<Vec<u8>>) -> Result<Arc<Plugin>, PackageError> {
        self.prepare_with(package.into(), Accepted::Never).await
    }

    /// The same with a package that this desk accepted before: what is compiled already is neither
    /// checked nor tried out again.
    ///
    /// # Errors
    /// Like [`Host::prepare`].
    pub async fn prepare_again(&self, package: Vec<u8>) -> Result<Arc<Plugin>, PackageError> {
        self.prepare_with(package, Accepted::Before).await
    }

    async fn prepare_with(
        &self,
        bytes: Vec<u8>,
        accepted: Accepted,
    ) -> Result<Arc<Plugin>, PackageError> {
        let shared = self.shared.clone();
        let (mut package, found) = blocking(move || {
            let package = Package::read(&bytes)?;
            let found = shared.cache.load(&shared.engine, &package.wasm);
            match (accepted, found.is_some()) {
                (Accepted::Before, true) => {}
                (_, compiled) => {
                    let bodies = if compiled { Bodies::Compiled } else { Bodies::Validate };
                    loader::inspect(&package.wasm, &package.manifest, bodies)?;
                }
            }
            Ok((package, found))
        })
        .await?;
        let tried = accepted == Accepted::Before && found.is_some();
        let wasm = std::mem::take(&mut package.wasm);
        let (wasm, component) = match found {
            Some(component) => (wasm, component),
            None => self.compile(wasm).await?,
        };
        let host = self.clone();
        let (plugin, guest) = blocking(move || {
            let assembled = host.assemble(package, &component)?;
            if accepted == Accepted::Before {
                host.shared.cache.note(&host.shared.engine, &assembled.0.digest, &wasm);
            }
            Ok(assembled)
        })
        .await?;
        if !tried {
            self.try_out(&plugin, &guest).await?;
        }
        Ok(Arc::new(plugin))
    }

    /// A version that this desk accepted before, whose component is loaded when it is first called. None
    /// where it is not compiled yet, so that no call has to wait for that.
    ///
    /// # Errors
    /// [`PackageError`].
    pub async fn prepare_lazily(
        &self,
        package: Bytes,
        digest: &str,
    ) -> Result<Option<Arc<Plugin>>, PackageError> {
        let (shared, digest) = (self.shared.clone(), digest.to_owned());
        blocking(move || {
            if !shared.cache.has(&shared.engine, &digest) {
                return Ok(None);
            }
            let description = Description::read(&package)?;
            Ok(Some(Arc::new(plugin(description, digest, LazyGuest::in_package(package)))))
        })
        .await
    }

    /// Puts a prepared version into use and gives the one it replaces, which finishes its calls.
    pub fn place(&self, plugin: Arc<Plugin>) -> Option<Arc<Plugin>> {
        let before = self.plugin(&plugin.manifest.id);
        self.plugins.rcu(|plugins| {
            let mut plugins = (**plugins).clone();
            plugins.insert(plugin.manifest.id.clone(), plugin.clone());
            plugins
        });
        before
    }

    /// Removes a plugin; running calls finish.
    pub fn remove(&self, id: &str) {
        self.plugins.rcu(|plugins| {
            let mut plugins = (**plugins).clone();
            plugins.remove(id);
            plugins
        });
    }

    /// Prepares a package and puts it into use at once. Blocks its thread: for tools and tests.
    ///
    /// # Errors
    /// Like [`Host::prepare`].
    pub fn install(&self, package: &[u8]) -> Result<Arc<Manifest>, PackageError> {
        let host = |e: std::io::Error| PackageError::Host(e.to_string());
        // On a thread with a runtime of its own, because this may be called from inside one.
        let prepared = std::thread::scope(|scope| {
            let builder = std::thread::Builder::new().name("plugin-install".to_owned());
            let prepared = builder.spawn_scoped(scope, || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                runtime.map_err(host)?.block_on(self.prepare(package))
            });
            let panicked = || PackageError::Host("the trial run panicked".to_owned());
            prepared.map_err(host)?.join().map_err(|_| panicked())?
        })?;
        let manifest = prepared.manifest.clone();
        self.place(prepared);
        Ok(manifest)
    }

    /// The same host, with another version of one plugin and nothing else: to run an input against
    /// a version that is not in use.
    #[must_use]
    pub fn beside(&self, plugin: Arc<Plugin>) -> Self {
        let only = [(plugin.manifest.id.clone(), plugin)].into();
        Self {
            shared: self.shared.clone(),
            plugins: Arc::new(arc_swap::ArcSwap::from_pointee(only)),
        }
    }

    /// Keeps the version before the one in use at hand, or forgets it.
    pub fn keep_previous(&self, id: &str, plugin: Option<Arc<Plugin>>) {
        let mut previous = self.shared.previous.lock();
        match plugin {
            Some(plugin) => previous.insert(id.to_owned(), plugin),
            None => previous.remove(id),
        };
    }

    /// The version before the one in use, if it is at hand.
    #[must_use]
    pub fn previous(&self, id: &str) -> Option<Arc<Plugin>> {
        self.shared.previous.lock().get(id).cloned()
    }

    /// Machine code from the compiling process or, where none is set up, from this process.
    pub(super) async fn compile(
        &self,
        wasm: Vec<u8>,
    ) -> Result<(Vec<u8>, Component), PackageError> {
        let uncompilable = |e: wasmtime::Error| {
            PackageError::Component(format!("plugin.wasm does not compile: {e:#}"))
        };
        let code = match &self.shared.compiler {
            Some(compiler) => Some(compiler.compile(&wasm).await?),
            None => None,
        };
        let shared = self.shared.clone();
        blocking(move || {
            let (cache, engine) = (&shared.cache, &shared.engine);
            let component = match code {
                Some(code) => cache.take(engine, &wasm, &code),
                None => cache.compile(engine, &wasm),
            };
            Ok((wasm, component.map_err(uncompilable)?))
        })
        .await
    }

    fn assemble(
        &self,
        package: Package,
        component: &Component,
    ) -> Result<(Plugin, Arc<Guest>), PackageError> {
        let guest = Guest::link(&self.shared.linker, component, &package.manifest)
            .map_err(PackageError::Component)?;
        let guest = Arc::new(guest);
        let Package { manifest, schema, icon_svg, icons, texts, license, digest, .. } = package;
        let description = Description { manifest, schema, icon_svg, icons, texts, license };
        Ok((plugin(description, digest, LazyGuest::linked(guest.clone())), guest))
    }

    /// Instantiates the component once per interface.
    async fn try_out(&self, plugin: &Plugin, guest: &Guest) -> Result<(), PackageError> {
        let account = nobody(&plugin.manifest);
        let tried = guest.try_all(|| self.store(&plugin.manifest, &account));
        // A start function may wait for the host; it must not keep the installer.
        tokio::time::timeout(TRIAL, tried)
            .await
            .unwrap_or_else(|_| Err("the plugin does not start within 10 seconds".to_owned()))
            .map_err(PackageError::Component)
    }

    /// Lets the plugin check empty settings. It may find them wanting, but it must not crash. Nothing
    /// is granted yet, so it reaches no host.
    ///
    /// # Errors
    /// [`PackageError::Component`] when it crashed or went over a limit.
    pub async fn smoke(&self, plugin: &Plugin) -> Result<(), PackageError> {
        if !plugin.manifest.offers(Interface::Settings) {
            return Ok(());
        }
        let confined = Manifest { net: Net::default(), ..(*plugin.manifest).clone() };
        let confined = Arc::new(Plugin {
            manifest: Arc::new(confined),
            schema: plugin.schema.clone(),
            texts: plugin.texts.clone(),
            icon_svg: String::new(),
            icons: plugin.icons.clone(),
            license: String::new(),
            digest: plugin.digest.clone(),
            trial: Trial::default(),
            guest: plugin.guest.clone(),
        });
        let account = nobody(&confined.manifest);
        let Called { result, .. } = self.beside(confined).check(&account).await;
        match result {
            Ok(_) | Err(CallError::Failure(_)) => Ok(()),
            Err(CallError::Busy) => {
                Err(PackageError::Host("too many plugin calls are running; try again".to_owned()))
            }
            Err(error) => Err(PackageError::Component(format!(
                "the trial run failed, checking empty settings: {error}"
            ))),
        }
    }
}

/// A version that nothing uses yet.
fn plugin(description: Description, digest: String, guest: LazyGuest) -> Plugin {
    let Description { manifest, schema, icon_svg, icons, texts, license } = description;
    Plugin {
        manifest: Arc::new(manifest),
        schema,
        texts,
        icon_svg,
        icons,
        license,
        digest,
        trial: Trial::default(),
        guest: Arc::new(guest),
    }
}

/// An account of nobody's, for trial runs.
fn nobody(manifest: &Manifest) -> Account {
    Account {
        client_id: 0,
        channel_id: 0,
        plugin_id: manifest.id.clone(),
        config: json!({}),
        secrets: Secrets::default(),
        public_url: String::new(),
        kv: Arc::new(EmptyKv),
    }
}

/// Runs what takes time away from the threads that serve.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PackageError> + Send + 'static,
) -> Result<T, PackageError> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|e| Err(PackageError::Host(format!("the check ended early: {e}"))))
}

/// What lists show of a plugin, also after it was removed.
pub struct Face<'a> {
    pub manifest: &'a Manifest,
    pub texts: &'a std::collections::BTreeMap<String, Value>,
    pub icon_svg: &'a str,
    pub icons: &'a std::collections::BTreeMap<String, String>,
}

impl Plugin {
    /// What lists show.
    #[must_use]
    pub fn face(&self) -> Face<'_> {
        Face {
            manifest: &self.manifest,
            texts: &self.texts,
            icon_svg: &self.icon_svg,
            icons: &self.icons,
        }
    }
}
