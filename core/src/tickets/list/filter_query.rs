//! The filter and the sort order of a list, as its address and a saved view write them.

use crate::{
    days,
    http::Problem,
    tickets::{
        Sort, TicketFilter, WANTED_MAX,
        list::filter::{ALWAYS, AppointmentWanted, DueWanted, Span},
        model::{Filter, ListKind},
    },
};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const CHANNELS_MAX: usize = 100;
const CHANNEL_LEN_MAX: usize = 64;

/// The parameters of the list's call. An empty one is as good as none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct FilterQuery {
    #[serde(skip_serializing_if = "String::is_empty")]
    channel_filter: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    label_filter: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    dep_filter: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    priority_filter: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    agent: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    automatic: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    with_reply: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    received: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    received_end: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    start_date: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    end_date: String,
    #[serde(rename = "replyTAT", skip_serializing_if = "String::is_empty")]
    reply_tat: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    field: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    field_value: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    field_filter: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    appt: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    appt_start: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    appt_end: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    campaign_id: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    adv_filter: String,
    /// `1` for tickets with something due, `soon` within four hours or overdue, `overdue`.
    #[serde(skip_serializing_if = "String::is_empty")]
    due: String,
    /// `1` for tickets in whose notes the caller is mentioned.
    #[serde(skip_serializing_if = "String::is_empty")]
    mentioned: String,
    /// `1` for tickets that the caller follows.
    #[serde(skip_serializing_if = "String::is_empty")]
    following: String,
    /// `1` for tickets that are put aside until a time.
    #[serde(skip_serializing_if = "String::is_empty")]
    snoozed: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    sort: String,
}

impl FilterQuery {
    /// What nobody takes part in.
    #[must_use]
    pub fn of_nobody() -> Self {
        Self { agent: "-".to_owned(), ..Self::default() }
    }

    /// What has one of these labels and of these departments, and in which one of these agents takes part,
    /// by username. An empty list asks for nothing.
    #[must_use]
    pub fn of(labels: &[i64], departments: &[i64], agents: &[String]) -> Self {
        let ids = |ids: &[i64]| ids.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        Self {
            label_filter: ids(labels),
            dep_filter: ids(departments),
            agent: agents.join(","),
            ..Self::default()
        }
    }

    /// What is due within four hours, or overdue.
    #[must_use]
    pub fn due_soon() -> Self {
        Self { due: "soon".to_owned(), ..Self::default() }
    }

    /// What is overdue.
    #[must_use]
    pub fn overdue() -> Self {
        Self { due: "overdue".to_owned(), ..Self::default() }
    }

    /// Whether a time is a day, which is another one in another zone.
    pub(in crate::tickets) fn names_a_day(&self) -> bool {
        let times = [
            &self.received,
            &self.received_end,
            &self.start_date,
            &self.end_date,
            &self.appt_start,
            &self.appt_end,
        ];
        times.into_iter().any(|time| time.contains('-'))
    }

    /// The filter that is meant, with the days of a zone and without its agents.
    ///
    /// # Errors
    /// `invalid`, by field.
    pub(in crate::tickets) fn wanted(
        &self,
        (kind, filter): (ListKind, Filter),
        zone: &TimeZone,
    ) -> Result<TicketFilter, Problem> {
        // `advFilter=0` leaves out what only that switch asks for; without the switch all of it counts.
        let off = (yes_or_no("advFilter", &self.adv_filter)? == Some(false)).then(Self::default);
        let extra = off.as_ref().unwrap_or(self);
        let (number, contact, unknown) = extra.named_field()?;
        let mentioned = yes_or_no("mentioned", &self.mentioned)? == Some(true);
        let following = yes_or_no("following", &self.following)? == Some(true);
        if mentioned && following {
            let text = "Ask for tickets that mention you or for those you follow, not for both.";
            return Err(Problem::field("following", text));
        }
        Ok(TicketFilter {
            channels: channels(&self.channel_filter)?,
            labels: ids("labelFilter", &self.label_filter)?,
            departments: ids("depFilter", &self.dep_filter)?,
            severities: severities(&self.priority_filter)?,
            fields: fields(&self.field_filter)?,
            appointment: self.appointment(zone)?,
            due: self.due()?,
            mentioned,
            following,
            snoozed: yes_or_no("snoozed", &self.snoozed)? == Some(true),
            responded: yes_or_no("withReply", &extra.with_reply)?,
            automatic: yes_or_no("automatic", &extra.automatic)?,
            received: span(
                ("received", &self.received),
                ("receivedEnd", &self.received_end),
                zone,
            )?,
            updated: span(("startDate", &self.start_date), ("endDate", &self.end_date), zone)?,
            answered_within: minutes(&extra.reply_tat)?,
            number,
            contact,
            sort: Sort::parse(self.sort.trim()).ok_or_else(|| {
                Problem::field("sort", "Lists are sorted by updated, oldest, priority or due.")
            })?,
            // No ticket belongs to a campaign.
            nothing: unknown || !parts(&self.campaign_id).is_empty(),
            ..TicketFilter::of(kind, filter)
        })
    }

    /// Whether a list of tickets can be filtered so.
    ///
    /// # Errors
    /// `invalid`, by field.
    pub fn check(&self, status: Filter) -> Result<(), Problem> {
        self.wanted((ListKind::Ticket, status), &TimeZone::UTC)?;
        self.agents()?;
        Ok(())
    }

    /// Usernames; `-` for nobody.
    pub(in crate::tickets) fn agents(&self) -> Result<Vec<String>, Problem> {
        let names: Vec<String> =
            parts(&self.agent).iter().map(|name| name.to_lowercase()).collect();
        if names.len() > WANTED_MAX {
            return Err(Problem::field("agent", "Name at most 8 agents."));
        }
        Ok(names)
    }

    /// `1` for tickets with an appointment, `0` for those without, `soon` for those whose appointment
    /// is over or fewer than two days ahead; and between which times it is.
    fn appointment(&self, zone: &TimeZone) -> Result<Option<AppointmentWanted>, Problem> {
        let between = span(("apptStart", &self.appt_start), ("apptEnd", &self.appt_end), zone)?;
        match self.appt.trim().to_ascii_lowercase().as_str() {
            "" if between == ALWAYS => Ok(None),
            "soon" => Ok(Some(AppointmentWanted::Soon(between))),
            word => match yes_or_no("appt", word) {
                Ok(None | Some(true)) => Ok(Some(AppointmentWanted::Within(between))),
                Ok(Some(false)) if between == ALWAYS => Ok(Some(AppointmentWanted::None)),
                Ok(Some(false)) => {
                    let text = "Tickets without an appointment have no time of it: leave out appt or the times.";
                    Err(Problem::field("appt", text))
                }
                Err(_) => Err(Problem::field("appt", "This is 0, 1 or soon.")),
            },
        }
    }

    /// `1` for tickets with something due, `soon` for those that are due within four hours or overdue, and
    /// `overdue`.
    fn due(&self) -> Result<Option<DueWanted>, Problem> {
        match self.due.trim().to_ascii_lowercase().as_str() {
            "" | "0" => Ok(None),
            "1" => Ok(Some(DueWanted::Any)),
            "soon" => Ok(Some(DueWanted::Soon)),
            "overdue" => Ok(Some(DueWanted::Overdue)),
            _ => Err(Problem::field("due", "This is 1, soon or overdue.")),
        }
    }

    /// A number, a contact, and whether nothing can have it.
    fn named_field(&self) -> Result<(Option<i64>, Option<i64>, bool), Problem> {
        let value = self.field_value.trim();
        let number = value.trim_start_matches('#').parse::<i64>().ok();
        match self.field.trim() {
            "" => Ok((None, None, false)),
            _ if value.is_empty() => Ok((None, None, false)),
            "number" | "ticket_number" => Ok((number, None, number.is_none())),
            "contact_id" | "userId" => Ok((None, number, number.is_none())),
            _ => Err(Problem::field("field", "The field is number or contact_id.")),
        }
    }
}

/// Values with commas between them, or a JSON list of them.
fn parts(text: &str) -> Vec<&str> {
    let text = text.trim();
    let text = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')).unwrap_or(text);
    text.split(',')
        .map(|part| part.trim().trim_matches('"'))
        .filter(|part| !part.is_empty())
        .collect()
}

fn channels(text: &str) -> Result<Vec<String>, Problem> {
    let values: Vec<String> = parts(text).into_iter().map(str::to_owned).collect();
    let letter = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let plain = |v: &String| v.len() <= CHANNEL_LEN_MAX && v.bytes().all(letter);
    if values.len() > CHANNELS_MAX || !values.iter().all(plain) {
        let text = "Name at most 100 channel values, with commas between them.";
        return Err(Problem::field("channelFilter", text));
    }
    // Values are in capitals, as far as plugins keep to it, and some write them in small letters.
    let mut either: Vec<String> = vec![];
    for value in values {
        for value in [value.to_ascii_uppercase(), value] {
            if !either.contains(&value) {
                either.push(value);
            }
        }
    }
    Ok(either)
}

fn ids(field: &'static str, text: &str) -> Result<Vec<i64>, Problem> {
    let named = parts(text).into_iter().map(str::parse::<i64>).collect::<Result<Vec<_>, _>>();
    let mut ids = named
        .ok()
        .filter(|ids| ids.iter().all(|id| *id >= 0))
        .ok_or_else(|| Problem::field(field, "Name them by their ids."))?;
    ids.sort_unstable();
    ids.dedup();
    if ids.len() > WANTED_MAX {
        return Err(Problem::field(field, "Name at most 8."));
    }
    Ok(ids)
}

/// Custom fields with the choices they may have, as `field:choice`; `field:0` for none.
fn fields(text: &str) -> Result<Vec<(i64, Vec<i64>)>, Problem> {
    let refused = |why: &'static str| Problem::field("fieldFilter", why);
    let mut found: Vec<(i64, Vec<i64>)> = vec![];
    for part in parts(text) {
        let pair = part.split_once(':');
        let number = |text: &str| text.trim().parse::<i64>().ok().filter(|n| *n >= 0);
        let pair = pair.and_then(|(field, choice)| Some((number(field)?, number(choice)?)));
        let (field, choice) = pair.ok_or_else(|| refused("Name fields as field:choice."))?;
        match found.iter_mut().find(|(id, _)| *id == field) {
            Some((_, choices)) => choices.push(choice),
            None => found.push((field, vec![choice])),
        }
    }
    for (_, choices) in &mut found {
        choices.sort_unstable();
        choices.dedup();
        if choices.len() > 1 && choices[0] == 0 {
            return Err(refused("A field has none of its choices, or some."));
        }
        if choices.len() > WANTED_MAX {
            return Err(refused("Name at most 8 choices of a field."));
        }
    }
    if found.len() > WANTED_MAX {
        return Err(refused("Name at most 8 fields."));
    }
    Ok(found)
}

fn severities(text: &str) -> Result<Vec<char>, Problem> {
    let mut letters = parts(text)
        .into_iter()
        .map(|word| match word.to_ascii_lowercase().as_str() {
            "h" | "high" => Some('H'),
            "m" | "medium" => Some('M'),
            "l" | "low" => Some('L'),
            "n" | "none" => Some('N'),
            _ => None,
        })
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| Problem::field("priorityFilter", "Priorities are H, M, L and N."))?;
    letters.sort_unstable();
    letters.dedup();
    Ok(letters)
}

fn yes_or_no(field: &'static str, text: &str) -> Result<Option<bool>, Problem> {
    match text.trim().to_ascii_lowercase().as_str() {
        "" => Ok(None),
        "1" | "true" | "yes" => Ok(Some(true)),
        "0" | "false" | "no" => Ok(Some(false)),
        _ => Err(Problem::field(field, "This is 0 or 1.")),
    }
}

fn minutes(text: &str) -> Result<Option<i64>, Problem> {
    match text.trim() {
        "" => Ok(None),
        text => match text.parse::<i64>() {
            Ok(minutes) if (0..=10_000_000).contains(&minutes) => Ok(Some(minutes * 60_000)),
            _ => Err(Problem::field("replyTAT", "This is a number of minutes.")),
        },
    }
}

fn span(
    from: (&'static str, &str),
    to: (&'static str, &str),
    zone: &TimeZone,
) -> Result<Span, Problem> {
    let start = moment(from, zone)?.map_or(0, |(first, _)| first);
    let end = moment(to, zone)?.map_or(i64::MAX, |(_, last)| last);
    Ok((start, end))
}

/// The first and the last millisecond of a second, or of a day in a zone.
fn moment(
    (field, text): (&'static str, &str),
    zone: &TimeZone,
) -> Result<Option<(i64, i64)>, Problem> {
    let text = text.trim();
    let refused = || Problem::field(field, "This is a time in seconds, or a day as YYYY-MM-DD.");
    if text.is_empty() {
        return Ok(None);
    }
    if let Ok(seconds) = text.parse::<i64>() {
        let seconds = Some(seconds).filter(|s| (0..=100_000_000_000).contains(s));
        let first = seconds.ok_or_else(refused)? * 1000;
        return Ok(Some((first, first + 999)));
    }
    let day = days::day(field, text).ok().flatten().ok_or_else(refused)?;
    if day.year() < 1970 {
        return Err(refused());
    }
    Ok(Some((days::midnight(day, zone), days::end_of(day, zone) - 1)))
}

#[cfg(test)]
#[path = "filter_query_tests.rs"]
mod tests;
