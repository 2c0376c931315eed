//! Counting by intervals and groups, and the rows of a summary.

use serde::{Serialize, Serializer, ser::SerializeMap as _};
use std::collections::BTreeMap;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{ObjectBuilder, Schema, SchemaType, Type},
    },
};

/// Tickets of one channel in one interval.
pub type Count = (i64, String, i64);

/// Where tickets are counted whose channel no installed plugin declares.
pub const OTHER: &str = "other";

/// Sums channels into groups: `(start of the interval in ms, group, tickets)`, oldest first.
#[must_use]
pub fn grouped(counts: &[Count], group_of: impl Fn(&str) -> Option<String>) -> Vec<Count> {
    let mut sums: BTreeMap<(i64, String), i64> = BTreeMap::new();
    for (at, channel, tickets) in counts {
        let group = group_of(channel).unwrap_or_else(|| OTHER.to_owned());
        *sums.entry((*at, group)).or_default() += tickets;
    }
    sums.into_iter().map(|((at, group), tickets)| (at, group, tickets)).collect()
}

/// A ticket in the summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReportRow {
    pub id: i64,
    pub ticket_number: i64,
    pub title: String,
    /// The channel's value, such as `TELEGRAM`.
    pub channel: String,
    /// Ids as a JSON array.
    pub label: String,
    /// The code of its status: 0 open, 1 pending, 2 resolved, 3 closed.
    pub closed: i64,
    /// Usernames, with commas between them.
    pub assignee: String,
    pub department_id: Option<i64>,
    /// UTC, `YYYY-MM-DD HH:MM:SS`.
    pub created_at: String,
    /// UTC, `YYYY-MM-DD HH:MM:SS`.
    pub updated_at: String,
    /// `breached` where a promise was broken, else `running` while one can be, else `met`; empty where
    /// nothing was promised.
    #[schema(value_type = ReportSla)]
    pub sla: &'static str,
    /// 1 to 5 stars; null for a ticket and for a chat that nobody rated.
    pub rating: Option<i64>,
    pub reason: Option<String>,
    /// The labels by their names.
    pub label_names: Vec<String>,
    /// Who takes part, by their names.
    pub assignee_names: Vec<String>,
    /// The department by its name, also of one that was removed; empty for none.
    pub department: String,
}

/// What became of a ticket's promises. For the description only: rows keep the word.
pub struct ReportSla;

impl PartialSchema for ReportSla {
    fn schema() -> RefOr<Schema> {
        let word = ObjectBuilder::new()
            .schema_type(SchemaType::new(Type::String))
            .enum_values(Some(["breached", "running", "met", ""]));
        RefOr::T(Schema::Object(word.build()))
    }
}

impl ToSchema for ReportSla {}

impl ReportRow {
    /// The status as reports call it.
    pub fn status_name(&self) -> &'static str {
        match self.closed {
            0 => "Open",
            1 => "Pending",
            2 => "Resolved",
            3 => "Closed",
            _ => "?",
        }
    }
}

/// A row with its moments in milliseconds.
pub(super) struct ReportTicket {
    pub row: ReportRow,
    pub created_at: i64,
    pub updated_at: i64,
}

/// Rows under their headings, in the order in which they came: an object with a list for each heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportGroups(Vec<(String, Vec<ReportRow>)>);

impl ReportGroups {
    /// Puts rows under their headings; those of one heading come in a row.
    pub(super) fn of(rows: impl Iterator<Item = (String, ReportTicket)>) -> Self {
        let mut groups: Vec<(String, Vec<ReportRow>)> = vec![];
        for (heading, ticket) in rows {
            match groups.last_mut().filter(|(last, _)| *last == heading) {
                Some((_, group)) => group.push(ticket.row),
                None => groups.push((heading, vec![ticket.row])),
            }
        }
        Self(groups)
    }

    /// How many rows there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.iter().map(|(_, rows)| rows.len()).sum()
    }
}

impl Serialize for ReportGroups {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (heading, rows) in &self.0 {
            map.serialize_entry(heading, rows)?;
        }
        map.end()
    }
}

/// Somebody's time in one status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StatusTime {
    /// AWAY, BUSY, MEAL_BREAK, WASHROOM, PRAYER, or the code of a status of the client's own.
    pub code: String,
    /// The name of a status of the client's own; empty for those that everybody has.
    pub alternate: String,
    pub seconds: i64,
}

/// Somebody's time in the statuses other than ONLINE.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AuxRow {
    pub user_id: i64,
    pub username: String,
    pub name: String,
    pub statuses: Vec<StatusTime>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_of_a_group_are_one_number() {
        let counts = [
            (0, "FB_PM".to_owned(), 2),
            (0, "LINE_DM".to_owned(), 3),
            (0, "GONE".to_owned(), 1),
            (9, "LINE_DM".to_owned(), 4),
        ];
        let group = |v: &str| (v != "GONE").then(|| "mobile messaging".to_owned());
        let sums = grouped(&counts, group);
        let told: Vec<(i64, &str, i64)> =
            sums.iter().map(|(a, g, n)| (*a, g.as_str(), *n)).collect();
        assert_eq!(told, [(0, "mobile messaging", 5), (0, "other", 1), (9, "mobile messaging", 4)]);
    }

    fn row(id: i64, closed: i64) -> ReportTicket {
        let row = ReportRow {
            id,
            ticket_number: id,
            title: String::new(),
            channel: String::new(),
            label: String::new(),
            closed,
            assignee: String::new(),
            department_id: None,
            created_at: String::new(),
            updated_at: String::new(),
            sla: "",
            rating: None,
            reason: None,
            label_names: vec![],
            assignee_names: vec![],
            department: String::new(),
        };
        ReportTicket { row, created_at: 0, updated_at: 0 }
    }

    #[test]
    fn rows_stand_under_their_headings_in_their_order() {
        let rows = [("27-11-2026", 3), ("27-11-2026", 2), ("03-12-2025", 1)];
        let groups =
            ReportGroups::of(rows.iter().map(|(day, id)| ((*day).to_owned(), row(*id, 0))));
        assert_eq!(groups.count(), 3);
        let text = serde_json::to_string(&groups).expect("JSON");
        let (first, second) = (text.find("27-11-2026"), text.find("03-12-2025"));
        assert!(first < second, "{text}");
        assert_eq!(text.matches("27-11-2026").count(), 1);
    }

    #[test]
    fn statuses_have_the_names_of_reports() {
        let names: Vec<_> = [0, 1, 2, 3, 5, 7].map(|code| row(1, code).row.status_name()).into();
        assert_eq!(names, ["Open", "Pending", "Resolved", "Closed", "?", "?"]);
    }
}
