//! The keys whose signatures the operator trusts.

use super::{
    Packages,
    api::TrustedKey,
    model::{Actor, PackageProblem},
    store,
    view::key_view,
};
use crate::{
    audit::{Act, Action},
    plugins::fingerprint,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::json;

impl Packages {
    /// The trusted keys, oldest first.
    ///
    /// # Errors
    /// [`PackageProblem`].
    pub async fn keys(&self, who: &Actor) -> Result<Vec<TrustedKey>, PackageProblem> {
        self.operator_only(who).await?;
        let mut conn = self.db.read().await?;
        Ok(store::keys(&mut conn).await?.iter().map(key_view).collect())
    }

    /// Trusts a key from now on; one that is trusted already gets the new name.
    ///
    /// # Errors
    /// [`PackageProblem`].
    pub async fn trust(
        &self,
        who: &Actor,
        key: &str,
        name: &str,
    ) -> Result<TrustedKey, PackageProblem> {
        self.operator_only(who).await?;
        let wrong = |text: &str| PackageProblem::Field("key", text.to_owned());
        let key = key.trim();
        let bytes = STANDARD
            .decode(key)
            .map_err(|_| wrong("This is no public key: 44 characters of base64 are expected."))?;
        if bytes.len() != 32 {
            return Err(wrong("This is no Ed25519 public key: it has 32 bytes."));
        }
        let name: String = name.trim().chars().take(80).collect();
        if name.is_empty() {
            let text = "Say whose key this is.".to_owned();
            return Err(PackageProblem::Field("name", text));
        }
        let mut tx = self.db.begin().await?;
        let now = self.clock.now_ms();
        let row = store::put_key(&mut tx, &STANDARD.encode(bytes), &name, who.name(), now).await?;
        self.note(&mut tx, who, &act(Action::KeyTrusted, &row)).await?;
        tx.commit().await?;
        Ok(key_view(&row))
    }

    /// Trusts a key no longer. Versions in use stay; they were judged when they came.
    ///
    /// # Errors
    /// [`PackageProblem`].
    pub async fn distrust(&self, who: &Actor, id: i64) -> Result<(), PackageProblem> {
        self.operator_only(who).await?;
        let mut tx = self.db.begin().await?;
        let row = store::remove_key(&mut tx, id).await?.ok_or(PackageProblem::NotFound)?;
        self.note(&mut tx, who, &act(Action::KeyDistrusted, &row)).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// What the audit log says of a key.
fn act(action: Action, row: &store::KeyRow) -> Act<'_> {
    let changes = json!({ "fingerprint": fingerprint(&row.key) });
    Act { action, kind: "key", id: row.id.to_string(), name: &row.name, changes }
}
