//! Which browser a visit belongs to: whoever learns a link, from a history or a log, cannot speak as its
//! visitor.
//!
//! The first browser that opens a link holds it by a secret in a cookie that no script reads; it is the
//! same secret for all visits of that browser. The proof that every other call of the page needs
//! is signed over the link and the secret's hash, and is given to who has the secret. As long as
//! nothing was said, another browser may take the link over: an agent may look at it before sending it.

use super::{Livechat, model, model::VisitState, store};
use crate::{crypto::sha256_hex, http::Problem};

/// Letters of a secret.
const SECRET: usize = 40;

/// A visit in the hands of the browser that asks.
pub(super) struct HeldVisit {
    /// The hash of the browser's secret.
    pub holder: String,
    /// A secret made just now.
    pub new_secret: Option<String>,
}

impl Livechat {
    /// Lets the browser with this secret hold the visit, or gives none where another one does.
    pub(super) async fn hold_visit(
        &self,
        row: &store::Row,
        secret: Option<&str>,
    ) -> Result<Option<HeldVisit>, Problem> {
        let known = secret.filter(|secret| secret.len() == SECRET);
        let holder = known.map(|secret| sha256_hex(secret.as_bytes()));
        if let Some(holder) = holder.clone().filter(|holder| *holder == row.holder) {
            return Ok(Some(HeldVisit { holder, new_secret: None }));
        }
        // What a site vouches for is one person's from the first moment.
        let begun = VisitState::parse(&row.state) != VisitState::New || row.identity.is_some();
        if !row.holder.is_empty() && begun {
            return Ok(None);
        }
        let new_secret = known.is_none().then(|| self.ids.token(SECRET));
        let holder = holder
            .or_else(|| new_secret.as_ref().map(|secret| sha256_hex(secret.as_bytes())))
            .unwrap_or_default();
        let mut tx = self.db.begin().await?;
        let held = store::set_holder(&mut tx, row.client_id, row.id, &holder).await? == 1;
        tx.commit().await?;
        Ok(held.then_some(HeldVisit { holder, new_secret }))
    }

    /// The visit behind a token, if the caller has the proof that its holder was given.
    ///
    /// # Errors
    /// `forbidden`, for an unknown token too.
    pub(super) async fn admitted(&self, token: &str, csrf: &str) -> Result<store::Row, Problem> {
        let refused = || Problem::forbidden("Open the chat page again: its session is not valid.");
        if token.is_empty() {
            return Err(refused());
        }
        let mut conn = self.db.read().await?;
        let row = store::by_token(&mut conn, token).await?.ok_or_else(refused)?;
        let signed = model::signed(token, &row.holder);
        let proven = self.keys.verify(model::csrf_purpose(), &signed, csrf);
        if proven && !row.holder.is_empty() { Ok(row) } else { Err(refused()) }
    }
}
