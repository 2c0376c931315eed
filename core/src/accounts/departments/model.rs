//! Departments, and what makes one that can be kept.

use crate::db::DbError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Departments a client may have; everybody's workspace holds all of them.
pub(super) const DEPARTMENTS_MAX: i64 = 200;
const NAME_MAX: usize = 80;

/// A department as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct Department {
    pub id: i64,
    pub name: String,
    /// Offered no longer, though tickets may still belong to it.
    pub deleted: bool,
}

/// A department as admins see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct Team {
    pub id: i64,
    pub name: String,
    /// Ids of its users.
    pub members: Vec<i64>,
}

/// What an admin says of a department; what is absent stays.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[schema(as = DepartmentDraft)]
pub(super) struct Draft {
    pub name: Option<String>,
    /// Ids of users.
    pub members: Option<Vec<i64>>,
}

/// What is wrong with a name, if anything.
pub(super) fn name_problem(name: &str) -> Option<&'static str> {
    let length = name.trim().chars().count();
    let fits = (1..=NAME_MAX).contains(&length) && !name.chars().any(char::is_control);
    (!fits).then_some("A name has 1 to 80 characters.")
}

/// Why nothing was done.
#[derive(Debug, thiserror::Error)]
pub(in crate::accounts) enum DepartmentError {
    #[error("Only admins may do this.")]
    NotAdmin,
    #[error("Not found.")]
    Unknown,
    #[error("{1}")]
    Field(&'static str, &'static str),
    #[error("There is a department of that name.")]
    Taken,
    #[error("There are at most 200 departments.")]
    TooMany,
    #[error(transparent)]
    Db(DbError),
}

impl From<DbError> for DepartmentError {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Unique(_) => Self::Taken,
            other => Self::Db(other),
        }
    }
}
