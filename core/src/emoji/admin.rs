//! An admin adds a custom emoji, or deletes one.

use super::{
    Emoji,
    events::CustomEmojiChanged,
    model::{self, CustomEmoji, EMOJI_MAX, NoPicture},
    store,
};
use crate::{
    accounts::Caller,
    audit::{self, Act, Action},
    blobs::BlobMeta,
    db::Tx,
    events::{Audience, NewEvent},
    http::{Code, Problem},
};
use serde_json::json;

/// Characters of the key in a picture's address.
const KEY_CHARS: usize = 32;

impl From<NoPicture> for Problem {
    fn from(why: NoPicture) -> Self {
        match why {
            NoPicture::Heavy => Self::new(Code::TooLarge, why.to_string()),
            NoPicture::Unknown | NoPicture::Large => Self::field("picture", why.to_string()),
        }
    }
}

impl Emoji {
    /// The client's emoji; with `deleted` also those that messages may still carry.
    pub(super) async fn list(
        &self,
        client_id: i64,
        deleted: bool,
    ) -> Result<Vec<CustomEmoji>, Problem> {
        let mut conn = self.db.read().await?;
        Ok(store::list(&mut conn, client_id, deleted).await?)
    }

    /// Adds an emoji under a name that is not taken.
    pub(super) async fn add(
        &self,
        caller: &Caller,
        typed: &str,
        bytes: Vec<u8>,
    ) -> Result<CustomEmoji, Problem> {
        let author = caller.admin()?;
        let name = model::name(typed).ok_or_else(|| {
            Problem::field("name", "A name has 2 to 32 letters, digits, _, - or +.")
        })?;
        let mime = model::picture(&bytes)?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let meta = BlobMeta { mime: mime.to_owned(), filename: None };
        let stored = self.blobs.put_bytes(bytes, meta).await.map_err(|error| {
            Problem::new(Code::Unavailable, format!("The picture cannot be kept: {error}."))
        })?;
        let blob = serde_json::to_string(&stored).map_err(Problem::internal)?;
        let key = self.ids.token(KEY_CHARS);
        let mut tx = self.db.begin().await?;
        let by = (caller.username.as_str(), now);
        let made = store::insert(&mut tx, client_id, &name, (&key, &blob), by).await?;
        let made = made.ok_or_else(|| {
            Problem::new(Code::Conflict, format!("There is an emoji {name} already."))
        })?;
        if store::count(&mut tx, client_id).await? > EMOJI_MAX {
            let text = format!("There are at most {EMOJI_MAX} emoji. Delete one first.");
            return Err(Problem::new(Code::Conflict, text));
        }
        audit::note(&mut tx, &author, &act(Action::EmojiAdded, &made), now).await?;
        tell(&mut tx, client_id, now);
        tx.commit().await?;
        Ok(made)
    }

    /// Deletes an emoji from the menus. Messages that carry it keep its picture.
    pub(super) async fn remove(&self, caller: &Caller, id: i64) -> Result<(), Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let known = store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        if store::delete(&mut tx, (client_id, id), now).await? == 0 {
            return Err(Problem::not_found());
        }
        audit::note(&mut tx, &author, &act(Action::EmojiDeleted, &known), now).await?;
        tell(&mut tx, client_id, now);
        tx.commit().await?;
        Ok(())
    }
}

fn act(action: Action, emoji: &CustomEmoji) -> Act<'_> {
    let id = emoji.id.to_string();
    Act { action, kind: "emoji", id, name: &emoji.name, changes: json!({}) }
}

/// Tells everybody of the client that the list is another one.
fn tell(tx: &mut Tx, client_id: i64, now: i64) {
    let data = CustomEmojiChanged {};
    tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
}
