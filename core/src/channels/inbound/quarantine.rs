//! Poison messages: inputs that keep failing go to the quarantine, announced to the admins.

use crate::channels::{Channels, events::InputQuarantined, store};
use crate::{
    db::{DbResult, Tx},
    events::{Audience, NewEvent},
};

impl Channels {
    /// Stores an input, and says so when it goes to the quarantine. None when this input was
    /// received before.
    pub(in crate::channels) async fn keep_input(
        &self,
        tx: &mut Tx,
        new: &store::NewInput<'_>,
    ) -> DbResult<Option<i64>> {
        let id = store::insert_input(tx, new, self.young_since(new.now)).await?.map(|row| row.id);
        if let (Some(id), "quarantined") = (id, new.state) {
            let code = new.error.map(|error| error.0).unwrap_or_default();
            self.say_quarantined(tx, (new.client_id, new.channel_id, id), code, new.now);
        }
        Ok(id)
    }

    /// Says that an input is in the quarantine from now on.
    pub(in crate::channels) fn say_quarantined(
        &self,
        tx: &mut Tx,
        (client_id, channel_id, input_id): (i64, i64, i64),
        code: &str,
        now: i64,
    ) {
        let channel = self.registry.of_client(client_id, channel_id);
        let name = channel.map(|channel| channel.row.name.clone()).unwrap_or_default();
        let data = InputQuarantined { channel_id, name, input_id, code: code.to_owned() };
        tx.announce(NewEvent::new(client_id, Audience::admins(), &data, now));
    }
}
