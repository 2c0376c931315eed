//! The way along which a list is walked and counted: all tickets of its statuses, or the lines of what
//! it is narrowed to.

use super::{
    filter::{DUE, ListPosition, Sort, TicketFilter, order},
    page_cursors::PageEnd,
};
use crate::db::{Conn, DbResult};
use crate::tickets::{
    model::Viewer,
    store::{self, FilterParams, IndexScan},
};
use std::collections::BTreeSet;

/// Tickets are counted so far where all of them belong to the list.
const COUNTED_MAX: i64 = 20_000;
/// So many tickets are looked at to count those that belong to the list.
pub(in crate::tickets) const LOOKED_AT_MAX: i64 = 5_000;
/// Tickets that are passed at once on the way to a page.
const STEP: i64 = 2_000;

/// Statuses of which a page has all there is, with how many that are.
pub(in crate::tickets) type Ended = Vec<(i64, i64)>;

/// The way along which a list is walked.
pub(in crate::tickets) struct Path<'a> {
    pub asked: &'a FilterParams,
    /// All tickets of the list's statuses where there is none.
    pub along: Option<&'a IndexScan>,
    pub wanted: &'a TicketFilter,
    pub viewer: &'a Viewer,
}

impl Path<'_> {
    /// A page behind the end of the one before, or behind so many tickets: they are passed in steps,
    /// as a planner that hears of a large offset sorts the whole list instead.
    pub async fn walk(
        &self,
        conn: &mut Conn,
        end: Option<PageEnd>,
        (offset, size): (i64, i64),
    ) -> DbResult<(Vec<ListPosition>, Ended)> {
        let mut behind = end.map(|end| end.place);
        let mut left = if behind.is_some() { 0 } else { offset };
        while left > 0 {
            let step = left.min(STEP);
            let (passed, _) = self.next(conn, behind, step).await?;
            if i64::try_from(passed.len()).unwrap_or(0) < step {
                return Ok((vec![], vec![]));
            }
            behind = passed.last().copied();
            left -= step;
        }
        self.next(conn, behind, size).await
    }

    /// The next tickets of a list: of each of its statuses and lines, and of each severity where the
    /// list goes by them, as many as might be wanted, and of all those the first.
    async fn next(
        &self,
        conn: &mut Conn,
        behind: Option<ListPosition>,
        size: i64,
    ) -> DbResult<(Vec<ListPosition>, Ended)> {
        if self.wanted.by_due() {
            return self.next_due(conn, behind, size).await;
        }
        let (asked, wanted) = (self.asked, self.wanted);
        let lines = self
            .along
            .map_or_else(|| vec![None], |along| along.lines().into_iter().map(Some).collect());
        let mut parts: Vec<_> = wanted.statuses().into_iter().map(Part::of).collect();
        let first = wanted.sort == Sort::Priority;
        // An index has all tickets by severity; the severities of a line are seen in passing.
        let by_severity = first
            || (self.along.is_none()
                && wanted.sort == Sort::Updated
                && !wanted.severities.is_empty());
        if by_severity {
            for severity in wanted.severity_places() {
                let behind = match behind {
                    Some(place) if first && severity < place.severity_place => continue,
                    Some(place) if first && severity > place.severity_place => None,
                    behind => behind,
                };
                for part in &mut parts {
                    for line in &lines {
                        let of = (part.status, Some(severity));
                        part.add(store::newest(conn, asked, *line, of, behind, size).await?, size);
                    }
                }
                if first && parts.iter().map(|part| part.found.len()).sum::<usize>() >= number(size)
                {
                    parts.iter_mut().for_each(|part| part.has_all = false);
                    break;
                }
            }
        } else {
            for part in &mut parts {
                for line in &lines {
                    let found = if wanted.sort == Sort::Oldest {
                        store::oldest(conn, asked, *line, part.status, behind, size).await?
                    } else {
                        store::newest(conn, asked, *line, (part.status, None), behind, size).await?
                    };
                    part.add(found, size);
                }
            }
        }
        let ended = match behind {
            Some(_) => vec![],
            None => parts.iter().filter(|part| part.has_all).map(Part::count).collect(),
        };
        let mut found: Vec<ListPosition> = parts.into_iter().flat_map(|part| part.found).collect();
        order(&mut found, wanted.sort);
        // Who has two of the wanted labels stands in the lines of both.
        found.dedup();
        Ok((page_among(found, 0, size), ended))
    }

    /// The next tickets of a list by what is due: those with something due, and behind them the others
    /// unless only what is due is wanted.
    async fn next_due(
        &self,
        conn: &mut Conn,
        behind: Option<ListPosition>,
        size: i64,
    ) -> DbResult<(Vec<ListPosition>, Ended)> {
        let (asked, wanted) = (self.asked, self.wanted);
        let mut parts: Vec<_> = wanted.statuses().into_iter().map(Part::of).collect();
        let rest = behind.filter(|place| place.severity_place != DUE);
        if rest.is_none() {
            for part in &mut parts {
                let found = store::due(conn, asked, wanted, part.status, behind, size).await?;
                part.add(found, size);
            }
        }
        let full = parts.iter().map(|part| part.found.len()).sum::<usize>() >= number(size);
        if wanted.due.is_none() && !full {
            for part in &mut parts {
                let found = store::undue(conn, asked, wanted, part.status, rest, size).await?;
                part.add(found, size);
            }
        } else if wanted.due.is_none() {
            parts.iter_mut().for_each(|part| part.has_all = false);
        }
        let ended = match behind {
            Some(_) => vec![],
            None => parts.iter().filter(|part| part.has_all).map(Part::count).collect(),
        };
        let mut found: Vec<ListPosition> = parts.into_iter().flat_map(|part| part.found).collect();
        order(&mut found, Sort::Due);
        Ok((page_among(found, 0, size), ended))
    }

    /// A list's count, and whether it has more than that.
    pub async fn count(&self, conn: &mut Conn, ended: &Ended) -> DbResult<(i64, bool)> {
        let wanted = self.wanted;
        let severities: Vec<Option<i64>> = match wanted.severities[..] {
            [] => vec![None],
            _ => wanted.severity_places().into_iter().map(Some).collect(),
        };
        let is_all = match self.along {
            Some(along) => along.is_all(self.viewer, wanted),
            None => wanted.is_plain_but_severity(self.viewer),
        };
        let mut left = if is_all { COUNTED_MAX } else { LOOKED_AT_MAX };
        let (mut sum, mut more) = (0, false);
        for status in wanted.statuses() {
            if let Some((_, count)) = ended.iter().find(|(of, _)| *of == status) {
                sum += count;
                continue;
            }
            for severity in if is_all { &severities[..] } else { &[None] } {
                let (looked_at, among) = if is_all {
                    let all = self.count_all(conn, (status, *severity), left + 1).await?;
                    (all, all.min(left))
                } else {
                    self.count_among(conn, status, left + 1).await?
                };
                more |= looked_at > left;
                sum += among;
                left -= looked_at.min(left);
            }
        }
        Ok((sum, more))
    }

    /// How many tickets there are along the way, up to a limit.
    async fn count_all(
        &self,
        conn: &mut Conn,
        (status, severity): (i64, Option<i64>),
        limit: i64,
    ) -> DbResult<i64> {
        match self.along {
            Some(along) => store::count_in_lines(conn, self.asked, along, status, limit).await,
            None => store::count_plain(conn, self.asked, (status, severity), limit).await,
        }
    }

    /// How many tickets along the way are looked at, up to a limit, and how many of those belong to
    /// the list.
    async fn count_among(&self, conn: &mut Conn, status: i64, limit: i64) -> DbResult<(i64, i64)> {
        match self.along {
            _ if self.wanted.due.is_some() => {
                store::count_due(conn, self.asked, self.wanted, status, limit).await
            }
            Some(along) => store::count_along(conn, self.asked, along, status, limit).await,
            None => store::count_walked(conn, self.asked, status, limit).await,
        }
    }
}

fn number(n: i64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

/// What a page takes from one status.
struct Part {
    status: i64,
    found: Vec<ListPosition>,
    /// Whether these are all the status has.
    has_all: bool,
}

impl Part {
    const fn of(status: i64) -> Self {
        Self { status, found: vec![], has_all: true }
    }

    /// Takes what there was when so many were asked for.
    fn add(&mut self, found: Vec<ListPosition>, size: i64) {
        self.has_all &= found.len() < number(size);
        self.found.extend(found);
    }

    /// The status, and how many tickets these are.
    fn count(&self) -> (i64, i64) {
        let ids: BTreeSet<i64> = self.found.iter().map(|place| place.id).collect();
        (self.status, i64::try_from(ids.len()).unwrap_or(i64::MAX))
    }
}

/// A page among these.
pub(in crate::tickets) fn page_among(
    found: Vec<ListPosition>,
    offset: i64,
    size: i64,
) -> Vec<ListPosition> {
    found.into_iter().skip(number(offset)).take(number(size)).collect()
}
