//! Lists of tickets.
//!
//! A list is walked in its order from where the page before ended: along all tickets of its statuses,
//! or along those of a label or an agent. Where few tickets have what it is narrowed to, it begins
//! with those instead. Its count is exact as far as somebody would want to know.

use super::{
    filter::{ListPosition, TicketFilter, order},
    filter_query::FilterQuery,
    grouped::Group,
    list_scan::{LOOKED_AT_MAX, Path, page_among},
    page_cursors::{ListKey, PageEnd},
};
use crate::tickets::{
    Tickets,
    api::{LivechatGroup, TicketCount, TicketCounts, TicketListRow, TicketPage, TicketView},
    model::{Filter, ListKind, Viewer},
    record::view::ticket_view,
    store::{self, FilterParams, TicketRow},
};
use crate::{
    accounts,
    crypto::sha256_hex,
    days,
    db::{Conn, DbResult},
    http::{Problem, SuccessWord},
};
use jiff::tz::TimeZone;

/// Tickets of one page.
pub const PAGE: i64 = 30;
/// What one sync answers at most; a client that is further behind asks again from the last one's time.
const SYNC_MAX: i64 = 200;
/// A count that is shown beside a further page may be this old.
const COUNT_KEPT_MS: i64 = 60_000;

/// A page's tickets, and the list's count with whether there are more.
type Page = (Vec<ListPosition>, (i64, bool));

impl Tickets {
    /// A page of a list, with the list's count; `countMore` says that there are more than that.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn page(
        &self,
        viewer: &Viewer,
        wanted: &TicketFilter,
        offset: i64,
    ) -> Result<TicketPage, Problem> {
        self.page_of(viewer, wanted, (offset, PAGE)).await
    }

    /// A page of a list as its address writes the filter, with another size.
    ///
    /// # Errors
    /// `invalid`, by field; `unavailable`.
    pub async fn filtered(
        &self,
        viewer: &Viewer,
        (kind, status): (ListKind, Filter),
        query: &FilterQuery,
        page: (i64, i64),
    ) -> Result<TicketPage, Problem> {
        let mut wanted = self.wanted(viewer, (kind, status), query).await?;
        self.name_agents(viewer, &mut wanted, &query.agents()?).await?;
        self.page_of(viewer, &wanted, page).await
    }

    /// Those of some tickets that the viewer may see, in the order of the ids.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn among(&self, viewer: &Viewer, ids: &[i64]) -> Result<Vec<TicketView>, Problem> {
        let mut conn = self.db.read().await?;
        let mut rows = store::tickets_of(&mut conn, viewer, ids).await?;
        rows.sort_by_key(|row| ids.iter().position(|id| *id == row.id));
        Ok(rows.iter().map(|row| self.view(row)).collect())
    }

    /// The same with another size of page.
    pub(in crate::tickets) async fn page_of(
        &self,
        viewer: &Viewer,
        wanted: &TicketFilter,
        (offset, size): (i64, i64),
    ) -> Result<TicketPage, Problem> {
        let (rows, (count, more)) = self.rows(viewer, wanted, (offset, size)).await?;
        let shown = |row| match wanted.kind {
            ListKind::Ticket => TicketListRow::Ticket(Box::new(self.view(row))),
            ListKind::Livechat => TicketListRow::Livechat(Box::new(self.group(row))),
        };
        Ok(TicketPage {
            data: rows.iter().map(shown).collect(),
            count,
            count_more: more,
            status: SuccessWord::Success,
        })
    }

    /// How many tickets a list has, and whether there are more than that.
    ///
    /// # Errors
    /// `invalid`, by field; `unavailable`.
    pub async fn list_count(
        &self,
        viewer: &Viewer,
        status: Filter,
        query: &FilterQuery,
    ) -> Result<(i64, bool), Problem> {
        let mut wanted = self.wanted(viewer, (ListKind::Ticket, status), query).await?;
        self.name_agents(viewer, &mut wanted, &query.agents()?).await?;
        Ok(self.rows(viewer, &wanted, (0, 1)).await?.1)
    }

    /// The filter that a viewer means, whose days are those of the viewer's zone.
    async fn wanted(
        &self,
        viewer: &Viewer,
        list: (ListKind, Filter),
        query: &FilterQuery,
    ) -> Result<TicketFilter, Problem> {
        if !query.names_a_day() {
            return query.wanted(list, &TimeZone::UTC);
        }
        let mut conn = self.db.read().await?;
        let zone = accounts::timezone(&mut conn, viewer.client_id, viewer.user_id).await?;
        drop(conn);
        query.wanted(list, &days::zone(&zone))
    }

    /// Narrows a list to the tickets of agents by their usernames; `-` is nobody. Where nobody has
    /// such a name, nothing is in the list.
    ///
    /// # Errors
    /// `unavailable`.
    pub(in crate::tickets) async fn name_agents(
        &self,
        viewer: &Viewer,
        wanted: &mut TicketFilter,
        names: &[String],
    ) -> Result<(), Problem> {
        if names.is_empty() {
            return Ok(());
        }
        let mut conn = self.db.read().await?;
        let text = format!(",{},", names.join(","));
        wanted.agents = store::users_named(&mut conn, viewer.client_id, &text).await?;
        if names.iter().any(|name| name == "-") {
            wanted.agents.insert(0, 0);
        }
        wanted.nothing |= wanted.agents.is_empty();
        Ok(())
    }

    /// The same as rows, with the count and whether there are more.
    pub(in crate::tickets) async fn rows(
        &self,
        viewer: &Viewer,
        wanted: &TicketFilter,
        (offset, size): (i64, i64),
    ) -> Result<(Vec<TicketRow>, (i64, bool)), Problem> {
        if wanted.nothing {
            return Ok((vec![], (0, false)));
        }
        let (offset, now) = (offset.clamp(0, 1_000_000_000), self.clock.now_ms());
        let shown = ListKey {
            client_id: viewer.client_id,
            user_id: viewer.user_id,
            wanted: sha256_hex(format!("{wanted:?}").as_bytes()),
        };
        let mut conn = self.db.read().await?;
        let asked = FilterParams::new(viewer, wanted, now);
        let by_due = wanted.by_due();
        let by = if wanted.mentioned {
            Some(store::Driver::Mentioned)
        } else if wanted.following {
            Some(store::Driver::Followed)
        } else if wanted.snoozed {
            Some(store::Driver::Snoozed)
        } else if by_due {
            None
        } else {
            store::few_by(&mut conn, &asked, wanted).await?
        };
        let (found, count) = match by {
            Some(by) => few(&mut conn, &asked, wanted, by, (offset, size)).await?,
            None => {
                let end = (offset > 0).then(|| self.0.places.find(&shown, offset, now)).flatten();
                let along = match by_due {
                    true => None,
                    false => store::along(&mut conn, &asked, viewer, wanted).await?,
                };
                let asked =
                    along.as_ref().map_or_else(|| asked.again(), |along| along.left(&asked));
                let path = Path { asked: &asked, along: along.as_ref(), wanted, viewer };
                let (found, ended) = path.walk(&mut conn, end, (offset, size)).await?;
                let shown = i64::try_from(found.len()).unwrap_or(i64::MAX);
                let fresh = end.filter(|end| now - end.at < COUNT_KEPT_MS);
                let count = match fresh {
                    // A page with room left is the last one, and where a list ends is how long it is.
                    _ if shown < size && (shown > 0 || offset == 0) => (offset + shown, false),
                    Some(end) => end.count,
                    None => {
                        let (count, more) = path.count(&mut conn, &ended).await?;
                        (if more { count.max(offset + shown) } else { count }, more)
                    }
                };
                (found, count)
            }
        };
        if let Some(place) = found.last().copied() {
            let behind = offset + i64::try_from(found.len()).unwrap_or(0);
            self.0.places.keep(shown, behind, PageEnd { place, count, at: now });
        }
        let ids: Vec<i64> = found.iter().map(|place| place.id).collect();
        let mut rows = store::tickets_of(&mut conn, viewer, &ids).await?;
        rows.sort_by_key(|row| ids.iter().position(|id| *id == row.id));
        Ok((rows, count))
    }

    /// How many tickets of a list each department or label has, as far as they are counted; 0 stands
    /// for tickets that have none.
    ///
    /// # Errors
    /// `unavailable`.
    pub(in crate::tickets) async fn group_counts(
        &self,
        viewer: &Viewer,
        filter: Filter,
        departments: bool,
    ) -> Result<TicketCounts, Problem> {
        let wanted = TicketFilter::of(ListKind::Ticket, filter);
        let asked = FilterParams::new(viewer, &wanted, self.clock.now_ms());
        let mut conn = self.db.read().await?;
        let (mut sums, mut more) = (std::collections::BTreeMap::<i64, i64>::new(), false);
        for status in wanted.statuses() {
            let of = (status, None);
            let all = store::count_plain(&mut conn, &asked, of, LOOKED_AT_MAX + 1).await?;
            more |= all > LOOKED_AT_MAX;
            let counts = if departments {
                store::count_departments(&mut conn, &asked, status, LOOKED_AT_MAX).await?
            } else {
                store::count_labels(&mut conn, &asked, status, LOOKED_AT_MAX).await?
            };
            for (id, count) in counts {
                *sums.entry(id).or_default() += count;
            }
        }
        let data = sums.into_iter().map(|(id, count)| TicketCount { id, count }).collect();
        Ok(TicketCounts { data, count_more: more })
    }

    /// Tickets that changed since a time in seconds.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn changed_since(
        &self,
        viewer: &Viewer,
        ts: i64,
    ) -> Result<Vec<TicketView>, Problem> {
        let mut conn = self.db.read().await?;
        let since = ts.saturating_mul(1000);
        let rows = store::updated_since(&mut conn, viewer, since, SYNC_MAX).await?;
        Ok(rows.iter().map(|row| self.view(row)).collect())
    }

    /// A page of a group, newest first, with the group's count.
    pub(in crate::tickets) async fn group_page(
        &self,
        viewer: &Viewer,
        filter: Filter,
        group: Group,
        offset: i64,
    ) -> Result<TicketPage, Problem> {
        self.page_of(viewer, &group.wanted(filter), (offset, Group::PAGE)).await
    }

    /// A ticket as the API shows it.
    pub(in crate::tickets) fn view(&self, row: &TicketRow) -> TicketView {
        let name = row
            .channel_id
            .map(|id| self.carrier.account_name(row.client_id, id))
            .unwrap_or_default();
        ticket_view(row, &name)
    }

    /// A live chat stands in a group of its visit's session.
    fn group(&self, row: &TicketRow) -> LivechatGroup {
        LivechatGroup {
            session_id: row.session_id.unwrap_or(row.id),
            session_name: row.contact_name.clone(),
            collapsed: false,
            ts: row.updated_at.div_euclid(1000),
            sessions: 1,
            livechats: vec![self.view(row)],
        }
    }
}

/// A page of the few tickets that have what the list is narrowed to.
async fn few(
    conn: &mut Conn,
    asked: &FilterParams,
    wanted: &TicketFilter,
    by: store::Driver,
    (offset, size): (i64, i64),
) -> DbResult<Page> {
    let mut found = store::few(conn, asked, wanted, by).await?;
    order(&mut found, wanted.order());
    let count = i64::try_from(found.len()).unwrap_or(i64::MAX);
    Ok((page_among(found, offset, size), (count, false)))
}
