//! What a notification is, and what an event of the log makes of whom it concerns.

use crate::{
    accounts::{self, Person},
    events::Event,
};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The names of the events that concern somebody.
pub(super) const WATCHED: [&str; 8] = [
    "participantChanged",
    "channelDataUpdated",
    "mentioned",
    FOLLOWED,
    INPUT,
    WEBHOOK,
    BREACHED,
    WARNING,
];
const FOLLOWED: &str = "followedNews";
const INPUT: &str = "inputQuarantined";
const WEBHOOK: &str = "webhookGivenUp";
const BREACHED: &str = "slaBreached";
const WARNING: &str = "slaWarning";

/// A tab of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Category {
    Sla,
    Trade,
    System,
}

impl Category {
    pub fn named(name: &str) -> Option<Self> {
        [Self::Sla, Self::Trade, Self::System].into_iter().find(|one| one.name() == name)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Sla => "sla",
            Self::Trade => "trade",
            Self::System => "system",
        }
    }
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Assigned,
    Removed,
    /// A colleague named somebody in a note.
    Mentioned,
    /// Something happened to a ticket that somebody follows.
    Followed,
    /// The breaker stopped the calls into a channel, or its line is down.
    ChannelTrouble,
    /// Somebody has to sign in or to correct the settings.
    ChannelSignIn,
    Quarantined,
    /// An address took nothing for a day and was switched off.
    WebhookOff,
    /// A ticket got no first answer within the time of a label.
    Late,
    /// What an SLA policy promises was not done in time.
    SlaBreached,
    /// Most of the time of an SLA policy has passed.
    SlaWarning,
}

impl Kind {
    pub const ALL: [Self; 11] = [
        Self::Assigned,
        Self::Removed,
        Self::Mentioned,
        Self::Followed,
        Self::ChannelTrouble,
        Self::ChannelSignIn,
        Self::Quarantined,
        Self::WebhookOff,
        Self::Late,
        Self::SlaBreached,
        Self::SlaWarning,
    ];

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Assigned => "assigned",
            Self::Removed => "removed",
            Self::Mentioned => "mentioned",
            Self::Followed => "followed",
            Self::ChannelTrouble => "channel_trouble",
            Self::ChannelSignIn => "channel_sign_in",
            Self::Quarantined => "quarantined",
            Self::WebhookOff => "webhook_off",
            Self::Late => "late",
            Self::SlaBreached => "sla_breached",
            Self::SlaWarning => "sla_warning",
        }
    }

    pub fn category(self) -> Category {
        match self {
            Self::Late | Self::SlaBreached | Self::SlaWarning => Category::Sla,
            _ => Category::System,
        }
    }
}

/// A notification as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(super) struct Row {
    pub id: i64,
    pub category: String,
    pub kind: String,
    pub subject: String,
    pub detail: String,
    pub channel: String,
    pub ticket_number: String,
    pub count: i64,
    pub read_at: Option<i64>,
    pub created_at: i64,
    pub img_uid: String,
    pub img_file: String,
}

/// Where a picture lies: its address is the base of the configuration, the uid and the file's name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct NotificationPicture {
    pub uid: String,
    pub file_name: String,
}

/// A notification as the API shows it. `title` and `body` are English; whoever knows the `type` puts
/// it into other words with `subject`, `detail` and `count`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct Notification {
    pub id: i64,
    pub seen: bool,
    #[serde(rename = "type")]
    pub kind: String,
    /// `sla`, `trade` or `system`.
    pub category: String,
    /// `ticket` or `livechat` where `ticket_number` can be opened, else empty.
    pub channel: String,
    pub ticket_number: String,
    pub title: String,
    pub body: String,
    /// Seconds since the Unix epoch.
    pub ts: i64,
    /// A picture: the photo of the colleague who did it, where there is one.
    pub img: Option<NotificationPicture>,
    pub subject: String,
    pub detail: String,
    pub count: i64,
}

impl From<Row> for Notification {
    fn from(row: Row) -> Self {
        let (title, body) = words(&row);
        let img = NotificationPicture { uid: row.img_uid, file_name: row.img_file };
        Self {
            title,
            body,
            id: row.id,
            seen: row.read_at.is_some(),
            kind: row.kind,
            category: row.category,
            channel: row.channel,
            ticket_number: row.ticket_number,
            ts: row.created_at.div_euclid(1000),
            img: Some(img).filter(|img| !img.uid.is_empty()),
            subject: row.subject,
            detail: row.detail,
            count: row.count,
        }
    }
}

/// Title and body in English.
fn words(row: &Row) -> (String, String) {
    let Row { subject, detail, ticket_number, count, .. } = row;
    let (title, body) = match Kind::named(&row.kind) {
        Some(Kind::Assigned) => {
            ("You have a new ticket", format!("{subject} assigned ticket #{ticket_number} to you."))
        }
        Some(Kind::Removed) => {
            ("You got removed!", "You're not longer a participant in this conversation.".to_owned())
        }
        Some(Kind::Mentioned) => (
            "You were mentioned",
            format!("{subject} mentioned you in ticket #{ticket_number}: {detail}"),
        ),
        Some(Kind::Followed) => (
            "News of a ticket you follow",
            format!("Ticket #{ticket_number}: {}", news(detail, *count)),
        ),
        Some(Kind::ChannelTrouble) => ("A channel is in trouble", format!("{subject}: {detail}")),
        Some(Kind::ChannelSignIn) => {
            ("A channel needs to be authorised again", format!("{subject}: {detail}"))
        }
        Some(Kind::Quarantined) if *count == 1 => {
            ("Input in quarantine", format!("{subject} could not handle an input. It is kept."))
        }
        Some(Kind::Quarantined) => (
            "Inputs in quarantine",
            format!("{subject} could not handle {count} inputs. They are kept."),
        ),
        Some(Kind::WebhookOff) => (
            "A webhook was switched off",
            format!("{subject} took nothing for a day and was switched off."),
        ),
        Some(Kind::Late) => (
            "A ticket waits too long",
            format!("Ticket #{ticket_number} ({subject}) got no answer within {detail} minutes."),
        ),
        Some(Kind::SlaBreached) => (
            "SLA breached",
            format!("The {} of ticket #{ticket_number} is overdue: {subject}", promised(detail)),
        ),
        Some(Kind::SlaWarning) => (
            "SLA due soon",
            format!("The {} of ticket #{ticket_number} is due soon: {subject}", promised(detail)),
        ),
        None => ("", detail.clone()),
    };
    (title.to_owned(), body)
}

/// What happened last, of a detail that is the news' own word, and how much before it.
fn news(detail: &str, count: i64) -> String {
    let last = match detail {
        "message" => "the customer wrote",
        "reply" => "a colleague answered",
        "opened" => "it was opened again",
        "pending" => "it is pending",
        "resolved" => "it was resolved",
        "closed" => "it was closed",
        other => other,
    };
    match count {
        1 => format!("{last}."),
        _ => format!("{last}. That is the last of {count}."),
    }
}

/// What was promised, of a detail that begins with its metric.
fn promised(detail: &str) -> &'static str {
    match detail.split(' ').next() {
        Some("next_reply") => "next reply",
        Some("resolution") => "resolution",
        Some("update") => "update",
        _ => "first reply",
    }
}

/// A notification to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub user_id: i64,
    pub kind: Kind,
    pub subject: String,
    pub detail: String,
    pub channel: &'static str,
    pub ticket_number: String,
    pub count: i64,
    /// What it is folded under while nobody has read it; empty for one that stands alone.
    pub fold: String,
    /// Empty for none.
    pub img: NotificationPicture,
}

/// Text that is stored; a plugin's reason may be long.
const DETAIL_MAX: usize = 500;

/// What these events make, in their order. What falls under the same fold is one for each user.
pub(super) fn drafts(events: &[Event], people: &[Person]) -> Vec<Draft> {
    let mut all: Vec<Draft> = vec![];
    let mut folded: BTreeMap<(i64, String), usize> = BTreeMap::new();
    for draft in events.iter().flat_map(|event| of_event(event, people)) {
        if draft.fold.is_empty() {
            all.push(draft);
            continue;
        }
        match folded.get(&(draft.user_id, draft.fold.clone())) {
            Some(at) => {
                all[*at].count += 1;
                all[*at].detail = draft.detail;
            }
            None => {
                folded.insert((draft.user_id, draft.fold.clone()), all.len());
                all.push(draft);
            }
        }
    }
    all
}

fn of_event(event: &Event, people: &[Person]) -> Vec<Draft> {
    let Ok(data) = serde_json::from_str::<Value>(&event.data) else { return vec![] };
    match &*event.name {
        "participantChanged" => participants(&data, people),
        "channelDataUpdated" => channel(&data["channel"], people),
        "mentioned" => mentioned(&data, people),
        FOLLOWED => followed(&data, people),
        INPUT => {
            let about = (text(&data["name"]), text(&data["code"]));
            let fold = format!("quarantined:{}", data["channel_id"]);
            admins(people, Kind::Quarantined, about, &fold)
        }
        WEBHOOK => {
            let about = (text(&data["url"]), String::new());
            admins(people, Kind::WebhookOff, about, &format!("webhook_off:{}", data["id"]))
        }
        BREACHED => late(&data, Kind::SlaBreached, people),
        WARNING => late(&data, Kind::SlaWarning, people),
        _ => vec![],
    }
}

/// Whoever takes part, and the admins. What a label promised is told in its own words.
fn late(data: &Value, of_policy: Kind, people: &[Person]) -> Vec<Draft> {
    let by_label = data["label_id"].is_i64();
    let (kind, subject, detail) = match by_label {
        true => (Kind::Late, text(&data["label"]), data["minutes"].to_string()),
        false => {
            let detail = format!("{} {}", text(&data["metric"]), text(&data["policy"]));
            (of_policy, text(&data["title"]), detail)
        }
    };
    let assignees = data["assignees"].as_str().unwrap_or_default();
    let takes_part = |person: &Person| assignees.split(',').any(|one| one == person.username);
    people
        .iter()
        .filter(|person| person.admin || takes_part(person))
        .map(|person| Draft {
            user_id: person.id,
            kind,
            subject: subject.clone(),
            detail: detail.clone(),
            channel: if data["livechat"] == true { "livechat" } else { "ticket" },
            ticket_number: data["ticket_number"].to_string(),
            count: 1,
            fold: String::new(),
            img: NotificationPicture::default(),
        })
        .collect()
}

/// Whoever did it knows already.
fn participants(data: &Value, people: &[Person]) -> Vec<Draft> {
    let livechat = data["ticket"]["livechat"] == true;
    let mut all = told_by(data, (Kind::Assigned, &data["added"], livechat), people);
    all.extend(told_by(data, (Kind::Removed, &data["removed"], livechat), people));
    all
}

fn mentioned(data: &Value, people: &[Person]) -> Vec<Draft> {
    let livechat = data["livechat"] == true;
    let all = told_by(data, (Kind::Mentioned, &data["usernames"], livechat), people);
    all.into_iter().map(|draft| Draft { detail: text(&data["text"]), ..draft }).collect()
}

/// What happens to one ticket is one for whoever has not read it yet.
fn followed(data: &Value, people: &[Person]) -> Vec<Draft> {
    let livechat = data["livechat"] == true;
    let all = told_by(data, (Kind::Followed, &data["usernames"], livechat), people);
    all.into_iter()
        .map(|draft| Draft {
            subject: text(&data["title"]),
            detail: text(&data["kind"]),
            fold: format!("followed:{}", data["ticket_id"]),
            ..draft
        })
        .collect()
}

/// What a colleague's act makes for those with these usernames.
fn told_by(
    data: &Value,
    (kind, names, livechat): (Kind, &Value, bool),
    people: &[Person],
) -> Vec<Draft> {
    let by = data["by"].as_str().unwrap_or_default();
    let author = people.iter().find(|p| p.username == by);
    let name = author.map_or(by, |p| p.name.as_str());
    let img = author.and_then(|p| accounts::photo_place(&p.photo)).map_or_else(
        NotificationPicture::default,
        |(uid, file_name)| NotificationPicture {
            uid: uid.to_owned(),
            file_name: file_name.to_owned(),
        },
    );
    let number = match &data["ticket_number"] {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let names: Vec<&str> =
        names.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    people
        .iter()
        .filter(|person| person.username != by && names.contains(&person.username.as_str()))
        .map(|person| Draft {
            user_id: person.id,
            kind,
            subject: name.to_owned(),
            detail: String::new(),
            channel: if livechat { "livechat" } else { "ticket" },
            ticket_number: number.clone(),
            count: 1,
            fold: String::new(),
            img: img.clone(),
        })
        .collect()
}

fn channel(data: &Value, people: &[Person]) -> Vec<Draft> {
    let kind = match data["state"]["status"].as_str() {
        Some("degraded") => Kind::ChannelTrouble,
        Some("auth_failed" | "needs_config") => Kind::ChannelSignIn,
        _ => return vec![],
    };
    let about = (text(&data["name"]), text(&data["state"]["reason"]));
    admins(people, kind, about, &format!("{}:{}", kind.name(), data["id"]))
}

fn admins(
    people: &[Person],
    kind: Kind,
    (subject, detail): (String, String),
    fold: &str,
) -> Vec<Draft> {
    let admins = people.iter().filter(|person| person.admin);
    admins
        .map(|person| Draft {
            user_id: person.id,
            kind,
            subject: subject.clone(),
            detail: detail.clone(),
            channel: "",
            ticket_number: String::new(),
            count: 1,
            fold: fold.to_owned(),
            img: NotificationPicture::default(),
        })
        .collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().chars().take(DETAIL_MAX).collect()
}

/// Reads a list of kinds, each once. None when one of them is unknown.
pub(super) fn kinds(names: &[String]) -> Option<Vec<Kind>> {
    let mut kinds = names.iter().map(|name| Kind::named(name)).collect::<Option<Vec<_>>>()?;
    kinds.sort();
    kinds.dedup();
    Some(kinds)
}
