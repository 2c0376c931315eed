//! Frames from visitors' pages.

use crate::{
    http::{Code, Problem},
    livechat::{Livechat, acts::Form, store},
    plugins::VisitorAct,
    realtime::{Answer, Peer, SocketError},
};
use serde_json::{Value, json};
use std::sync::Arc;

impl From<Problem> for SocketError {
    fn from(problem: Problem) -> Self {
        let code = match problem.code() {
            Code::Unauthorized => "unauthorized",
            Code::Forbidden => "forbidden",
            Code::NotFound => "not_found",
            Code::Invalid => "invalid",
            Code::Conflict => "conflict",
            Code::Overtaken => "overtaken",
            Code::WindowClosed => "window_closed",
            Code::TooLarge => "too_large",
            Code::RateLimited => "rate_limited",
            Code::Unavailable => "unavailable",
            Code::Internal => "internal",
            Code::Unsupported => "unsupported",
            // No frame brings a package.
            _ => "invalid",
        };
        Self { retry_after_s: problem.retry_after_s(), ..Self::new(code, problem.message()) }
    }
}

fn text(data: &Value, name: &str) -> String {
    data[name].as_str().unwrap_or_default().to_owned()
}

impl Livechat {
    /// Answers a frame of somebody on a public page.
    ///
    /// # Errors
    /// A refusal from the closed list of codes.
    pub async fn page_frame(
        &self,
        peer: &Peer,
        event: &str,
        data: Value,
    ) -> Result<Answer, SocketError> {
        let network = match peer {
            Peer::Guest { network } | Peer::Visitor { network, .. } => network,
            Peer::Agent { .. } => return Err(unknown(event)),
        };
        if event != "visitorMessage" {
            self.count_call(network)?;
        }
        match (peer, event) {
            (_, "registerQueue") => {
                self.count_join(network)?;
                let row = self.admitted(&text(&data, "token"), &text(&data, "csrf")).await?;
                let form = Form {
                    name: text(&data, "name"),
                    email: text(&data, "email"),
                    phone: text(&data, "phone"),
                    des: text(&data, "des"),
                    language: text(&data, "language"),
                    ..Form::default()
                };
                let admit = self.seated(peer, &row, network)?;
                let number = self.join_queue(&row, &form, network).await?;
                let push = vec![("queueNumber", json!({ "count": number }))];
                Ok(Answer {
                    data: json!({ "count": number }),
                    admit: Some(admit),
                    push,
                    ..Answer::default()
                })
            }
            (_, "visitorJoin") => {
                let row = self.admitted(&text(&data, "token"), &text(&data, "csrf")).await?;
                let admit = self.seated(peer, &row, network)?;
                let data = json!({ "state": row.state, "ticket_id": row.ticket_id });
                Ok(Answer { data, admit: Some(admit), ..Answer::default() })
            }
            (Peer::Visitor { client_id, session, .. }, event) => {
                let row = self.visit_row(*client_id, *session).await?;
                let mut answer = json!({});
                match event {
                    "visitorMessage" => {
                        self.count_message(*session, network)?;
                        let id = text(&data, "id");
                        let uploads: Vec<String> = data["upload_ids"]
                            .as_array()
                            .into_iter()
                            .flatten()
                            .filter_map(|v| v.as_str().map(str::to_owned))
                            .collect();
                        self.write(&row, &id, &text(&data, "text"), &uploads).await?;
                        answer = json!({ "id": id });
                    }
                    "sendTyping" => self.signal(&row, VisitorAct::Typing).await?,
                    "removeTyping" => self.signal(&row, VisitorAct::Stopped).await?,
                    "readMessage" => self.signal(&row, VisitorAct::Read).await?,
                    "endChat" => self.leave(&row).await?,
                    _ => return Err(unknown(event)),
                }
                Ok(Answer::data(answer))
            }
            _ => Err(SocketError::new("unauthorized", "Join with your chat's token first.")),
        }
    }

    /// The visitor that a socket becomes, if the visit is not open in too many windows.
    fn seated(
        &self,
        peer: &Peer,
        row: &store::Row,
        network: &Arc<str>,
    ) -> Result<Peer, SocketError> {
        let (client_id, session) = (row.client_id, row.id);
        if matches!(peer, Peer::Visitor { session: own, .. } if *own == session) {
            return Ok(peer.clone());
        }
        let Some(seat) = self.hub.visit_seat(session, self.limits.sockets_per_visit) else {
            let text = "This chat is open in too many windows. Close one, then try again.";
            return Err(Problem::new(Code::RateLimited, text).retry_after(10).into());
        };
        Ok(Peer::Visitor { client_id, session, network: network.clone(), seat: seat.into() })
    }
}

fn unknown(event: &str) -> SocketError {
    SocketError::new("unsupported", format!("There is no event {event:?}."))
}
