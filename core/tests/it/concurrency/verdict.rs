//! What has to be true afterwards, whatever happened at once.

use super::{acts::Scene, place::TestDesk};
use axum::http::Method;
use patchbay::{
    db::{Conn, DbResult},
    fetch_all, fetch_one,
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, sqlx::FromRow)]
struct Ticket {
    id: i64,
    thread: String,
    status: i64,
    severity: String,
    assignee: String,
    assignee_ids: String,
    department_id: Option<i64>,
    labels: String,
    snippet: String,
    message_count: i64,
    last_message_id: Option<i64>,
    last_in_id: Option<i64>,
    responded: bool,
    replied_at: Option<i64>,
    snoozed_until: Option<i64>,
}

#[derive(Debug, sqlx::FromRow)]
struct Message {
    id: i64,
    ticket_id: i64,
    direction: String,
    body: String,
    edited: bool,
    deleted: bool,
    external_id: Option<String>,
    notes: String,
    created_at: i64,
    deliveries: i64,
    withdrawals: i64,
}

#[derive(Debug, sqlx::FromRow)]
struct Step {
    ticket_id: i64,
    author: String,
    kind: String,
    was: String,
    became: String,
}

struct AnnouncedEvent {
    seq: i64,
    name: String,
    ticket_id: i64,
    audience: Value,
    data: Value,
}

/// Everything a batch of schedules left behind.
struct Outcome {
    tickets: Vec<Ticket>,
    messages: BTreeMap<i64, Vec<Message>>,
    steps: BTreeMap<i64, Vec<Step>>,
    told: BTreeMap<i64, Vec<AnnouncedEvent>>,
    participants: BTreeMap<i64, BTreeSet<i64>>,
    labels: BTreeMap<i64, BTreeSet<i64>>,
    scheduled: BTreeMap<i64, i64>,
}

/// Where the next batch begins: the newest ticket and event so far.
#[derive(Clone, Copy, Default)]
pub struct Mark {
    ticket: i64,
    seq: i64,
}

impl Mark {
    pub async fn now(place: &TestDesk) -> Self {
        let mut conn = place.db.read().await.expect("connection");
        let (ticket, seq) = fetch_one!(
            &mut conn,
            (i64, i64),
            "select coalesce((select max(id) from tickets), 0),
                    coalesce((select max(seq) from events where client_id = $1), 0)",
            place.client_id,
        )
        .expect("a mark");
        Self { ticket, seq }
    }
}

fn grouped<T>(rows: Vec<T>, key: impl Fn(&T) -> i64) -> BTreeMap<i64, Vec<T>> {
    let mut groups: BTreeMap<i64, Vec<T>> = BTreeMap::new();
    for row in rows {
        groups.entry(key(&row)).or_default().push(row);
    }
    groups
}

fn pairs(rows: Vec<(i64, i64)>) -> BTreeMap<i64, BTreeSet<i64>> {
    let mut groups: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
    for (key, value) in rows {
        groups.entry(key).or_default().insert(value);
    }
    groups
}

async fn left(conn: &mut Conn, client: i64, since: Mark) -> DbResult<Outcome> {
    let tickets = fetch_all!(
        conn,
        Ticket,
        "select id, thread, status, severity, assignee, assignee_ids, department_id, labels, snippet,
                message_count, last_message_id, last_in_id, responded, replied_at, snoozed_until
           from tickets where client_id = $1 and id > $2 order by id",
        client,
        since.ticket,
    )?;
    let messages = fetch_all!(
        conn,
        Message,
        "select m.id, m.ticket_id, m.direction, m.body, m.external_id, m.notes,
                m.edited_at is not null as edited, m.deleted_at is not null as deleted,
                m.created_at,
                (select count(*) from deliveries d where d.message_id = m.id) as deliveries,
                (select count(*) from message_edits e
                  where e.message_id = m.id and e.kind = 'delete') as withdrawals
           from messages m where m.client_id = $1 and m.ticket_id > $2 order by m.id",
        client,
        since.ticket,
    )?;
    let steps = fetch_all!(
        conn,
        Step,
        "select ticket_id, author, kind, was, became from ticket_history
          where client_id = $1 and ticket_id > $2 order by id",
        client,
        since.ticket,
    )?;
    let told = fetch_all!(
        conn,
        (i64, String, Option<i64>, String, String),
        "select seq, name, ticket_id, audience, data from events
          where client_id = $1 and seq > $2 order by seq",
        client,
        since.seq,
    )?;
    let seqs: Vec<i64> = told.iter().map(|row| row.0).collect();
    let whole: Vec<i64> = (since.seq + 1..).take(seqs.len()).collect();
    assert_eq!(seqs, whole, "the log has no gap");
    let told = told.into_iter().filter_map(|(seq, name, ticket_id, audience, data)| {
        let read = |text: &str| serde_json::from_str(text).expect("JSON");
        let (audience, data) = (read(&audience), read(&data));
        Some(AnnouncedEvent { seq, name, ticket_id: ticket_id?, audience, data })
    });
    let participants = fetch_all!(
        conn,
        (i64, i64),
        "select ticket_id, user_id from participants where client_id = $1 and ticket_id > $2",
        client,
        since.ticket,
    )?;
    let labels = fetch_all!(
        conn,
        (i64, i64),
        "select ticket_id, label_id from ticket_labels where client_id = $1 and ticket_id > $2",
        client,
        since.ticket,
    )?;
    let scheduled = fetch_all!(
        conn,
        (i64, i64),
        "select ticket_id, count(*) from scheduled_replies where client_id = $1 and ticket_id > $2
          group by ticket_id",
        client,
        since.ticket,
    )?;
    Ok(Outcome {
        tickets,
        messages: grouped(messages, |row| row.ticket_id),
        steps: grouped(steps, |row| row.ticket_id),
        told: grouped(told.collect(), |row| row.ticket_id),
        participants: pairs(participants),
        labels: pairs(labels),
        scheduled: scheduled.into_iter().collect(),
    })
}

/// Judges a batch of schedules that ran since the mark.
pub async fn judge(place: &TestDesk, scenes: &[Scene], since: Mark) {
    let mut conn = place.db.read().await.expect("connection");
    let left = left(&mut conn, place.client_id, since).await.expect("read");
    orphans(&mut conn, place).await;
    drop(conn);
    for scene in scenes {
        let mut wrong = vec![];
        let own: Vec<&Ticket> =
            left.tickets.iter().filter(|ticket| ticket.thread == scene.thread).collect();
        for ticket in &own {
            one(ticket, &left, &mut wrong);
            screen(place, ticket, &left, &mut wrong).await;
        }
        all(scene, &own, &left, &mut wrong);
        let log = scene.known.lock().log.clone();
        assert!(
            wrong.is_empty(),
            "seed {}: replay it with PATCHBAY_SCHEDULES_FROM={}\n{}\n{log}{own:#?}",
            scene.seed,
            scene.seed,
            wrong.join("\n"),
        );
    }
}

/// Rows that point to what is not there, and work that is there without its reason or not at all.
async fn orphans(conn: &mut Conn, place: &TestDesk) {
    let lost = fetch_all!(
        conn,
        (String, i64),
        "select 'answer', m.id from messages m
          where m.client_id = $1 and m.reply_id is not null
            and not exists (select 1 from messages o where o.id = m.reply_id and o.ticket_id = m.ticket_id)
         union all
         select 'label', l.ticket_id from ticket_labels l
          where l.client_id = $1 and not exists (select 1 from tickets t where t.id = l.ticket_id)
         union all
         select 'read', r.ticket_id from ticket_reads r
          where r.client_id = $1 and not exists (
                select 1 from messages m where m.ticket_id = r.ticket_id and m.id = r.read_to
                    and m.direction = 'in')
         union all
         select 'unsent answer', s.id from scheduled_replies s
          where s.client_id = $1 and s.error is null and not exists (
                select 1 from jobs j where j.client_id = $1 and j.kind = 'tickets.send'
                    and j.key = cast(s.id as text) and j.run_at = s.send_at)
         union all
         select 'sleeper', t.id from tickets t
          where t.client_id = $1 and t.snoozed_until is not null and not exists (
                select 1 from jobs j where j.client_id = $1 and j.kind = 'tickets.wake'
                    and j.run_at = t.snoozed_until
                    and j.key = cast(t.id as text) || ' ' || cast(t.snoozed_until as text))
         union all
         select 'due in a line', d.id
           from (select * from ticket_lines_due except select * from ticket_lines) d
          where d.client_id = $1
         union all
         select 'left in a line', f.id
           from (select * from ticket_lines except select * from ticket_lines_due) f
          where f.client_id = $1
         union all
         select 'aside and not pending', t.id from tickets t
          where t.client_id = $1 and t.snoozed_until is not null and t.status <> 1
         limit 10",
        place.client_id,
    )
    .expect("read");
    assert!(lost.is_empty(), "{lost:?}");
}

/// A ticket's copies equal what they are copies of, and its history tells how it came about.
fn one(ticket: &Ticket, left: &Outcome, wrong: &mut Vec<String>) {
    let none = BTreeSet::new();
    let id = ticket.id;
    let mut check = |what: &str, is: String, should: String| {
        if is != should {
            wrong.push(format!("ticket {id}: {what} is {is}, and should be {should}"));
        }
    };
    let listed: BTreeSet<i64> =
        ticket.assignee_ids.split(',').filter_map(|id| id.parse().ok()).collect();
    let rows = left.participants.get(&id).unwrap_or(&none);
    check("the list of participants", format!("{listed:?}"), format!("{rows:?}"));
    let listed: BTreeSet<i64> = serde_json::from_str(&ticket.labels).expect("a list");
    let rows = left.labels.get(&id).unwrap_or(&none);
    check("the list of labels", format!("{listed:?}"), format!("{rows:?}"));

    let (nothing, no_steps) = (vec![], vec![]);
    let messages = left.messages.get(&id).unwrap_or(&nothing);
    let said: Vec<&Message> = messages.iter().filter(|m| m.direction != "system").collect();
    check("the count", ticket.message_count.to_string(), said.len().to_string());
    let last = said.last();
    check(
        "the newest",
        format!("{:?}", ticket.last_message_id),
        format!("{:?}", last.map(|m| m.id)),
    );
    let inbound = said.iter().rfind(|m| m.direction == "in").map(|m| m.id);
    check("the customer's newest", format!("{:?}", ticket.last_in_id), format!("{inbound:?}"));
    let answered = last.is_some_and(|m| m.direction == "out");
    check("answered", ticket.responded.to_string(), answered.to_string());
    let first = said.iter().find(|m| m.direction == "out").map(|m| m.created_at);
    check("the first answer", format!("{:?}", ticket.replied_at), format!("{first:?}"));
    for message in &said {
        let out = i64::from(message.direction == "out");
        check("deliveries", message.deliveries.to_string(), out.to_string());
        if message.withdrawals > 1 {
            check("withdrawals", message.withdrawals.to_string(), "one".into());
        }
    }

    let steps = left.steps.get(&id).unwrap_or(&no_steps);
    let snoozed = ticket.snoozed_until.map(utc).unwrap_or_default();
    let department = ticket.department_id.map(|id| id.to_string()).unwrap_or_default();
    for (kind, first, now) in [
        ("status", Some("0"), ticket.status.to_string()),
        ("participants", Some(""), ticket.assignee.clone()),
        ("labels", Some("[]"), ticket.labels.clone()),
        ("department", Some(""), department),
        // A ticket opens with the severity of its sender.
        ("severity", None, ticket.severity.clone()),
        ("snooze", Some(""), snoozed),
    ] {
        let mut at = first.map(str::to_owned);
        for step in steps.iter().filter(|step| step.kind == kind) {
            if let Some(at) = at {
                check(&format!("{kind} before a step"), step.was.clone(), at);
            }
            at = Some(step.became.clone());
        }
        if let Some(at) = at {
            check(&format!("{kind} at the end of the history"), at, now);
        }
    }
    let count = |kind: &str| steps.iter().filter(|step| step.kind == kind).count();
    let lines = |words: &[&str]| {
        let fits = |m: &&Message| words.iter().any(|word| m.body.contains(word));
        messages.iter().filter(|m| m.direction == "system").filter(fits).count()
    };
    let turned = lines(&["set this ticket to", "so this ticket is open", "so it is open"]);
    check("lines of statuses", turned.to_string(), count("status").to_string());
    let given = lines(&["assigned this ticket", "free for everybody"]);
    check("lines of participants", given.to_string(), count("participants").to_string());
    if ticket.status != 0 {
        let line = messages.iter().rfind(|m| m.body.contains("set this ticket to"));
        let unseen = inbound.filter(|inbound| line.is_none_or(|line| *inbound > line.id));
        check("what came after the end", format!("{unseen:?}"), "None".into());
    }
}

fn notes(stored: &str) -> i64 {
    let list: Value = serde_json::from_str(stored).expect("a list");
    i64::try_from(list.as_array().map_or(0, Vec::len)).expect("few")
}

fn utc(ms: i64) -> String {
    let format = time::macros::format_description!("[year]-[month]-[day] [hour]:[minute]:[second]");
    let at = time::OffsetDateTime::from_unix_timestamp(ms / 1000).expect("a time");
    at.format(format).expect("a text")
}

/// Who applied every event shows what is stored.
async fn screen(place: &TestDesk, ticket: &Ticket, left: &Outcome, wrong: &mut Vec<String>) {
    let (id, nothing) = (ticket.id, vec![]);
    let told = left.told.get(&id).unwrap_or(&nothing);
    let mut say = |text: String| wrong.push(format!("ticket {id}: {text}"));
    let named = |name: &'static str| told.iter().filter(move |event| event.name == name);
    let opened = named("createTicket").count();
    if opened != 1 {
        say(format!("opened {opened} times"));
    }
    let announced: Vec<i64> =
        named("newMessage").filter_map(|event| event.data["message"]["id"].as_i64()).collect();
    let own = || left.messages.get(&id).into_iter().flatten();
    let stored: Vec<i64> = own().map(|m| m.id).collect();
    let mut each = announced.clone();
    each.sort_unstable();
    // A line that goes with a message may be told of first.
    let lines = |id: &&i64| own().any(|m| m.id == **id && m.direction == "system");
    let said: Vec<&i64> = announced.iter().filter(|id| !lines(id)).collect();
    if each != stored || !said.is_sorted() {
        say(format!("announced {announced:?}, stored {stored:?}"));
    }
    let steps = left.steps.get(&id).map_or(&[][..], Vec::as_slice);
    for (kind, name, key) in [
        ("status", "ticketStatusChanged", "status"),
        ("severity", "ticketSeverityChanged", "severity"),
        ("department", "ticketDepartmentChanged", "department_id"),
        ("labels", "ticketLabelsChanged", "label"),
    ] {
        let heard: Vec<(String, String)> = named(name)
            .map(|event| {
                let value = &event.data[key];
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                let by = event.data["by"].as_str().unwrap_or_default().to_owned();
                (if value.is_null() { String::new() } else { text }, by)
            })
            .collect();
        let done: Vec<(String, String)> = steps
            .iter()
            .filter(|step| step.kind == kind)
            .map(|step| (step.became.clone(), step.author.clone()))
            .collect();
        if heard != done {
            say(format!("{name} said {heard:?}, done was {done:?}"));
        }
    }
    if let Some(event) = named("ticketSnoozed").next_back()
        && event.data["snoozed_until"].as_i64() != ticket.snoozed_until
    {
        say(format!("aside until {:?}, and told {}", ticket.snoozed_until, event.data));
    }
    if let Some(shown) = told.iter().rev().find_map(|event| event.data.get("ticket")) {
        let is = |key: &str| shown[key].as_str().unwrap_or_default().to_owned();
        let shown = (shown["closed"].as_i64(), is("severity"), is("assignee"), is("label"));
        let own = (ticket.severity.clone(), ticket.assignee.clone(), ticket.labels.clone());
        let own = (Some(ticket.status), own.0, own.1, own.2);
        if shown != own {
            say(format!("shown as {shown:?}, stored as {own:?}"));
        }
    }
    audiences(told, &mut say);
    messages(place, id, told, &mut say).await;
}

/// Everybody who may see a ticket hears of it, and nobody else.
fn audiences(told: &[AnnouncedEvent], say: &mut impl FnMut(String)) {
    let users = |event: &AnnouncedEvent| -> Option<BTreeSet<i64>> {
        let all = event.audience["all"].as_bool().unwrap_or(false);
        let list = event.audience["users"].as_array().cloned().unwrap_or_default();
        (!all).then(|| list.iter().filter_map(Value::as_i64).collect())
    };
    let told: Vec<&AnnouncedEvent> =
        told.iter().filter(|event| event.name != "draftChanged").collect();
    let mut now: Option<BTreeSet<i64>> = None;
    for (at, event) in told.iter().enumerate() {
        if event.name == "participantChanged" {
            continue;
        }
        let turns = told.get(at + 1).is_some_and(|next| next.name == "participantChanged");
        let turns = turns && event.data["message"]["direction"] == "system";
        if turns {
            now = users(event);
        } else if users(event) != now && event.name != "messageState" {
            // What the provider says of a message is told to those who took part when it was heard.
            let (name, to) = (&event.name, users(event));
            say(format!("event {} {name} went to {to:?}, the ticket is {now:?}'s", event.seq));
        }
    }
}

/// The last that was told of a message is what the API shows of it, and what is gone stays gone.
async fn messages(
    place: &TestDesk,
    id: i64,
    told: &[AnnouncedEvent],
    say: &mut impl FnMut(String),
) {
    let mut shown: BTreeMap<i64, Value> = BTreeMap::new();
    let mut gone: BTreeSet<i64> = BTreeSet::new();
    for event in told {
        if event.name == "messageState" {
            let at = event.data["message_id"].as_i64().and_then(|id| shown.get_mut(&id));
            if let Some(message) = at {
                for key in ["state", "sendStatus", "error", "retry_at"] {
                    message[key] = event.data[key].clone();
                }
            }
        }
        let Some(message) = event.data.get("message").filter(|m| m.is_object()) else { continue };
        let of = message["id"].as_i64().expect("an id");
        let about = matches!(event.name.as_str(), "syncDelete" | "addPin" | "addReaction");
        if about && gone.contains(&of) {
            say(format!("{} of message {of}, which was gone", event.name));
        }
        if event.name == "syncDelete" {
            gone.insert(of);
        }
        shown.insert(of, message.clone());
    }
    let path = format!("/api/ticket/data/{id}/0");
    let (status, days) = place.call(2, Method::GET, &path, None).await;
    assert_eq!(status, 200, "{days}");
    let days = days.as_array().expect("days").iter();
    for message in days.flat_map(|day| day["messages"].as_array().into_iter().flatten()) {
        let of = message["id"].as_i64().expect("an id");
        let (mut is, mut was) = (message.clone(), shown.remove(&of).unwrap_or_default());
        for view in [&mut is, &mut was] {
            view["reply"] = Value::Null;
        }
        if is != was {
            let keys = is.as_object().expect("an object").iter();
            let other: Vec<String> = keys
                .filter(|(key, value)| was[*key] != **value)
                .map(|(key, value)| format!("{key}: told {} stored {value}", was[key]))
                .collect();
            say(format!("message {of} was told otherwise: {}", other.join(", ")));
        }
    }
}

/// Nothing that was acknowledged is lost, and nothing is there twice.
fn all(scene: &Scene, own: &[&Ticket], left: &Outcome, wrong: &mut Vec<String>) {
    let known = scene.known.lock();
    let messages: Vec<&Message> =
        own.iter().filter_map(|t| left.messages.get(&t.id)).flatten().collect();
    let said: BTreeSet<i64> =
        messages.iter().filter(|m| m.direction != "system").map(|m| m.id).collect();
    let acknowledged: BTreeSet<i64> = known.acknowledged.iter().map(|m| m.0).collect();
    if said != acknowledged {
        wrong.push(format!("acknowledged {acknowledged:?}, stored {said:?}"));
    }
    let mut externals = BTreeSet::new();
    for message in messages.iter().filter(|m| m.direction == "in") {
        if !externals.insert(message.external_id.clone()) {
            wrong.push(format!("{:?} is stored twice", message.external_id));
        }
    }
    for ticket in own {
        let mut newest = left.messages.get(&ticket.id).into_iter().flatten();
        let newest = newest.rfind(|m| m.direction != "system");
        let said = |id: i64| known.acknowledged.iter().find(|known| known.0 == id);
        let line = newest.map(|m| match (m.deleted, m.edited) {
            (true, _) => "",
            (false, true) => m.body.as_str(),
            (false, false) => said(m.id).map_or("nothing", |known| known.1.as_str()),
        });
        if line != Some(ticket.snippet.as_str()) {
            wrong.push(format!("the list says {:?} instead of {line:?}", ticket.snippet));
        }
    }
    let open = own.iter().filter(|ticket| ticket.status != 3).count();
    if open > 1 {
        wrong.push(format!("{open} open tickets of one conversation"));
    }
    let steps = |who: &str, status: i64| {
        let became = status.to_string();
        let steps = own.iter().filter_map(|t| left.steps.get(&t.id)).flatten();
        steps.filter(|s| s.kind == "status" && s.author == who && s.became == became).count()
    };
    for (who, status) in &known.statuses {
        let claimed = known.statuses.iter().filter(|one| *one == &(*who, *status)).count();
        if steps(who, *status) < claimed {
            wrong.push(format!("{who} set {status} {claimed} times, and the history forgot it"));
        }
    }
    let noted: i64 = messages.iter().map(|m| notes(&m.notes)).sum();
    if noted != known.noted {
        wrong.push(format!("{noted} notes, and {} were acknowledged", known.noted));
    }
    let waiting: i64 = own.iter().filter_map(|t| left.scheduled.get(&t.id)).sum();
    let sent =
        i64::try_from(known.scheduled.len()).expect("few") - known.called_back - known.sent_now;
    if waiting != sent {
        wrong.push(format!("{waiting} answers wait, and {sent} should"));
    }
}
