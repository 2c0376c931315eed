//! A stranger writes on the page `/contact`: a ticket of whoever runs the installation.

use super::{
    Entries,
    api::TicketReceived,
    model::{ContactMessage, ContactState, MESSAGE_MAX, Rules, TRIES, check},
    open::Origin,
};
use crate::{
    accounts,
    http::{Code, Problem, SuccessWord},
};
use std::net::IpAddr;

/// Everything but a name, a message and a way to answer is left to who writes.
const RULES: Rules<'static> =
    Rules { required: &[], reachable: true, known: false, message_max: MESSAGE_MAX };

impl Entries {
    /// Whether the page takes messages.
    pub(super) async fn contact(&self) -> Result<ContactState, Problem> {
        let taken = self.contact_page && self.reader().await?.is_some();
        Ok(ContactState { available: taken, message_max: MESSAGE_MAX })
    }

    /// Keeps a message as a ticket of the operator's client and gives its number. The same `queue_id`
    /// again gives the first one's. Nobody is written to.
    ///
    /// # Errors
    /// `forbidden` where the page is closed, `conflict` before there is a client, `rate_limited`, and
    /// `invalid` with what to change.
    pub(super) async fn write_to_operator(
        &self,
        message: ContactMessage,
        from: IpAddr,
    ) -> Result<TicketReceived, Problem> {
        if !self.contact_page {
            return Err(Problem::forbidden("This page takes no messages."));
        }
        self.accounts.count_stranger("contact", from, TRIES).await?;
        let Some(client_id) = self.reader().await? else {
            let text = "Nobody can read messages here yet: this installation has no user. Whoever runs \
                it makes one with patchbay user create.";
            return Err(Problem::new(Code::Conflict, text));
        };
        let written = check(&message.into(), RULES, Some(0))?;
        let entered = self.open(client_id, &Origin::Contact, &written, &[]).await?;
        Ok(TicketReceived { result: SuccessWord::Success, ticket_number: entered.number })
    }

    /// The operator's client, once there is one.
    async fn reader(&self) -> Result<Option<i64>, Problem> {
        let mut conn = self.db.read().await?;
        Ok(accounts::operator(&mut conn).await?)
    }
}
