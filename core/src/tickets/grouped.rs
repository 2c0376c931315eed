//! Tickets of one department or one label, a few at a time: each group of a list pages by itself.

use super::{
    Tickets,
    model::{Filter, Viewer},
    store,
};
use crate::http::Problem;
use serde_json::{Value, json};

/// Tickets of one page of a group.
const PAGE: i64 = 10;

/// What tickets are grouped by. 0 stands for tickets that have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Department(i64),
    Label(i64),
}

impl Group {
    /// From the words of the address.
    pub(super) fn parse(what: &str, id: i64) -> Option<Self> {
        match what {
            "department" => Some(Self::Department(id)),
            "label" => Some(Self::Label(id)),
            _ => None,
        }
    }
}

impl Tickets {
    /// A page of a group, newest first, with the group's count.
    pub(super) async fn group_page(
        &self,
        viewer: &Viewer,
        filter: Filter,
        group: Group,
        offset: i64,
    ) -> Result<Value, Problem> {
        let offset = offset.clamp(0, 1_000_000_000);
        let mut conn = self.db.read().await?;
        let rows = store::group_page(&mut conn, viewer, filter, group, (PAGE, offset)).await?;
        let count = store::group_count(&mut conn, viewer, filter, group).await?;
        let data: Vec<Value> = rows.iter().map(|row| self.view(row)).collect();
        Ok(json!({ "data": data, "count": count, "status": "success" }))
    }
}
