//! Packages and plugins as the API shows them.

use super::{
    Packages,
    model::{Actor, Origin, PackageProblem, State},
    permissions::{difference, permissions},
    store::{self, KeyRow, PackageRow},
};
use crate::{
    channels::plugin_view,
    db::Conn,
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
pub(super) fn signature(origin: &str, signer: Option<&str>, keys: &[KeyRow]) -> Value {
    let key = signer.and_then(|signer| keys.iter().find(|k| k.key == signer));
    let state = match signer {
        _ if origin == Origin::BuiltIn.as_str() => "trusted",
        Some(_) if key.is_some() => "trusted",
        Some(_) => "untrusted",
        None => "unsigned",
    };
    json!({
        "state": state,
        "key": signer,
        "fingerprint": signer.map(fingerprint),
        "key_name": key.map(|k| k.name.as_str()),
    })
}

/// A package with its permissions, and what it would change about the version in use.
pub(super) fn package_view(
    row: &PackageRow,
    active: Option<&PackageRow>,
    keys: &[KeyRow],
) -> Value {
    let kept = PackageSummary::read(row).ok();
    let current = active.filter(|a| a.id != row.id).and_then(|a| PackageSummary::read(a).ok());
    let changed = match (&current, &kept) {
        (Some(current), Some(kept)) => difference(&current.manifest, &kept.manifest),
        _ => Value::Null,
    };
    // Only what is not in use yet has no place of its own to show it.
    let waits = kept.as_ref().filter(|_| row.state == State::Staged.as_str());
    json!({
        "id": row.id,
        "plugin": row.plugin,
        "icon": waits.map(|k| plugin_view(&k.face())["icon"].take()),
        "name": kept.as_ref().map_or(row.plugin.as_str(), |k| k.manifest.name.as_str()),
        "version": row.version,
        "digest": row.digest,
        "size": row.size,
        "origin": row.origin,
        "source": row.source,
        "state": row.state,
        "signature": signature(&row.origin, row.signer.as_deref(), keys),
        "permissions": kept.as_ref().map(|k| permissions(&k.manifest)),
        "difference": changed,
        "installed_at": row.installed_at,
        "installed_by": row.installed_by,
        "activated_at": row.activated_at,
        "note": row.note,
    })
}

pub(super) fn key_view(row: &KeyRow) -> Value {
    json!({
        "id": row.id, "key": row.key, "fingerprint": fingerprint(&row.key), "name": row.name,
        "added_at": row.added_at, "added_by": row.added_by,
    })
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
    ) -> Result<Vec<Value>, PackageProblem> {
        self.operator_only(who).await?;
        let mut conn = self.db.read().await?;
        self.views(&mut conn, plugin).await
    }

    /// One package, for the operator.
    ///
    /// # Errors
    /// [`PackageProblem`].
    pub async fn show(&self, who: &Actor, id: i64) -> Result<Value, PackageProblem> {
        self.operator_only(who).await?;
        let mut conn = self.db.read().await?;
        self.view(&mut conn, id).await
    }

    /// One package as the API shows it.
    pub(super) async fn view(&self, conn: &mut Conn, id: i64) -> Result<Value, PackageProblem> {
        let row = self.row(conn, id).await?;
        let active = store::in_state(conn, &row.plugin, State::Active.as_str()).await?;
        let keys = store::keys(conn).await?;
        let mut view = package_view(&row, active.as_ref(), &keys);
        if let Ok(kept) = PackageSummary::read(&row) {
            // What its settings will be called.
            view["schema"] = kept.schema;
            view["texts"] = json!(kept.texts);
        }
        Ok(view)
    }

    async fn views(
        &self,
        conn: &mut Conn,
        plugin: Option<&str>,
    ) -> Result<Vec<Value>, PackageProblem> {
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
    pub async fn plugins(&self, client_id: i64) -> Result<Vec<Value>, PackageProblem> {
        let installed = self.host.plugins();
        let mut views: Vec<Value> = installed
            .iter()
            .map(|plugin| {
                let mut view = plugin_view(&plugin.face());
                view["installed"] = true.into();
                view["enabled"] =
                    (!self.channels.is_switched_off(client_id, &plugin.manifest.id)).into();
                view
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
                let mut view = plugin_view(&kept.face());
                view["installed"] = false.into();
                view["enabled"] = false.into();
                views.push(view);
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
    ) -> Result<Value, PackageProblem> {
        who.is_admin()?;
        let plugin = self.host.plugin(id).ok_or(PackageProblem::NotFound)?;
        let mut view = plugin_view(&plugin.face());
        view["installed"] = true.into();
        view["enabled"] = (!self.channels.is_switched_off(client_id, id)).into();
        view["manifest"] = json!(&*plugin.manifest);
        view["schema"] = plugin.schema.clone();
        view["send"] = json!(plugin.manifest.send);
        view["digest"] = plugin.digest.clone().into();
        view["permissions"] = permissions(&plugin.manifest);
        let mut conn = self.db.read().await?;
        let keys = store::keys(&mut conn).await?;
        let rows = store::of_plugin(&mut conn, id).await?;
        view["versions"] = rows
            .iter()
            .map(|row| {
                json!({
                    "id": row.id, "version": row.version, "state": row.state,
                    "origin": row.origin, "digest": row.digest, "note": row.note,
                    "signature": signature(&row.origin, row.signer.as_deref(), &keys),
                    "installed_at": row.installed_at, "activated_at": row.activated_at,
                })
            })
            .collect();
        let (breaker, faults) = self.channels.breaker_of(client_id, id);
        view["breaker"] = breaker;
        view["faults"] = faults.into();
        Ok(view)
    }
}
