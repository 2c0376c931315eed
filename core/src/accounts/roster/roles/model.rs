//! Roles, and what makes one that can be kept.

use crate::{
    accounts::{
        model::{Kind, Permission},
        roster::model::{Refusal, Standing, rights_faults},
    },
    db::DbError,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Roles a client may have; the list of them is read whole.
pub(super) const ROLES_MAX: usize = 50;
const NAME_MAX: usize = 60;

/// A role that a client begins with. Admins may rename and change it as any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::accounts::roster) enum BuiltinRole {
    /// Made the desk; nobody ranks above.
    Owner,
    Admin,
    /// Sees every ticket, the reports and the board, and steps into live chats.
    Supervisor,
    Agent,
    /// Writes notes and answers no customers.
    LightAgent,
    /// Reads everything, the audit log too, and changes nothing.
    Auditor,
}

impl BuiltinRole {
    pub(super) const ALL: &[Self] =
        &[Self::Owner, Self::Admin, Self::Supervisor, Self::Agent, Self::LightAgent, Self::Auditor];

    /// As stored and sent.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Admin => "admin",
            Self::Supervisor => "supervisor",
            Self::Agent => "agent",
            Self::LightAgent => "light_agent",
            Self::Auditor => "auditor",
        }
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.as_str() == text)
    }

    /// As it is at the beginning: name, type, rank and permissions.
    pub(super) fn beginning(self) -> RoleRights<'static> {
        let rights = |name, kind, rank, permissions| RoleRights { name, kind, rank, permissions };
        match self {
            Self::Owner => rights("Owner", Kind::Admin, 1, &[]),
            Self::Admin => rights("Admin", Kind::Admin, 2, &[]),
            Self::Supervisor => {
                let permissions =
                    &[Permission::Supervise, Permission::ViewAll, Permission::ViewReport];
                rights("Supervisor", Kind::Agent, 5, permissions)
            }
            Self::Agent => rights("Agent", Kind::Agent, 10, &[]),
            Self::LightAgent => rights("Light agent", Kind::Agent, 20, &[Permission::NotesOnly]),
            Self::Auditor => {
                let permissions = &[
                    Permission::ReadOnly,
                    Permission::ViewAll,
                    Permission::ViewAudit,
                    Permission::ViewReport,
                ];
                rights("Auditor", Kind::Agent, 20, permissions)
            }
        }
    }
}

/// What a role that a client begins with is called and says.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoleRights<'a> {
    pub name: &'a str,
    pub kind: Kind,
    pub rank: i64,
    pub permissions: &'a [Permission],
}

/// A role as admins see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(in crate::accounts::roster) struct Role {
    pub id: i64,
    pub name: String,
    /// Which of the six it began as; null for one that an admin made.
    pub builtin: Option<BuiltinRole>,
    #[serde(rename = "type")]
    pub kind: Kind,
    /// Lower is higher.
    pub rank: i64,
    pub permissions: Vec<String>,
    /// How many users have it, those that are disabled among them.
    pub users: i64,
}

/// What an admin says of a role; what is absent stays. A new one needs a name.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[schema(as = RoleDraft)]
pub(super) struct Draft {
    /// 1 to 60 characters, no other role's.
    pub name: Option<String>,
    /// `agent` for a new one of which nothing is said.
    #[serde(rename = "type")]
    pub kind: Option<Kind>,
    /// Lower is higher; 1 at least, and none above the caller's own.
    pub rank: Option<i64>,
    pub permissions: Option<Vec<String>>,
}

/// What is wrong with a draft, by field.
pub(super) fn faults(draft: &Draft, new: bool) -> Vec<(&'static str, &'static str)> {
    let mut found = vec![];
    match draft.name.as_deref().map(str::trim) {
        None if !new => {}
        None | Some("") => found.push(("name", "A role needs a name.")),
        Some(name) if name.chars().count() > NAME_MAX || name.chars().any(char::is_control) => {
            found.push(("name", "A role's name has at most 60 characters."));
        }
        Some(_) => {}
    }
    found.extend(rights_faults(draft.rank, draft.permissions.as_deref()));
    found
}

/// How the users of a role stand, for the decision whether it may be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RoleUsers {
    /// Whether the caller has the role.
    pub mine: bool,
    /// Admins who can sign in and do not have it.
    pub other_admins: i64,
    /// Those who can sign in and have it.
    pub enabled: i64,
}

/// Whether `me` may turn a role of this type and rank into another, for all who have it.
pub(super) fn may_turn_role(
    me: Standing,
    (now, now_rank): (Kind, i64),
    (then, then_rank): (Kind, i64),
    users: RoleUsers,
) -> Result<(), Refusal> {
    if now_rank < me.rank {
        return Err(Refusal::Above);
    }
    if then_rank < me.rank {
        return Err(Refusal::TooHigh);
    }
    let loses = now == Kind::Admin && then != Kind::Admin && users.enabled > 0;
    if loses && users.other_admins == 0 {
        return Err(Refusal::LastAdmin);
    }
    if users.mine && now != then { Err(Refusal::Oneself) } else { Ok(()) }
}

/// Why nothing was done.
#[derive(Debug, thiserror::Error)]
pub(super) enum RoleError {
    #[error("{0}")]
    Refused(Refusal),
    #[error("Not found.")]
    Unknown,
    #[error("Please check the input.")]
    Invalid(Vec<(&'static str, &'static str)>),
    #[error("Another role has this name.")]
    Taken,
    #[error("There are at most 50 roles. Delete one first.")]
    TooMany,
    #[error("{0} users have this role. Give them another one first.")]
    InUse(i64),
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl From<Refusal> for RoleError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::TooHigh => {
                Self::Invalid(vec![("rank", "You cannot give a rank above your own.")])
            }
            refusal => Self::Refused(refusal),
        }
    }
}

impl From<DbError> for RoleError {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Unique(_) => Self::Taken,
            DbError::NotFound => Self::Unknown,
            other => Self::Internal(other.into()),
        }
    }
}
