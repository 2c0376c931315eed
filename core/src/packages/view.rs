//! Packages and plugins as the API shows them.

use super::{
    Packages,
    api::{
        PackageSignature, Plugin, PluginDetail, PluginPackage, PluginVersion, SignatureState,
        TrustedKey,
    },
    model::{Actor, Origin, PackageProblem, State},
    permissions::{difference, permissions},
    store::{self, KeyRow, PackageRow},
};
use crate::{
    channels::plugin_face,
    db::{Conn, DbResult},
    http::AnyJson,
    plugins::{Face, Manifest, Package, fingerprint},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What is kept of a package beside its bytes: enough for lists and for the permission sheet, also
/// after the plugin is gone.
#[derive(Serialize, Deserialize)]
pub(super) struct PackageSummary {
    pub manifest: Manifest,
    texts: BTreeMap<String, Value>,
    icon_svg: String,
    #[serde(default)]
    icons: BTreeMap<String, String>,
    /// What the settings are called; absent in what earlier releases kept.
    #[serde(default)]
    schema: Value,
}

impl PackageSummary {
    /// As it is stored.
    pub fn of(package: &Package) -> String {
        let kept = json!({
            "manifest": package.manifest,
            "texts": package.texts,
            "icon_svg": package.icon_svg,
            "icons": package.icons,
            "schema": package.schema,
        });
        kept.to_string()
    }

    /// From the table.
    ///
    /// # Errors
    /// When a release stored it that knew other manifests.
    pub fn read(row: &PackageRow) -> Result<Self, PackageProblem> {
        serde_json::from_str(&row.manifest).map_err(|e| {
            PackageProblem::State(format!("What is kept of the package cannot be read: {e}."))
        })
    }

    fn face(&self) -> Face<'_> {
        Face {
            manifest: &self.manifest,
            texts: &self.texts,
            icon_svg: &self.icon_svg,
            icons: &self.icons,
        }
    }
}

/// Who signed a package, and whether that is enough.
pub(super) fn signature(origin: &str, signer: Option<&str>, keys: &[KeyRow]) -> PackageSignature {
    let key = signer.and_then(|signer| keys.iter().find(|k| k.key == signer));
    let state = match signer {
        _ if origin == Origin::BuiltIn.as_str() => SignatureState::Trusted,
        Some(_) if key.is_some() => SignatureState::Trusted,
        Some(_) => SignatureState::Untrusted,
        None => SignatureState::Unsigned,
    };
    PackageSignature {
        state,
        key: signer.map(str::to_owned),
        fingerprint: signer.map(fingerprint),
        key_name: key.map(|k| k.name.clone()),
    }
}

/// A package with its permissions, and what it would change about the version in use.
pub(super) fn package_view(
    row: &PackageRow,
    active: Option<&PackageRow>,
    keys: &[KeyRow],
) -> PluginPackage {
    let kept = PackageSummary::read(row).ok();
    let current = active.filter(|a| a.id != row.id).and_then(|a| PackageSummary::read(a).ok());
    let changed = current.zip(kept.as_ref());
    // Only what is not in use yet has no place of its own to show it.
    let waits = kept.as_ref().filter(|_| row.state == State::Staged.as_str());
    PluginPackage {
        id: row.id,
        plugin: row.plugin.clone(),
        icon: waits.map(|k| plugin_face(&k.face()).icon),
        name: kept.as_ref().map_or(&row.plugin, |k| &k.manifest.name).clone(),
        version: row.version.clone(),
        digest: row.digest.clone(),
        size: row.size,
        origin: row.origin.clone(),
        source: row.source.clone(),
        state: row.state.clone(),
        signature: signature(&row.origin, row.signer.as_deref(), keys),
        permissions: kept.as_ref().map(|k| permissions(&k.manifest)),
        difference: changed.map(|(current, kept)| difference(&current.manifest, &kept.manifest)),
        installed_at: row.installed_at,
        installed_by: row.installed_by.clone(),
        activated_at: row.activated_at,
        note: row.note.clone(),
        schema: None,
        texts: None,
    }
}

pub(super) fn key_view(row: &KeyRow) -> TrustedKey {
    TrustedKey {
        id: row.id,
        key: row.key.clone(),
        fingerprint: fingerprint(&row.key),
        name: row.name.clone(),
        added_at: row.added_at,
        added_by: row.added_by.clone(),
    }
}

fn version_view(row: &PackageRow, keys: &[KeyRow]) -> PluginVersion {
    PluginVersion {
        id: row.id,
        version: row.version.clone(),
        state: row.state.clone(),
        origin: row.origin.clone(),
        digest: row.digest.clone(),
        note: row.note.clone(),
        signature: signature(&row.origin, row.signer.as_deref(), keys),
        installed_at: row.installed_at,
        activated_at: row.activated_at,
    }
}

impl Packages {
    /// All packages of a plugin or of all, newest first, for the operator.
    ///
    /// # Errors
    /// [`PackageProblem`].
    pub async fn list(
        &self,
        who: &Actor,
        plugin: Option<&str>,
    ) -> Result<Vec<PluginPackage>, PackageProblem> {
        self.operator_only(who).await?;
        let mut conn = self.db.read().await?;
        self.views(&mut conn, plugin).await
    }

    /// One package, for the operator.
    ///
    /// # Errors
    /// [`PackageProblem`].
    pub async fn show(&self, who: &Actor, id: i64) -> Result<PluginPackage, PackageProblem> {
        self.operator_only(who).await?;
        let mut conn = self.db.read().await?;
        self.view(&mut conn, id).await
    }

    /// One package as the API shows it.
    pub(super) async fn view(
        &self,
        conn: &mut Conn,
        id: i64,
    ) -> Result<PluginPackage, PackageProblem> {
        let row = self.row(conn, id).await?;
        let active = store::in_state(conn, &row.plugin, State::Active.as_str()).await?;
        let keys = store::keys(conn).await?;
        let mut view = package_view(&row, active.as_ref(), &keys);
        if let Ok(kept) = PackageSummary::read(&row) {
            // What its settings will be called.
            view.schema = Some(AnyJson(kept.schema));
            let texts = kept.texts.into_iter().map(|(lang, texts)| (lang, AnyJson(texts)));
            view.texts = Some(texts.collect());
        }
        Ok(view)
    }

    async fn views(
        &self,
        conn: &mut Conn,
        plugin: Option<&str>,
    ) -> Result<Vec<PluginPackage>, PackageProblem> {
        let rows = match plugin {
            Some(plugin) => store::of_plugin(conn, plugin).await?,
            None => store::all(conn).await?,
        };
        let keys = store::keys(conn).await?;
        let active = |plugin: &str| {
            rows.iter().find(|r| r.plugin == plugin && r.state == State::Active.as_str())
        };
        Ok(rows.iter().map(|row| package_view(row, active(&row.plugin), &keys)).collect())
    }

    /// The plugins a client sees: those in use, and those whose tickets it still has.
    ///
    /// # Errors
    /// What the database said.
    pub async fn plugins(&self, client_id: i64) -> DbResult<Vec<Plugin>> {
        let installed = self.host.plugins();
        let mut views: Vec<Plugin> = installed
            .iter()
            .map(|plugin| Plugin {
                face: plugin_face(&plugin.face()),
                installed: true,
                enabled: !self.channels.is_switched_off(client_id, &plugin.manifest.id),
            })
            .collect();
        let mut conn = self.db.read().await?;
        for id in self.channels.plugins_used(&mut conn, client_id).await? {
            if installed.iter().any(|plugin| plugin.manifest.id == id) {
                continue;
            }
            let rows = store::of_plugin(&mut conn, &id).await?;
            // The version that was used last says how its tickets look.
            let last =
                rows.iter().filter(|r| r.activated_at.is_some()).max_by_key(|r| r.activated_at);
            if let Some(kept) = last.and_then(|row| PackageSummary::read(row).ok()) {
                let face = plugin_face(&kept.face());
                views.push(Plugin { face, installed: false, enabled: false });
            }
        }
        Ok(views)
    }

    /// One installed plugin with everything an admin's form needs.
    ///
    /// # Errors
    /// `NotAdmin`, `NotFound`, or what the database said.
    pub async fn plugin(
        &self,
        who: &Actor,
        client_id: i64,
        id: &str,
    ) -> Result<PluginDetail, PackageProblem> {
        who.is_admin()?;
        let plugin = self.host.plugin(id).ok_or(PackageProblem::NotFound)?;
        let mut conn = self.db.read().await?;
        let keys = store::keys(&mut conn).await?;
        let rows = store::of_plugin(&mut conn, id).await?;
        let (breaker, faults) = self.channels.breaker_of(client_id, id);
        Ok(PluginDetail {
            plugin: Plugin {
                face: plugin_face(&plugin.face()),
                installed: true,
                enabled: !self.channels.is_switched_off(client_id, id),
            },
            manifest: Manifest::clone(&plugin.manifest),
            schema: AnyJson(plugin.schema.clone()),
            digest: plugin.digest.clone(),
            permissions: permissions(&plugin.manifest),
            versions: rows.iter().map(|row| version_view(row, &keys)).collect(),
            breaker,
            faults,
        })
    }
}
