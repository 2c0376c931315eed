//! The names of what tickets refer to by ids, also of what was removed since.

use super::store;
use crate::db::{Conn, DbResult};
use std::collections::HashMap;

/// Names of a client's labels, departments and people.
pub(super) struct TicketNames {
    labels: HashMap<i64, String>,
    departments: HashMap<i64, String>,
    /// By username.
    people: HashMap<String, String>,
}

impl TicketNames {
    /// Reads them.
    pub async fn read(conn: &mut Conn, client_id: i64) -> DbResult<Self> {
        Ok(Self {
            labels: store::label_names(conn, client_id).await?.into_iter().collect(),
            departments: store::department_names(conn, client_id).await?.into_iter().collect(),
            people: store::people_names(conn, client_id).await?.into_iter().collect(),
        })
    }

    /// Of the ids in a JSON array; a label that is gone for good has none.
    pub fn labels(&self, ids: &str) -> Vec<String> {
        let ids: Vec<i64> = serde_json::from_str(ids).unwrap_or_default();
        ids.iter().filter_map(|id| self.labels.get(id).cloned()).collect()
    }

    /// Empty for none.
    pub fn department(&self, id: Option<i64>) -> String {
        id.and_then(|id| self.departments.get(&id).cloned()).unwrap_or_default()
    }

    /// Of usernames with commas between them; who has no name is called by the username.
    pub fn people(&self, usernames: &str) -> Vec<String> {
        let name = |username: &str| match self.people.get(username) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => username.to_owned(),
        };
        usernames.split(',').filter(|username| !username.is_empty()).map(name).collect()
    }
}
