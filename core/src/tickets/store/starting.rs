//! What is known of conversations that an agent wants to start.

use crate::{
    db::{Conn, DbResult},
    fetch_optional,
};

/// The thread in which a contact wrote last on a channel, and as whom.
pub(in crate::tickets) async fn last_thread(
    conn: &mut Conn,
    client_id: i64,
    contact_id: i64,
    channel_id: i64,
) -> DbResult<Option<(String, Option<i64>)>> {
    fetch_optional!(
        conn,
        (String, Option<i64>),
        "select thread, identity_id
           from tickets
          where client_id = $1 and contact_id = $2 and channel_id = $3 and kind = 'ticket'
          order by id desc
          limit 1",
        client_id,
        contact_id,
        channel_id,
    )
}
