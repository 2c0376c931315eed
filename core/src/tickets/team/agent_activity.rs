//! What a colleague works on, and what came of it.

use crate::http::{Problem, SuccessWord};
use crate::tickets::{
    Tickets,
    api::{ColleaguePage, ColleagueTicket},
    list::filter::TicketFilter,
    model::{Filter, ListKind, Status, Viewer},
    store::{self, TicketRow},
};

/// Conversations of one load.
const PAGE: i64 = 10;
/// Points for a conversation that came to its end, and for the next level.
const POINTS: i64 = 10;
const LEVEL: i64 = 100;

/// The level somebody with these points has; everybody begins with the first.
fn level(points: i64) -> i64 {
    points / LEVEL + 1
}

impl Tickets {
    /// The conversations a colleague takes part in, as far as the viewer may see them, the last changed
    /// first, with the colleague's points and level.
    ///
    /// # Errors
    /// `not_found` for a name that nobody has.
    pub(in crate::tickets) async fn of_colleague(
        &self,
        viewer: &Viewer,
        username: &str,
        kind: ListKind,
        offset: i64,
    ) -> Result<ColleaguePage, Problem> {
        let mut conn = self.db.read().await?;
        let name = format!(",{},", username.trim().to_lowercase());
        let users = store::users_named(&mut conn, viewer.client_id, &name).await?;
        drop(conn);
        let [user] = users[..] else { return Err(Problem::not_found()) };
        let of =
            |kind, filter| TicketFilter { agents: vec![user], ..TicketFilter::of(kind, filter) };
        let (rows, _) = self.rows(viewer, &of(kind, Filter::All), (offset, PAGE)).await?;
        // Points are the colleague's own, whoever looks at them.
        let everything = Viewer { admin: true, ..viewer.clone() };
        let mut ended = 0;
        for kind in [ListKind::Ticket, ListKind::Livechat] {
            for status in [Status::Resolved, Status::Closed] {
                let wanted = of(kind, Filter::Status(status.code()));
                ended += self.rows(&everything, &wanted, (0, 1)).await?.1.0;
            }
        }
        let points = ended * POINTS;
        Ok(ColleaguePage {
            result: SuccessWord::Success,
            data: rows.into_iter().map(line).collect(),
            exp_level: level(points),
            exp: points,
        })
    }
}

fn line(row: TicketRow) -> ColleagueTicket {
    ColleagueTicket {
        id: row.id,
        ticket_number: row.number,
        channel: row.channel,
        title: row.title,
        label: row.labels,
        closed: row.status,
        livechat: row.kind == "livechat",
        ts: row.updated_at.div_euclid(1000),
        name: row.contact_name,
        read: row.last_in_id.is_none_or(|last| last <= row.read_to),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn everybody_begins_at_the_first_level() {
        let levels: Vec<i64> = [0, 90, 100, 250].into_iter().map(super::level).collect();
        assert_eq!(levels, [1, 1, 2, 3]);
    }
}
