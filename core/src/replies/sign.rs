//! Signatures: a user keeps them, and a reply that is sent gets one.

use super::{
    Replies,
    events::SignaturesChanged,
    model::{Signature, check_signatures},
    store,
};
use crate::{
    accounts::Caller,
    db::{Conn, DbResult},
    events::{Audience, NewEvent},
    http::Problem,
    tickets::Signer,
};
use futures_util::future::BoxFuture;

impl Replies {
    /// Keeps these signatures of the caller and no others.
    pub(super) async fn keep_signatures(
        &self,
        caller: &Caller,
        signatures: &[Signature],
    ) -> Result<Vec<Signature>, Problem> {
        let kept = check_signatures(signatures, |value| (self.signs)(value))?;
        let now = self.clock.now_ms();
        let whose = (caller.client_id, caller.user_id);
        let mut tx = self.db.begin().await?;
        store::forget_signatures(&mut tx, whose).await?;
        for signature in &kept {
            store::insert_signature(&mut tx, whose, signature, now).await?;
        }
        let stored = store::signatures(&mut tx, whose).await?;
        let audience = Audience { users: vec![caller.user_id], ..Audience::default() };
        let data = SignaturesChanged { signatures: stored.clone() };
        tx.announce(NewEvent::new(caller.client_id, audience, &data, now));
        tx.commit().await?;
        Ok(stored)
    }
}

/// Gives the tickets room the signature of whoever replies.
#[derive(Clone, Copy, Debug)]
pub struct Signatures;

impl Signer for Signatures {
    fn signature<'a>(
        &'a self,
        conn: &'a mut Conn,
        (client_id, user_id): (i64, i64),
        channel: &'a str,
    ) -> BoxFuture<'a, DbResult<Option<String>>> {
        Box::pin(async move {
            let all = store::signatures(conn, (client_id, user_id)).await?;
            let of = |wanted: &str| all.iter().find(|one| one.channel == wanted);
            Ok(of(channel).or_else(|| of("")).map(|one| one.text.clone()))
        })
    }
}
