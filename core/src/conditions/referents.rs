//! What conditions can refer to: the labels and departments there are.

use super::{Condition, ConditionField};
use crate::{
    accounts,
    db::{Conn, DbResult},
    labels,
};
use std::collections::BTreeSet;

/// The sentence for a label or department that was deleted.
pub const GONE: &str = "One of these was deleted. Choose anew.";

/// The labels and departments that conditions name and that are there.
pub struct Referents {
    labels: Vec<i64>,
    departments: BTreeSet<i64>,
}

impl Referents {
    /// Looks up what these conditions name.
    ///
    /// # Errors
    /// What the database said.
    pub async fn read<'a>(
        conn: &mut Conn,
        client_id: i64,
        conditions: impl Iterator<Item = &'a Condition>,
    ) -> DbResult<Self> {
        let named: BTreeSet<i64> = conditions
            .filter(|condition| condition.field == ConditionField::Department)
            .flat_map(|condition| &condition.values)
            .filter_map(|value| value.parse().ok())
            .collect();
        let mut departments = BTreeSet::new();
        for id in named {
            if accounts::department_is_offered(conn, client_id, id).await? {
                departments.insert(id);
            }
        }
        Ok(Self { labels: labels::offered(conn, client_id).await?, departments })
    }

    /// What of conditions names something that is not there: the fields of the API.
    #[must_use]
    pub fn missing(&self, conditions: &[Condition]) -> Vec<String> {
        let gone = |condition: &Condition| {
            !condition.values.iter().all(|value| self.has(condition.field, value))
        };
        let at = conditions.iter().enumerate().filter(|(_, condition)| gone(condition));
        at.map(|(at, _)| format!("conditions.{at}.values")).collect()
    }

    /// Whether a condition names only what was deleted, so that no ticket can fit.
    #[must_use]
    pub fn never_hold(&self, conditions: &[Condition]) -> bool {
        conditions
            .iter()
            .any(|condition| !condition.values.iter().any(|value| self.has(condition.field, value)))
    }

    fn has(&self, field: ConditionField, value: &str) -> bool {
        let id = value.parse::<i64>().ok();
        match (field, id) {
            (ConditionField::Label, Some(id)) => self.labels.contains(&id),
            (ConditionField::Department, Some(id)) => self.departments.contains(&id),
            _ => true,
        }
    }
}
