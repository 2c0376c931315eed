//! The filter and the sort order of a list of tickets.

use crate::tickets::model::{Filter, ListKind, Viewer};

/// Labels, departments or agents a list may be narrowed to at once.
pub const WANTED_MAX: usize = 8;

/// The order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// The newest change first.
    #[default]
    Updated,
    /// The oldest change first.
    Oldest,
    /// High, none, medium, low; the newest change of each first.
    Priority,
    /// What is due soonest first; then those with nothing due, the newest change first.
    Due,
}

impl Sort {
    /// From the word of the address.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "" | "updated" | "ts" => Some(Self::Updated),
            "oldest" => Some(Self::Oldest),
            "priority" => Some(Self::Priority),
            "due" => Some(Self::Due),
            _ => None,
        }
    }
}

/// A span of time in milliseconds, both ends within it.
pub type Span = (i64, i64);
/// All of it.
pub const ALWAYS: Span = (0, i64::MAX);

/// Appointments of fewer days ahead are soon; those that are over count as well.
pub const SOON_MS: i64 = 2 * 86_400_000;

/// What a list asks of a ticket's appointment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppointmentWanted {
    None,
    Within(Span),
    /// Within a span, and soon.
    Soon(Span),
}

impl AppointmentWanted {
    /// Whether there is one, and its first and last time.
    pub(in crate::tickets) fn asked(self, now: i64) -> (i64, i64, i64) {
        match self {
            Self::None => (0, ALWAYS.0, ALWAYS.1),
            Self::Within((from, to)) => (1, from, to),
            Self::Soon((from, to)) => (1, from, to.min(now + SOON_MS - 1)),
        }
    }
}

/// What is due within so long is soon; what is overdue counts as well.
pub const DUE_SOON_MS: i64 = 4 * 3_600_000;

/// What a list asks of what is due on a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DueWanted {
    Any,
    Soon,
    Overdue,
}

impl DueWanted {
    /// The moments at which it is due.
    pub(in crate::tickets) fn span(self, now: i64) -> Span {
        match self {
            Self::Any => ALWAYS,
            Self::Soon => (0, now + DUE_SOON_MS),
            Self::Overdue => (0, now),
        }
    }
}

/// What a list shows. Empty lists mean whatever there is; 0 among labels, departments or agents
/// means tickets that have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TicketFilter {
    pub kind: ListKind,
    pub filter: Filter,
    pub channels: Vec<String>,
    pub labels: Vec<i64>,
    pub departments: Vec<i64>,
    /// `H`, `M`, `L`, or `N` for none.
    pub severities: Vec<char>,
    pub agents: Vec<i64>,
    /// Custom fields with the choices they may have; 0 alone for none.
    pub fields: Vec<(i64, Vec<i64>)>,
    pub appointment: Option<AppointmentWanted>,
    /// Tickets with something due. Such a list is in the order of [`Sort::Due`].
    pub due: Option<DueWanted>,
    /// Tickets in whose notes the viewer is mentioned.
    pub mentioned: bool,
    /// Tickets that the viewer follows.
    pub following: bool,
    /// Tickets that are put aside until a time.
    pub snoozed: bool,
    pub responded: Option<bool>,
    pub automatic: Option<bool>,
    pub received: Span,
    pub updated: Span,
    /// Tickets whose first answer took at most so many milliseconds.
    pub answered_within: Option<i64>,
    pub number: Option<i64>,
    pub contact: Option<i64>,
    pub sort: Sort,
    /// Narrowed to something that nothing has.
    pub nothing: bool,
}

impl TicketFilter {
    /// All of a list under a filter.
    #[must_use]
    pub fn of(kind: ListKind, filter: Filter) -> Self {
        Self {
            kind,
            filter,
            channels: vec![],
            labels: vec![],
            departments: vec![],
            severities: vec![],
            agents: vec![],
            fields: vec![],
            appointment: None,
            due: None,
            mentioned: false,
            following: false,
            snoozed: false,
            responded: None,
            automatic: None,
            received: ALWAYS,
            updated: ALWAYS,
            answered_within: None,
            number: None,
            contact: None,
            sort: Sort::Updated,
            nothing: false,
        }
    }

    /// The statuses that the list shows.
    pub(in crate::tickets) fn statuses(&self) -> Vec<i64> {
        match self.filter {
            Filter::Status(status) => vec![status],
            Filter::All => vec![0, 1, 2, 3],
        }
    }

    /// The places of the severities it shows, in the order of a list by priority.
    pub(in crate::tickets) fn severity_places(&self) -> Vec<i64> {
        (0..4).filter(|place| self.shows_severity(*place)).collect()
    }

    fn shows_severity(&self, place: i64) -> bool {
        let letter = match place {
            0 => 'H',
            1 => 'N',
            2 => 'M',
            _ => 'L',
        };
        self.severities.is_empty() || self.severities.contains(&letter)
    }

    /// Whether the list is in the order of what is due.
    pub(in crate::tickets) fn by_due(&self) -> bool {
        self.due.is_some() || self.sort == Sort::Due
    }

    /// The order of the list.
    pub(in crate::tickets) fn order(&self) -> Sort {
        if self.by_due() { Sort::Due } else { self.sort }
    }

    /// Whether all tickets of the list's statuses, or of some severities, are in it, for this viewer.
    pub(in crate::tickets) fn is_plain_but_severity(&self, viewer: &Viewer) -> bool {
        let all = Self::of(self.kind, self.filter);
        let severities = self.severities.clone();
        viewer.sees_all() && *self == Self { sort: self.sort, severities, ..all }
    }
}

/// The place of tickets with something due, in a list by what is due; the others come after them.
pub(in crate::tickets) const DUE: i64 = 0;

/// Where a page of a list ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tickets) struct ListPosition {
    /// The place of its severity; in a list by what is due, [`DUE`] or not.
    pub severity_place: i64,
    /// When it changed last, or is due.
    pub updated_at: i64,
    pub id: i64,
}

/// Puts what several walks found into the order of the list.
pub(in crate::tickets) fn order(found: &mut [ListPosition], sort: Sort) {
    match sort {
        Sort::Updated => found.sort_unstable_by_key(|p| std::cmp::Reverse((p.updated_at, p.id))),
        Sort::Oldest => found.sort_unstable_by_key(|p| (p.updated_at, p.id)),
        Sort::Priority => found
            .sort_unstable_by_key(|p| (p.severity_place, std::cmp::Reverse((p.updated_at, p.id)))),
        Sort::Due => found.sort_unstable_by_key(|p| match p.severity_place {
            DUE => (DUE, p.updated_at, p.id),
            rest => (rest, -p.updated_at, -p.id),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_ordered_by_time_or_by_severity_first() {
        let place =
            |severity_place, updated_at, id| ListPosition { severity_place, updated_at, id };
        let mut found =
            [place(1, 50, 1), place(0, 10, 2), place(3, 90, 3), place(1, 50, 4), place(2, 60, 5)];
        let ids = |found: &[ListPosition]| found.iter().map(|p| p.id).collect::<Vec<_>>();
        order(&mut found, Sort::Updated);
        assert_eq!(ids(&found), [3, 5, 4, 1, 2]);
        order(&mut found, Sort::Oldest);
        assert_eq!(ids(&found), [2, 1, 4, 5, 3]);
        order(&mut found, Sort::Priority);
        assert_eq!(ids(&found), [2, 4, 1, 5, 3], "high, none, medium, low");
    }

    #[test]
    fn what_is_due_comes_before_what_is_not() {
        let place =
            |severity_place, updated_at, id| ListPosition { severity_place, updated_at, id };
        let mut found = [place(1, 50, 1), place(0, 90, 2), place(1, 70, 3), place(0, 10, 4)];
        order(&mut found, Sort::Due);
        assert_eq!(found.map(|p| p.id), [4, 2, 3, 1], "the soonest, then the newest");
        let now = 1_000_000_000;
        assert_eq!(DueWanted::Soon.span(now), (0, now + 14_400_000));
        assert_eq!(DueWanted::Overdue.span(now), (0, now));
    }

    #[test]
    fn appointments_are_soon_for_less_than_two_days() {
        let now = 1_000_000_000;
        assert_eq!(AppointmentWanted::None.asked(now), (0, 0, i64::MAX));
        assert_eq!(AppointmentWanted::Within((5, 9)).asked(now), (1, 5, 9));
        assert_eq!(AppointmentWanted::Soon(ALWAYS).asked(now), (1, 0, now + SOON_MS - 1));
        assert_eq!(AppointmentWanted::Soon((5, 9)).asked(now), (1, 5, 9), "also when it is over");
    }

    #[test]
    fn a_list_is_plain_while_nothing_narrows_it() {
        let viewer = |admin| Viewer {
            client_id: 1,
            user_id: 5,
            username: "a".into(),
            name: "A".into(),
            admin,
            view_all: false,
        };
        let all = TicketFilter::of(ListKind::Ticket, Filter::All);
        assert!(
            all.is_plain_but_severity(&viewer(true)) && !all.is_plain_but_severity(&viewer(false))
        );
        let sorted = TicketFilter { sort: Sort::Priority, ..all.clone() };
        assert!(sorted.is_plain_but_severity(&viewer(true)));
        let narrowed = TicketFilter { responded: Some(false), ..all.clone() };
        assert!(!narrowed.is_plain_but_severity(&viewer(true)));
        assert_eq!(all.severity_places(), [0, 1, 2, 3]);
        let some = TicketFilter { severities: vec!['L', 'H'], ..all };
        assert_eq!((some.severity_places(), some.statuses()), (vec![0, 3], vec![0, 1, 2, 3]));
    }
}
