//! Where an agent can write first.

use super::carrier::{StartBy, Startable};
use crate::tickets::{
    Tickets,
    model::Viewer,
    store::{self, TicketRow},
};
use crate::{
    contacts::{self, Contact},
    http::Problem,
};

/// A channel on which an agent can write first.
#[derive(Clone, Debug)]
pub struct StartOffer {
    pub channel: Startable,
    /// Where the contact is reached, the best first.
    pub addresses: Vec<String>,
    /// The conversation that would be gone on with.
    pub open: Option<TicketRow>,
    /// When the customer last wrote there; milliseconds.
    pub last_in_at: Option<i64>,
}

impl Tickets {
    /// The channels on which an agent can write first, to anybody or to a contact.
    ///
    /// # Errors
    /// `not_found` for a contact there is not.
    pub async fn starts(
        &self,
        viewer: &Viewer,
        contact_id: Option<i64>,
    ) -> Result<Vec<StartOffer>, Problem> {
        let client_id = viewer.client_id;
        let channels = self.carrier.startable(client_id);
        let mut conn = self.db.read().await?;
        let Some(id) = contact_id else {
            let anybody = channels.into_iter().filter(|one| !matches!(one.by, StartBy::Known));
            return Ok(anybody.map(StartOffer::to_anybody).collect());
        };
        let contact = contacts::name(&mut conn, client_id, id).await?;
        let contact = contact.ok_or_else(Problem::not_found)?;
        let identities = contacts::identities(&mut conn, client_id, id).await?;
        let mut offers = vec![];
        for channel in channels {
            let before = store::last_thread(&mut conn, client_id, id, channel.id).await?;
            if matches!(channel.by, StartBy::Known) && before.is_none() {
                continue;
            }
            let mut open = None;
            if let Some((thread, _)) = before.filter(|_| !matches!(channel.by, StartBy::Email)) {
                open = store::open_in_thread(&mut conn, client_id, channel.id, &thread).await?;
            }
            let mut offer = StartOffer::to_anybody(channel);
            offer.addresses = addresses(&offer.channel, &contact, &identities);
            offer.open = match open {
                Some(id) => store::shown_in(&mut conn, client_id, id).await?,
                None => None,
            };
            if let Some(row) = &offer.open {
                offer.last_in_at = store::last_inbound_at(&mut conn, client_id, row.id).await?;
            }
            offers.push(offer);
        }
        Ok(offers)
    }
}

impl StartOffer {
    fn to_anybody(channel: Startable) -> Self {
        Self { channel, addresses: vec![], open: None, last_in_at: None }
    }
}

fn addresses(
    channel: &Startable,
    contact: &Contact,
    identities: &[(String, String, String)],
) -> Vec<String> {
    let own = format!("channel:{}", channel.id);
    let (scope, given) = match channel.by {
        StartBy::Email => ("email", contact.email.as_str()),
        StartBy::Phone(_) => (own.as_str(), contact.phone.as_str()),
        StartBy::Known => return vec![],
    };
    let proven = identities.iter().filter(|(of, _, _)| of == scope).map(|(_, id, _)| id.as_str());
    let mut all: Vec<String> = vec![];
    for address in proven.chain([given]).filter(|address| !address.is_empty()) {
        if !all.iter().any(|one| one.eq_ignore_ascii_case(address)) {
            all.push(address.to_owned());
        }
    }
    all
}
