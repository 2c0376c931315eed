//! Following a ticket: it stands in one's own list without taking part in it.

use crate::{
    events::{Audience, NewEvent},
    http::{Code, Problem, SuccessWord},
    tickets::{
        Tickets,
        api::{FollowingChanged, TicketFollowing},
        model::Viewer,
        store,
    },
};

/// Tickets that one user follows; the list of them shows no more than these.
const FOLLOWED_MAX: i64 = 1_000;

impl Tickets {
    /// Follows a ticket, or no more. Only the follower is told; what is so already stays so.
    ///
    /// # Errors
    /// `not_found`; `forbidden` for a ticket that others have taken; `conflict` for the ticket too many.
    pub async fn follow(
        &self,
        viewer: &Viewer,
        ticket: i64,
        following: bool,
    ) -> Result<TicketFollowing, Problem> {
        let (client_id, user_id, now) = (viewer.client_id, viewer.user_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let row = store::ticket_for(&mut tx, viewer, ticket).await?;
        let who = (client_id, user_id);
        let changed = if following {
            let before = store::is_following(&mut tx, who, row.id).await?;
            if !before && store::following(&mut tx, who).await? >= FOLLOWED_MAX {
                let text = format!(
                    "You follow {FOLLOWED_MAX} tickets. Stop following some that are done."
                );
                return Err(Problem::new(Code::Conflict, text));
            }
            store::follow(&mut tx, who, row.id, now).await?
        } else {
            store::unfollow(&mut tx, who, row.id).await?
        };
        if changed > 0 {
            let (ticket_id, ticket_number) = (row.id, row.number);
            let data = FollowingChanged { ticket_id, ticket_number, following };
            tx.announce(NewEvent::new(client_id, Audience::only(user_id), &data, now));
        }
        tx.commit().await?;
        Ok(TicketFollowing { result: SuccessWord::Success, following })
    }
}
