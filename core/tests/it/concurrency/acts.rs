//! What people, the customer and the provider do, and what was answered.

use super::place::{PEOPLE, TestDesk};
use axum::http::Method;
use parking_lot::Mutex;
use patchbay::{
    contacts::{Contact, Person, resolve},
    db::DbError,
    http::Code,
    ids::Ids,
    tickets::{
        Hop, Inbound, InboundReaction, IntakeOutcome, ListKind, StateChange, Viewer, change_state,
        edit_inbound, intake, note_external, react_inbound,
    },
};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// An act. Which message it is about is counted from the newest one that is known.
#[derive(Clone, Debug)]
pub enum Act {
    Reply {
        seen: bool,
        status: Option<i64>,
    },
    Later,
    CallBack,
    SendNow,
    Note(usize),
    RemoveNote(usize),
    Pin(usize, bool),
    React(usize, Option<&'static str>),
    Edit(usize),
    Delete(usize),
    Status(i64, bool),
    Severity(&'static str, bool),
    Snooze(Option<i64>),
    Labels(Vec<usize>),
    Department(Option<usize>),
    Participants(Vec<usize>),
    Read,
    Draft(bool),
    Retry(usize),
    /// The customer writes; the same number again is the same message, brought twice.
    Write(u64),
    Alter(usize),
    Unsend(usize),
    Smile(usize),
    /// What the provider says of a message of ours.
    State(usize, &'static str),
}

impl Act {
    pub fn of_agent(dice: &Ids) -> Self {
        let at = usize::try_from(dice.below(3)).expect("small");
        let yes = dice.below(2) == 0;
        let some = |n: u64| (0..usize::try_from(n).expect("small")).filter(|_| dice.below(2) == 0);
        match dice.below(26) {
            0..=2 => Self::Reply { seen: yes, status: None },
            3 => Self::Reply { seen: yes, status: Some(3) },
            4 => Self::Later,
            5 => Self::CallBack,
            6 => Self::SendNow,
            7 => Self::Note(at),
            8 => Self::RemoveNote(at),
            9 => Self::Pin(at, true),
            10 => Self::Pin(at, false),
            11 => Self::React(at, yes.then_some("👍")),
            12 => Self::Edit(at),
            13 | 14 => Self::Delete(at),
            15 => Self::Status(3, yes),
            16 => Self::Status(0, false),
            17 => Self::Status(1 + i64::from(yes), false),
            18 => Self::Severity(["H", "M", ""][at], yes),
            19 => Self::Snooze(yes.then_some(3_600_000 + 1000 * i64::from(at == 0))),
            20 => Self::Labels(some(3).collect()),
            21 => Self::Department([None, Some(0), Some(1)][at]),
            22 | 23 => Self::Participants(some(2).collect()),
            24 => {
                if yes {
                    Self::Read
                } else {
                    Self::Draft(at == 0)
                }
            }
            _ => Self::Retry(at),
        }
    }

    pub fn of_customer(dice: &Ids, number: u64) -> Self {
        let at = usize::try_from(dice.below(2)).expect("small");
        match dice.below(8) {
            0 => Self::Alter(at),
            1 => Self::Unsend(at),
            2 => Self::Smile(at),
            _ => Self::Write(number),
        }
    }

    pub fn of_provider(dice: &Ids) -> Self {
        let at = usize::try_from(dice.below(2)).expect("small");
        Self::State(
            at,
            ["sent", "sent", "delivered", "read", "failed"]
                [usize::try_from(dice.below(5)).expect("small")],
        )
    }
}

/// One conversation of a schedule.
pub struct Scene {
    pub seed: u64,
    pub thread: String,
    pub contact: Contact,
    pub known: Mutex<AnsweredIds>,
}

/// What was answered so far.
#[derive(Default)]
pub struct AnsweredIds {
    pub ticket: i64,
    /// Ours, and the customer's with what the provider calls them; the newest last.
    pub ours: Vec<i64>,
    pub theirs: Vec<(i64, String)>,
    pub notes: Vec<(i64, i64)>,
    pub scheduled: Vec<i64>,
    /// Messages that were acknowledged: id and text.
    pub acknowledged: Vec<(i64, String)>,
    /// Who set which status, where that was a change.
    pub statuses: Vec<(&'static str, i64)>,
    pub noted: i64,
    pub called_back: i64,
    pub sent_now: i64,
    /// What happened, for who has to understand it.
    pub log: String,
}

fn back<T: Clone>(list: &[T], at: usize) -> Option<T> {
    list.len().checked_sub(1 + at).and_then(|place| list.get(place)).cloned()
}

impl Scene {
    /// A customer who wrote, and got an answer that was sent.
    pub async fn open(place: &TestDesk, seed: u64) -> Self {
        let thread = format!("thread {seed}");
        let person = Person {
            scope: format!("channel:{}", place.channel_id),
            // Four conversations have the same sender.
            external_id: format!("person {}", seed / 4),
            display: "Mei".into(),
            ..Person::default()
        };
        let mut tx = place.db.begin().await.expect("begun");
        let now = place.clock.now_ms();
        let known = resolve(&mut tx, &place.ids, place.client_id, now, &person).await;
        tx.commit().await.expect("committed");
        let contact = known.expect("a contact").contact;
        let scene = Self { seed, thread, contact, known: Mutex::default() };
        scene.act(place, 0, &Act::Write(0)).await;
        scene.act(place, 0, &Act::Reply { seen: false, status: None }).await;
        scene.act(place, 0, &Act::State(0, "sent")).await;
        scene
    }

    fn message(&self, at: usize) -> Option<i64> {
        let known = self.known.lock();
        // The customer's newest, then ours from the newest on.
        if at == 0 { back(&known.theirs, 0).map(|m| m.0) } else { back(&known.ours, at - 1) }
    }

    /// Does an act and notes what was answered.
    pub async fn act(&self, place: &TestDesk, who: usize, act: &Act) {
        let said = match act {
            Act::Write(number) => self.write(place, *number).await,
            Act::Alter(at) => self.change(place, *at, Some("Altered")).await,
            Act::Unsend(at) => self.change(place, *at, None).await,
            Act::Smile(at) => self.smile(place, *at).await,
            Act::State(at, state) => self.state(place, *at, state).await,
            Act::Read => Ok(self.read(place, who).await),
            _ => Ok(self.agent(place, who, act).await),
        };
        let mut known = self.known.lock();
        let _ = writeln!(known.log, "  {} {act:?}: {said:?}", PEOPLE[who]);
        assert!(said.is_ok(), "seed {}: {act:?}: {said:?}\n{}", self.seed, known.log);
    }

    async fn agent(&self, place: &TestDesk, who: usize, act: &Act) -> String {
        let ticket = self.known.lock().ticket;
        let unknown = 987_650_001_i64;
        let message = |at: usize| self.message(at).unwrap_or(unknown);
        let (put, post, delete) = (Method::PUT, Method::POST, Method::DELETE);
        let text = format!("Answer {}", place.ids.token(10));
        let newest = || {
            let known = self.known.lock();
            let last = known.acknowledged.iter().map(|m| m.0).max();
            last.unwrap_or(0)
        };
        let names = |list: &[usize]| list.iter().map(|at| PEOPLE[*at]).collect::<Vec<_>>();
        let now = place.clock.now_ms();
        let (method, path, body) = match act {
            Act::Reply { seen, status } => {
                let queue = place.ids.token(12);
                let mut body = json!({ "ticket_id": ticket, "message": text, "queue_id": queue });
                if *seen {
                    body["seen_id"] = newest().into();
                    body["seen_status"] = 0.into();
                }
                if let Some(status) = status {
                    body["closed"] = (*status).into();
                }
                (post, "/api/ticket/message/reply".to_owned(), Some(body))
            }
            Act::Later => {
                let queue = place.ids.token(12);
                let body = json!({
                    "ticket_id": ticket, "message": text, "queue_id": queue, "send_in": 600,
                });
                (post, "/api/ticket/message/reply".to_owned(), Some(body))
            }
            Act::CallBack | Act::SendNow => {
                let id = back(&self.known.lock().scheduled, 0).unwrap_or(unknown);
                match act {
                    Act::CallBack => (delete, format!("/api/scheduled/{id}"), None),
                    _ => (post, format!("/api/scheduled/{id}/send"), Some(json!({}))),
                }
            }
            Act::Note(at) => {
                let path = format!("/api/messages/{}/notes", message(*at));
                (post, path, Some(json!({ "text": "Call back" })))
            }
            Act::RemoveNote(at) => {
                let (message, note) = back(&self.known.lock().notes, *at).unwrap_or((unknown, 1));
                (delete, format!("/api/messages/{message}/notes/{note}"), None)
            }
            Act::Pin(at, on) => {
                let path = format!("/api/messages/{}/pin", message(*at));
                (if *on { put } else { delete }, path, None)
            }
            Act::React(at, emoji) => {
                let path = format!("/api/messages/{}/reaction", message(*at));
                (put, path, Some(json!({ "emoji": emoji })))
            }
            Act::Edit(at) => {
                let path = format!("/api/messages/{}", message(at + 1));
                (Method::PATCH, path, Some(json!({ "text": text })))
            }
            Act::Delete(at) => {
                let body = json!({ "ticket_id": ticket, "message_id": message(*at) });
                (post, "/api/ticket/message/delete".to_owned(), Some(body))
            }
            Act::Status(status, seen) => {
                let mut body = json!({ "ticket_id": ticket, "status": status });
                if *seen {
                    body["seen_id"] = newest().into();
                }
                (post, "/api/ticket/message".to_owned(), Some(body))
            }
            Act::Severity(severity, sender) => {
                let kind = if *sender { "" } else { "ticket" };
                let body = json!({ "id": ticket, "priority": severity, "type": kind });
                (post, "/api/ticket/priority".to_owned(), Some(body))
            }
            Act::Snooze(after) => {
                let until = after.map(|after| now + after);
                let path = format!("/api/tickets/{ticket}/snooze");
                (put, path, Some(json!({ "until": until })))
            }
            Act::Labels(list) => {
                let ids: Vec<i64> = list.iter().map(|at| place.labels[*at]).collect();
                let body = json!({ "ticket_id": ticket, "label": ids });
                (post, "/api/ticket/label".to_owned(), Some(body))
            }
            Act::Department(at) => {
                let id = at.map(|at| place.departments[at]);
                let body = json!({ "ticket_id": ticket, "department_id": id });
                (post, "/api/ticket/department".to_owned(), Some(body))
            }
            Act::Participants(list) => {
                let path = format!("/api/tickets/{ticket}/participants");
                (put, path, Some(json!({ "participants": names(list) })))
            }
            Act::Draft(some) => {
                let draft = some.then(|| json!({ "text": text }));
                let path = format!("/api/tickets/{ticket}/draft");
                (put, path, Some(json!({ "draft": draft, "tab": "t" })))
            }
            Act::Retry(at) => {
                (post, format!("/api/messages/{}/retry", message(at + 1)), Some(json!({})))
            }
            Act::Write(_)
            | Act::Alter(_)
            | Act::Unsend(_)
            | Act::Smile(_)
            | Act::State(..)
            | Act::Read => unreachable!("done without the API"),
        };
        let (status, answer) = place.call(who, method, &path, body).await;
        let clear = matches!(status, 200 | 201)
            || matches!(status, 403 | 404 | 409)
                && answer["error"]["message"].as_str().is_some_and(|text| !text.is_empty());
        let mut known = self.known.lock();
        assert!(clear, "seed {}: {act:?}: {status} {answer}\n{}", self.seed, known.log);
        if status < 300 {
            known.learn(PEOPLE[who], act, &answer, &text);
        }
        format!("{status} {}", answer["error"]["code"].as_str().unwrap_or_default())
    }

    /// Sockets say what was read.
    async fn read(&self, place: &TestDesk, who: usize) -> String {
        let viewer = Viewer {
            client_id: place.client_id,
            user_id: place.users[who],
            username: PEOPLE[who].into(),
            name: PEOPLE[who].into(),
            admin: who == 2,
            view_all: false,
        };
        let ticket = self.known.lock().ticket;
        match place.tickets.mark_read(&viewer, ticket, None).await {
            Ok(to) => format!("read to {to}"),
            Err(problem) => {
                assert_eq!(problem.code(), Code::Forbidden, "seed {}", self.seed);
                "forbidden".into()
            }
        }
    }

    /// What the channel hands in when the customer writes.
    pub fn inbound(&self, place: &TestDesk, number: u64) -> Inbound {
        let now = place.clock.now_ms();
        Inbound {
            client_id: place.client_id,
            channel: "line".into(),
            channel_id: place.channel_id,
            account_name: "Line".into(),
            kind: ListKind::Ticket,
            thread: self.thread.clone(),
            contact: self.contact.clone(),
            scope: format!("channel:{}", place.channel_id),
            sender: self.thread.clone(),
            external_id: format!("{}-{number}", self.seed),
            subject: None,
            text: format!("Question {number}"),
            html: None,
            reply_to: None,
            references: vec![],
            verified_ticket: None,
            files: vec![],
            automatic: false,
            line: None,
            own_side: None,
            extras: json!({}),
            session_id: None,
            assignee: None,
            sent_at: now,
            now,
            hops: vec![],
        }
    }

    async fn write(&self, place: &TestDesk, number: u64) -> Result<String, DbError> {
        let inbound = self.inbound(place, number);
        let (external_id, text) = (inbound.external_id.clone(), inbound.text.clone());
        let mut tx = place.db.begin().await?;
        let taken = intake(&mut tx, &inbound).await?;
        tx.commit().await?;
        if let IntakeOutcome::Stored { ticket_id, message_id, .. } = taken {
            let mut known = self.known.lock();
            if known.ticket == 0 {
                known.ticket = ticket_id;
            }
            known.theirs.push((message_id, external_id));
            known.acknowledged.push((message_id, text));
        }
        Ok(format!("{taken:?}"))
    }

    async fn change(
        &self,
        place: &TestDesk,
        at: usize,
        text: Option<&str>,
    ) -> Result<String, DbError> {
        let Some((_, external)) = back(&self.known.lock().theirs, at) else {
            return Ok("-".into());
        };
        let (client, channel, now) = (place.client_id, place.channel_id, place.clock.now_ms());
        let mut tx = place.db.begin().await?;
        let gone = text.is_none();
        let known = edit_inbound(&mut tx, client, channel, &external, text, gone, now).await?;
        tx.commit().await?;
        Ok(format!("{known}"))
    }

    async fn smile(&self, place: &TestDesk, at: usize) -> Result<String, DbError> {
        let Some((_, external)) = back(&self.known.lock().theirs, at) else {
            return Ok("-".into());
        };
        let now = place.clock.now_ms();
        let mut tx = place.db.begin().await?;
        let reaction = InboundReaction {
            client_id: place.client_id,
            channel_id: place.channel_id,
            external_id: &external,
            person: "mei",
            name: "Mei",
            emoji: Some("🎉"),
            at_ms: now,
            now,
        };
        let known = react_inbound(&mut tx, &reaction).await?;
        tx.commit().await?;
        Ok(format!("{known}"))
    }

    async fn state(&self, place: &TestDesk, at: usize, state: &str) -> Result<String, DbError> {
        let Some(id) = back(&self.known.lock().ours, at) else { return Ok("-".into()) };
        let mut tx = place.db.begin().await?;
        let failed = state == "failed";
        let hop = Hop {
            name: state.into(),
            at_ms: place.clock.now_ms(),
            took_us: 0,
            detail: String::new(),
        };
        let change = StateChange {
            state,
            error_code: failed.then_some("line.refused"),
            error_message: failed.then_some("No."),
            retry_at: None,
            hop,
        };
        let moved = change_state(&mut tx, place.client_id, id, &change).await?;
        if state == "sent" && moved {
            let external = format!("ours {id}");
            note_external(&mut tx, place.client_id, place.channel_id, id, &external).await?;
        }
        tx.commit().await?;
        Ok(format!("{moved}"))
    }
}

impl AnsweredIds {
    fn learn(&mut self, who: &'static str, act: &Act, answer: &Value, text: &str) {
        let id = || answer["id"].as_i64().expect("an id");
        match act {
            Act::Reply { .. } => {
                self.ours.push(id());
                self.acknowledged.push((id(), text.to_owned()));
            }
            Act::Later => {
                let list = answer["scheduled"].as_array().expect("what waits");
                let mine = list.iter().find(|one| one["message"] == text).expect("mine");
                self.scheduled.push(mine["id"].as_i64().expect("an id"));
            }
            Act::SendNow => {
                let id = answer["data"]["id"].as_i64().expect("an id");
                let text = answer["data"]["message"].as_str().expect("a text").to_owned();
                self.ours.push(id);
                self.acknowledged.push((id, text));
                self.sent_now += 1;
            }
            Act::CallBack => self.called_back += 1,
            Act::Note(_) => {
                let message = answer["data"]["id"].as_i64().expect("an id");
                self.notes.push((message, id()));
                self.noted += 1;
            }
            Act::RemoveNote(_) => self.noted -= 1,
            Act::Status(status, _) if !answer["id"].is_null() => {
                self.statuses.push((who, *status));
            }
            _ => {}
        }
    }
}
