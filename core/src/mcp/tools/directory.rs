//! `list_labels`, `list_departments`, `list_agents`: what the desk has names for.

use crate::{
    accounts::{self, Caller},
    http::Problem,
    labels,
    mcp::{Mcp, untrusted::name},
};
use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

/// Users of one answer.
const AGENTS: usize = 500;

/// The arguments of a tool that takes none.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::mcp) struct NoArguments {}

/// The labels that are offered, the highest level first.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct Labels {
    pub labels: Vec<Named>,
}

/// The departments that are offered, by name.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct Departments {
    pub departments: Vec<Named>,
}

/// Something of the desk with an id and a name that its admins gave.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct Named {
    pub id: i64,
    pub name: String,
}

/// The users who can sign in, at most 500.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct Agents {
    pub agents: Vec<Agent>,
}

/// A user of the desk.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct Agent {
    pub id: i64,
    pub username: String,
    pub name: String,
}

impl Mcp {
    /// The labels that are offered.
    ///
    /// # Errors
    /// `unavailable`.
    pub(in crate::mcp) async fn list_labels(&self, caller: &Caller) -> Result<Labels, Problem> {
        let mut conn = self.db.read().await?;
        let found = labels::names(&mut conn, caller.client_id).await?;
        Ok(Labels { labels: found.into_iter().map(named).collect() })
    }

    /// The departments that are offered.
    ///
    /// # Errors
    /// `unavailable`.
    pub(in crate::mcp) async fn list_departments(
        &self,
        caller: &Caller,
    ) -> Result<Departments, Problem> {
        let mut conn = self.db.read().await?;
        let found = accounts::department_names(&mut conn, caller.client_id).await?;
        Ok(Departments { departments: found.into_iter().map(named).collect() })
    }

    /// The users who can sign in.
    ///
    /// # Errors
    /// `unavailable`.
    pub(in crate::mcp) async fn list_agents(&self, caller: &Caller) -> Result<Agents, Problem> {
        let mut conn = self.db.read().await?;
        let found = accounts::agents(&mut conn, caller.client_id, &[]).await?;
        let agent = |row: accounts::AgentRow| Agent {
            id: row.id,
            username: name(&row.username),
            name: name(&row.name),
        };
        Ok(Agents { agents: found.into_iter().take(AGENTS).map(agent).collect() })
    }
}

fn named((label, id): (String, i64)) -> Named {
    Named { id, name: name(&label) }
}
