//! Two tickets are related to each other: each shows the other, and nothing else changes.

use crate::tickets::{
    Tickets,
    api::{LinkedTicket, TicketLinked},
    model::{Viewer, may_see, numbers},
    record::{
        announce,
        history::{self, Step},
    },
    store,
};
use crate::{
    db::{Conn, DbResult},
    http::{Code, Problem},
};

/// Tickets that one may be related to.
const LINKS_MAX: usize = 50;

impl Tickets {
    /// Relates two tickets to each other, or ends that. Gives what the first one is related to.
    ///
    /// # Errors
    /// `not_found`; `invalid` for a ticket and itself; `conflict` when one of them has enough.
    pub async fn set_link(
        &self,
        viewer: &Viewer,
        (one, other): (i64, i64),
        linked: bool,
    ) -> Result<Vec<LinkedTicket>, Problem> {
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let one = store::ticket_for(&mut tx, viewer, one).await?;
        let other = store::ticket_for(&mut tx, viewer, other).await?;
        if one.id == other.id {
            return Err(Problem::field("to", "Name another ticket."));
        }
        let pair = (one.id, other.id);
        let changed = if linked {
            store::insert_link(&mut tx, client_id, pair, &viewer.username, now).await?
        } else {
            store::remove_link(&mut tx, client_id, pair).await?
        };
        if changed > 0 {
            for (row, to) in [(&one, &other), (&other, &one)] {
                let limit = i64::try_from(LINKS_MAX + 1).unwrap_or(i64::MAX);
                let all = store::linked(&mut tx, client_id, row.id, limit).await?;
                if linked && all.len() > LINKS_MAX {
                    let text = format!("A ticket is related to at most {LINKS_MAX} others.");
                    return Err(Problem::new(Code::Conflict, text));
                }
                let number = to.number.to_string();
                let (before, after) =
                    if linked { ("", number.as_str()) } else { (number.as_str(), "") };
                let by = &viewer.username;
                let step = Step { kind: "link", before, after, why: "", by };
                history::note(&mut tx, row, &step, now).await?;
                let data = TicketLinked { ticket_id: row.id, by: viewer.username.clone() };
                announce::announce(&mut tx, row, &data, now);
            }
        }
        let links = self.links(&mut tx, viewer, one.id).await?;
        tx.commit().await?;
        Ok(links)
    }

    /// The tickets that one is related to, as far as the viewer may see them.
    pub(in crate::tickets) async fn links(
        &self,
        conn: &mut Conn,
        viewer: &Viewer,
        id: i64,
    ) -> DbResult<Vec<LinkedTicket>> {
        let limit = i64::try_from(LINKS_MAX).unwrap_or(i64::MAX);
        let mut list = vec![];
        for other in store::linked(conn, viewer.client_id, id, limit).await? {
            let row = store::ticket_row(conn, viewer.client_id, other, 0).await?;
            let Some(row) = row.filter(|row| may_see(viewer, &numbers(&row.assignee_ids))) else {
                continue;
            };
            list.push(LinkedTicket {
                id: row.id,
                ticket_number: row.number,
                title: row.title,
                channel: row.channel,
                closed: row.status,
                name: row.contact_name,
            });
        }
        Ok(list)
    }
}
