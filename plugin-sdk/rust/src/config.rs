//! The settings an admin entered, as the plugin's own type.

use crate::types::{Account, Detail, Failure};
use serde::de::DeserializeOwned;

/// Reads the account's settings into `T`. Settings that do not fit are a configuration problem,
/// which the host shows to the admin.
pub fn config<T: DeserializeOwned>(account: &Account) -> Result<T, Failure> {
    let text = if account.config.trim().is_empty() { "{}" } else { &account.config };
    serde_json::from_str(text).map_err(|error| {
        Failure::needs_config(
            "",
            Detail::new("plugin.settings", format!("The settings do not fit: {error}.")),
        )
    })
}
