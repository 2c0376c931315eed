//! A plugin's linked component, which is loaded when it is first called: a desk has plugins that it never
//! calls, and the machine code of each takes time to check and memory to keep.

use super::{
    account::CallError,
    guest::Guest,
    host::{Host, Plugin},
    install::blocking,
    model::{Detail, Failure, Retry},
};
use bytes::Bytes;
use patchbay_package::{Package, PackageError};
use std::sync::Arc;
use tokio::sync::OnceCell;

/// A linked component, or the package it is loaded from.
pub(super) struct LazyGuest {
    linked: OnceCell<Arc<Guest>>,
    /// Empty where it was linked at once.
    package: Bytes,
}

impl LazyGuest {
    /// One that is there.
    pub fn linked(guest: Arc<Guest>) -> Self {
        Self { linked: OnceCell::from(guest), package: Bytes::new() }
    }

    /// One that its first call loads from the package.
    pub fn in_package(package: Bytes) -> Self {
        Self { linked: OnceCell::new(), package }
    }
}

impl Host {
    /// The plugin's component, loaded by its first call. One that cannot be loaded is tried again by the
    /// next: the package was accepted, so that it is the host's trouble and not the plugin's.
    pub(super) async fn guest(&self, plugin: &Plugin) -> Result<Arc<Guest>, CallError> {
        let loaded = plugin.guest.linked.get_or_try_init(|| self.load_guest(plugin)).await;
        loaded.cloned().map_err(|error| {
            tracing::error!(plugin.id = plugin.manifest.id, %error, "a plugin cannot be loaded");
            let detail = Detail::new("host.unavailable", error.to_string());
            CallError::Failure(Failure::Retryable(detail, Retry::default()))
        })
    }

    async fn load_guest(&self, plugin: &Plugin) -> Result<Arc<Guest>, PackageError> {
        let (shared, package) = (self.shared.clone(), plugin.guest.package.clone());
        let (wasm, found) = blocking(move || {
            let wasm = Package::read_component(&package)?;
            let found = shared.cache.load(&shared.engine, &wasm);
            Ok((wasm, found))
        })
        .await?;
        let component = match found {
            Some(component) => component,
            None => self.compile(wasm).await?.1,
        };
        let (shared, manifest) = (self.shared.clone(), plugin.manifest.clone());
        blocking(move || {
            let guest = Guest::link(&shared.linker, &component, &manifest);
            guest.map(Arc::new).map_err(PackageError::Component)
        })
        .await
    }
}
