//! What calls about plugins, their packages and trusted keys take and answer.

use crate::{
    channels::{PluginBreaker, PluginFace},
    http::AnyJson,
    plugins::{Interface, Manifest, manifest::Limits},
    room_events,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A package: one version of a plugin, as it was brought.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PluginPackage {
    pub id: i64,
    /// The plugin's id.
    pub plugin: String,
    /// A `data:` address of an SVG, while the package waits to be put into use.
    pub icon: Option<String>,
    pub name: String,
    pub version: String,
    pub digest: String,
    /// Bytes.
    pub size: i64,
    /// How it came: `built in`, `upload`, `url` or `path`.
    pub origin: String,
    /// The address or path it came from.
    pub source: String,
    #[schema(value_type = PackageState)]
    pub state: String,
    pub signature: PackageSignature,
    /// Null where the manifest cannot be read any more.
    pub permissions: Option<PluginPermissions>,
    /// What it may do more and less than the version in use.
    pub difference: Option<PermissionDifference>,
    pub installed_at: i64,
    pub installed_by: String,
    pub activated_at: Option<i64>,
    pub note: String,
    /// The JSON schema of its settings; in the answer about one package only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AnyJson, required = false)]
    pub schema: Option<AnyJson>,
    /// Its own words by language; in the answer about one package only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = BTreeMap<String, AnyJson>, required = false)]
    pub texts: Option<BTreeMap<String, AnyJson>>,
}

/// What a package is to its plugin. For the description only: rows keep the word.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "only described")]
enum PackageState {
    Staged,
    Active,
    Previous,
    Removed,
}

/// Who signed a package, and whether that is enough.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PackageSignature {
    pub state: SignatureState,
    /// The signer's public key in base64.
    pub key: Option<String>,
    pub fingerprint: Option<String>,
    /// What the operator calls the key.
    pub key_name: Option<String>,
}

/// Whether a signature is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SignatureState {
    Trusted,
    Untrusted,
    Unsigned,
}

impl SignatureState {
    /// As it is shown.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Trusted => "trusted",
            Self::Untrusted => "untrusted",
            Self::Unsigned => "unsigned",
        }
    }
}

/// What a version may do.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PluginPermissions {
    pub hosts: Vec<String>,
    /// Settings whose origin is granted too.
    pub host_settings: Vec<String>,
    /// Request headers it sets itself.
    pub headers: Vec<String>,
    pub credentials: Vec<CredentialPermission>,
    pub interfaces: Vec<Interface>,
    pub channels: Vec<ChannelPermission>,
    pub limits: Limits,
    pub oauth: Vec<OAuthPermission>,
}

/// A secret that the host puts into requests to some hosts.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CredentialPermission {
    pub name: String,
    /// The setting that holds it.
    pub secret: String,
    pub inject: String,
    pub hosts: Vec<String>,
}

/// A channel value that it brings.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChannelPermission {
    pub value: String,
    pub name: String,
}

/// A sign-in at a provider.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OAuthPermission {
    pub name: String,
    pub authorize_url: String,
    pub token_url: String,
    pub scopes: Vec<String>,
}

/// What one version may do and another may not, as lines for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PermissionDifference {
    pub added: Vec<String>,
    pub removed: Vec<String>,
}

/// A key whose signatures are trusted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TrustedKey {
    pub id: i64,
    /// Ed25519, in base64.
    pub key: String,
    pub fingerprint: String,
    /// Whose it is.
    pub name: String,
    pub added_at: i64,
    pub added_by: String,
}

/// A key to trust.
#[derive(Deserialize, ToSchema)]
#[schema(as = NewTrustedKey)]
pub(super) struct NewKey {
    /// Ed25519, in base64.
    #[serde(default)]
    pub key: String,
    /// Whose it is.
    #[serde(default)]
    pub name: String,
}

/// Where a package is to be fetched.
#[derive(Deserialize, ToSchema)]
pub(super) struct PackageSource {
    pub url: Option<String>,
    /// A path of the server, where the operator allows it.
    pub path: Option<String>,
}

/// Says that a package's permissions are granted.
#[derive(Deserialize, ToSchema)]
#[schema(as = PackageGrant)]
pub(super) struct Grant {
    #[serde(default)]
    pub granted: bool,
}

/// Whether a client uses a plugin.
#[derive(Deserialize, ToSchema)]
#[schema(as = PluginSwitch)]
pub(super) struct Switch {
    pub enabled: bool,
}

/// Whether a client uses a plugin from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct PluginSwitched {
    /// The plugin's id.
    pub plugin: String,
    pub enabled: bool,
}

/// A plugin as lists show it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Plugin {
    #[serde(flatten)]
    pub face: PluginFace,
    /// False for one that is gone and whose tickets are still here.
    pub installed: bool,
    /// Whether the caller's client uses it.
    pub enabled: bool,
}

/// An installed plugin with everything an admin's form needs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PluginDetail {
    #[serde(flatten)]
    pub plugin: Plugin,
    pub manifest: Manifest,
    /// The JSON schema of its settings.
    pub schema: AnyJson,
    pub digest: String,
    pub permissions: PluginPermissions,
    /// The newest first.
    pub versions: Vec<PluginVersion>,
    pub breaker: PluginBreaker,
    /// Faults in a row, over all accounts of the client.
    pub faults: u32,
}

/// A version of a plugin that is or was here.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PluginVersion {
    pub id: i64,
    pub version: String,
    #[schema(value_type = PackageState)]
    pub state: String,
    pub origin: String,
    pub digest: String,
    pub note: String,
    pub signature: PackageSignature,
    pub installed_at: i64,
    pub activated_at: Option<i64>,
}

/// Plugins are others than before: of one of them, what was done.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct PluginsChanged {
    pub plugin: String,
    /// The version in use.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub version: Option<String>,
    /// A package that came or went.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false)]
    pub package: Option<i64>,
    /// True where it was uninstalled.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool, required = false)]
    pub removed: Option<bool>,
    /// Whether the client uses it from now on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool, required = false)]
    pub enabled: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = RolledBack, required = false)]
    pub rolled_back: Option<RolledBack>,
}

impl PluginsChanged {
    /// Something about this plugin.
    pub fn of(plugin: &str) -> Self {
        Self { plugin: plugin.to_owned(), ..Self::default() }
    }
}

room_events! {
    event_shapes:
    PluginsChanged => "pluginsChanged",
}

/// The versions before and after a rollback, and why.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RolledBack {
    pub from: String,
    pub to: String,
    pub reason: String,
}
