//! Canned replies that an answer names instead of its words. Tickets states the need; another room
//! keeps them.

use super::reply::Reply;
use crate::{
    db::{Conn, DbResult},
    http::Problem,
    tickets::{
        Tickets,
        model::Viewer,
        store::{self, TicketRow},
    },
};
use futures_util::future::BoxFuture;

/// Knows canned replies.
pub trait SavedReplies: Send + Sync {
    /// The text of a canned reply that the viewer may use, filled in for a ticket and the name of its
    /// channel, which counts as one more use; by its id, its shortcut or its title. None when the viewer
    /// may use no such reply.
    fn filled<'a>(
        &'a self,
        conn: &'a mut Conn,
        viewer: &'a Viewer,
        ticket: (&'a TicketRow, &'a str),
        name: &'a str,
    ) -> BoxFuture<'a, DbResult<Option<String>>>;
}

impl Tickets {
    /// An answer that names a canned reply: its text is the answer's where that has none. An answer
    /// with words of its own keeps them, and the canned reply counts as used.
    ///
    /// # Errors
    /// `not_found` for the ticket; `invalid` for a canned reply that the viewer may not use.
    pub(in crate::tickets) async fn fill_in_saved(
        &self,
        viewer: &Viewer,
        reply: Reply,
        name: &str,
    ) -> Result<Reply, Problem> {
        let mut tx = self.db.begin().await?;
        let row = store::ticket_for(&mut tx, viewer, reply.ticket).await?;
        let channel = self.channel_name(&row);
        let text = self.saved_replies.filled(&mut tx, viewer, (&row, &channel), name).await?;
        let text = text.ok_or_else(|| {
            let says = "There is no such canned reply. Give the id, shortcut or title of one.";
            Problem::field("template", says)
        })?;
        tx.commit().await?;
        if !reply.text.trim().is_empty() {
            return Ok(reply);
        }
        let text = if reply.html { page(&text) } else { text };
        Ok(Reply { text, ..reply })
    }
}

/// Plain text as HTML shows it.
fn page(text: &str) -> String {
    text.lines().map(ammonia::clean_text).collect::<Vec<String>>().join("<br>")
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn lines_stay_lines_and_signs_stay_signs() {
        let shown = page("Hello <b>\nMei");
        assert!(shown.contains("<br>Mei") && !shown.contains("<b>"), "{shown}");
    }
}
