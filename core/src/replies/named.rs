//! The canned reply that somebody's answer names, for the tickets room.

use super::{admin, model::shortcut_of, store};
use crate::{
    db::{Conn, DbResult},
    tickets::{SavedReplies, TicketRow, Viewer},
};
use futures_util::future::BoxFuture;

/// Gives the tickets room the text of a canned reply.
#[derive(Clone, Copy, Debug)]
pub struct CannedReplies;

impl SavedReplies for CannedReplies {
    fn filled<'a>(
        &'a self,
        conn: &'a mut Conn,
        viewer: &'a Viewer,
        (ticket, channel): (&'a TicketRow, &'a str),
        name: &'a str,
    ) -> BoxFuture<'a, DbResult<Option<String>>> {
        Box::pin(async move {
            let (client_id, user_id) = (viewer.client_id, viewer.user_id);
            let mut text = None;
            if let Ok(id) = name.parse() {
                text = admin::text_of(conn, client_id, Some(user_id), id).await?;
            }
            if text.is_none() {
                let shortcut = shortcut_of(name);
                let names = (shortcut.as_str(), name.trim());
                if let Some(id) = store::named(conn, (client_id, user_id), names).await? {
                    text = admin::text_of(conn, client_id, Some(user_id), id).await?;
                }
            }
            let who = (&*viewer.name, &*viewer.username);
            Ok(text.map(|text| admin::filled(&text, ticket, who, (channel, true))))
        })
    }
}
