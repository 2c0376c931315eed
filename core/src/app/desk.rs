//! What the rooms make of socket frames.

use crate::{
    announcements::{Announcements, events::AnnouncementsTold},
    channels::{Channels, Tell},
    http::Problem,
    livechat::{LiveChatQueue, Livechat, Online},
    metrics::metrics,
    presence::{Presence, Who},
    realtime::{Answer, Desk, Hub, Peer, Scope, SocketError, frame_of},
    tickets::{
        self, Tickets, Viewer,
        api::{SyncDelete, Typing, Viewing, ViewingState},
    },
};
use futures_util::future::BoxFuture;
use serde::Deserialize as _;
use serde_json::{Value, json};

/// Frames that a customer notices, or that act on what customers wrote.
const ANSWERING: [&str; 4] = ["sendTyping", "removeTyping", "sendSyncDelete", "acceptLiveChat"];

/// The rooms a frame may be for. Cheap to clone.
#[derive(Clone)]
pub(super) struct Rooms {
    pub hub: Hub,
    pub tickets: Tickets,
    pub channels: Channels,
    pub livechat: Livechat,
    pub presence: Presence,
    pub announcements: Announcements,
}

impl Desk for Rooms {
    fn call<'a>(
        &'a self,
        peer: &'a Peer,
        event: &'a str,
        data: Value,
    ) -> BoxFuture<'a, Result<Answer, SocketError>> {
        Box::pin(async move {
            match peer {
                Peer::Agent { answers: false, .. } if ANSWERING.contains(&event) => {
                    let text = "Your role does not let you answer customers.";
                    Err(SocketError::new("forbidden", text))
                }
                Peer::Agent { client_id, user_id, username, name, admin, view_all, .. } => {
                    let viewer = Viewer {
                        client_id: *client_id,
                        user_id: *user_id,
                        username: username.clone(),
                        name: name.clone(),
                        admin: *admin,
                        view_all: *view_all,
                    };
                    self.agent_frame(&viewer, event, &data).await
                }
                Peer::Guest { .. } | Peer::Visitor { .. } => {
                    self.livechat.page_frame(peer, event, data).await
                }
            }
        })
    }

    fn standing<'a>(&'a self, peer: &'a Peer) -> BoxFuture<'a, Vec<(&'static str, Value)>> {
        Box::pin(async move {
            match peer {
                Peer::Visitor { client_id, session, .. } => {
                    self.livechat.standing(*client_id, *session).await
                }
                // Their screens read what they show by other calls.
                Peer::Agent { .. } | Peer::Guest { .. } => vec![],
            }
        })
    }

    fn seen<'a>(&'a self, peer: &'a Peer, open: bool) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let step = if open { 1 } else { -1 };
            match peer {
                Peer::Agent { .. } => metrics().sockets.with_label_values(&["agent"]).add(step),
                Peer::Visitor { .. } => {
                    metrics().sockets.with_label_values(&["visitor"]).add(step);
                }
                Peer::Guest { .. } => {}
            }
            match peer {
                Peer::Agent { client_id, user_id, username, answers, .. } => {
                    if *answers {
                        self.livechat.agent_seen(Online { client_id: *client_id, open }).await;
                    }
                    let (client_id, user_id) = (*client_id, *user_id);
                    let who = Who { client_id, user_id, username: username.clone() };
                    self.presence.socket_seen(who, open).await;
                }
                Peer::Visitor { client_id, session, .. } => {
                    self.livechat.visitor_seen(*client_id, *session, open).await;
                }
                Peer::Guest { .. } => {}
            }
        })
    }
}

/// A ticket's id or number, however the client writes it.
fn ticket_of(data: &Value) -> Result<i64, SocketError> {
    let value = if data.is_object() { &data["ticket_id"] } else { data };
    let id = match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    };
    id.ok_or_else(|| SocketError::new("invalid", "Give ticket_id, a number."))
}

impl Rooms {
    async fn agent_frame(
        &self,
        viewer: &Viewer,
        event: &str,
        data: &Value,
    ) -> Result<Answer, SocketError> {
        match event {
            "joinRoom" | "joinChat" => {
                let ticket = self.ticket(viewer, ticket_of(data)?).await?;
                Ok(Answer {
                    data: json!({ "ticket_id": ticket.id }),
                    join: Some(ticket.id),
                    ..Answer::default()
                })
            }
            "leaveRoom" => Ok(Answer { leave: Some(ticket_of(data)?), ..Answer::default() }),
            "sendTyping" | "removeTyping" => {
                self.typing(viewer, ticket_of(data)?, event == "sendTyping").await
            }
            "sendViewing" => self.viewing(viewer, data).await,
            "sendSyncDelete" => self.sync_delete(viewer, data).await,
            "readMessage" | "readMessage2" => {
                let up_to = data["message_id"].as_i64();
                let ticket = self.ticket(viewer, ticket_of(data)?).await?;
                let read_to = self.tickets.mark_read(viewer, ticket.id, up_to).await?;
                self.tell(viewer, &ticket, "read");
                let unread = self.tickets.unread(viewer).await?;
                let answer = json!({ "ticket_id": ticket.id, "read_to": read_to });
                Ok(Answer::data(answer).and_tell(&unread))
            }
            "refreshTicketUnreadCount"
            | "refreshLiveChatUnreadCount"
            | "refreshChatUnreadCount" => {
                let unread = self.tickets.unread(viewer).await?;
                Ok(Answer::data(json!(unread)).and_tell(&unread))
            }
            "getLiveChatQueue" => {
                let queue = self.livechat.queue(viewer.client_id).await?;
                Ok(Answer::data(json!(queue)).and_tell(&LiveChatQueue::Whole(queue)))
            }
            "acceptLiveChat" => {
                let session = match &data["session"] {
                    Value::Number(number) => number.as_i64(),
                    Value::String(text) => text.parse().ok(),
                    _ => None,
                };
                Ok(Answer::data(self.livechat.accept(viewer, session).await?))
            }
            "tellOnline" => {
                let (client_id, user_id) = (viewer.client_id, viewer.user_id);
                let who = Who { client_id, user_id, username: viewer.username.clone() };
                self.presence.tell(&who).await;
                Ok(Answer::data(json!({})))
            }
            "tellActive" => {
                let (client_id, user_id) = (viewer.client_id, viewer.user_id);
                let who = Who { client_id, user_id, username: viewer.username.clone() };
                self.presence.touched(&who).await;
                Ok(Answer::data(json!({})))
            }
            // A page asks now and then whether the line is still there.
            "ping" | "receivedTicket" => Ok(Answer::data(json!({}))),
            "getAnnouncement" => {
                let shown = self.announcements.current(viewer.client_id, viewer.user_id).await?;
                Ok(Answer::data(json!(shown)).and_tell(&AnnouncementsTold::from(shown)))
            }
            _ => Err(SocketError::new("unsupported", format!("There is no event {event:?}."))),
        }
    }

    async fn ticket(&self, viewer: &Viewer, id: i64) -> Result<tickets::TicketRow, SocketError> {
        let mut conn = self.tickets.db.read().await.map_err(Problem::from)?;
        Ok(tickets::ticket_for(&mut conn, viewer, id).await?)
    }

    async fn typing(
        &self,
        viewer: &Viewer,
        ticket: i64,
        typing: bool,
    ) -> Result<Answer, SocketError> {
        let ticket = self.ticket(viewer, ticket).await?;
        let data = Typing {
            ticket_id: ticket.id,
            username: viewer.username.clone(),
            name: viewer.name.clone(),
            typing,
        };
        let scope = Scope::Room { ticket_id: ticket.id, except_user: Some(viewer.user_id) };
        self.hub.pass(viewer.client_id, scope, frame_of(&data)).await;
        // In a ticket that shows several customers nobody knows yet whom the words are for.
        if !self.tickets.shows_others(viewer, ticket.id).await? {
            self.tell(viewer, &ticket, if typing { "typing" } else { "stopped" });
        }
        Ok(Answer::default())
    }

    /// Passes on that somebody looks at a ticket, writes in it, or went. A browser's tabs are told
    /// apart by the word it gives each; who has just come asks the others to say it too.
    async fn viewing(&self, viewer: &Viewer, data: &Value) -> Result<Answer, SocketError> {
        let ticket = self.ticket(viewer, ticket_of(data)?).await?;
        let state = ViewingState::deserialize(&data["state"])
            .map_err(|_| SocketError::new("invalid", "The state is viewing, replying or gone."))?;
        let tab = data["tab"].as_str().filter(|tab| tab.len() <= 32).unwrap_or_default();
        let frame = frame_of(&Viewing {
            ticket_id: ticket.id,
            username: viewer.username.clone(),
            name: viewer.name.clone(),
            tab: tab.to_owned(),
            state,
            asks: data["asks"] == true,
        });
        let scope = Scope::Room { ticket_id: ticket.id, except_user: Some(viewer.user_id) };
        self.hub.pass(viewer.client_id, scope, frame).await;
        Ok(Answer::default())
    }

    /// Passes on to the others in the room that a message is gone, when it is.
    async fn sync_delete(&self, viewer: &Viewer, data: &Value) -> Result<Answer, SocketError> {
        let ticket = self.ticket(viewer, ticket_of(data)?).await?;
        let message = data["message_id"].as_i64().unwrap_or_default();
        if !self.tickets.is_gone(viewer, ticket.id, message).await? {
            return Err(Problem::not_found().into());
        }
        let gone = SyncDelete::passed(ticket.id, message);
        let scope = Scope::Room { ticket_id: ticket.id, except_user: Some(viewer.user_id) };
        self.hub.pass(viewer.client_id, scope, frame_of(&gone)).await;
        Ok(Answer::default())
    }

    /// Tells the customer's side without making the agent's socket wait for a provider.
    fn tell(&self, viewer: &Viewer, ticket: &tickets::TicketRow, kind: &'static str) {
        let Some(channel_id) = ticket.channel_id else { return };
        let tell = Tell {
            client_id: viewer.client_id,
            ticket_id: ticket.id,
            channel_id,
            thread: ticket.thread.clone(),
            contact_id: ticket.contact_id,
            kind,
            agent_name: viewer.name.clone(),
        };
        let channels = self.channels.clone();
        tokio::spawn(async move { channels.tell(tell).await });
    }
}
