//! Tickets of one department or one label, a few at a time: each group of a list pages by itself.

use super::filter::TicketFilter;
use crate::tickets::model::{Filter, ListKind};

/// What tickets are grouped by. 0 stands for tickets that have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tickets) enum Group {
    Department(i64),
    Label(i64),
}

impl Group {
    /// Tickets of one page of a group.
    pub(in crate::tickets) const PAGE: i64 = 10;

    /// From the words of the address.
    pub(in crate::tickets) fn parse(what: &str, id: i64) -> Option<Self> {
        match what {
            "department" => Some(Self::Department(id)),
            "label" => Some(Self::Label(id)),
            _ => None,
        }
    }

    pub(in crate::tickets) fn wanted(self, filter: Filter) -> TicketFilter {
        let all = TicketFilter::of(ListKind::Ticket, filter);
        match self {
            Self::Department(id) => TicketFilter { departments: vec![id], ..all },
            Self::Label(id) => TicketFilter { labels: vec![id], ..all },
        }
    }
}
