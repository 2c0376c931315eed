//! Who may do what to whom, and what makes a change of a user one that can be kept.

use super::roles::model::Role;
use crate::{
    accounts::{
        Caller, Restriction,
        attempt_limit::CountError,
        model::{Kind, Permission, Permissions, password_problem, username_problem},
    },
    db::DbError,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// The rank of a user of whom nothing else was said.
pub(super) const RANK_MAX: i64 = 9_999_999;
const NAME_MAX: usize = 80;
const EMAIL_MAX: usize = 254;

/// A user as far as it matters who may change whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    pub id: i64,
    pub kind: Kind,
    /// Lower is higher.
    pub rank: i64,
    pub enabled: bool,
}

impl Standing {
    fn rules(self) -> bool {
        self.kind == Kind::Admin && self.enabled
    }
}

/// Why an act on a user is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    #[error("Only admins may do this.")]
    NotAdmin,
    #[error("An API key may not do this. Sign in to do it.")]
    ByKey,
    #[error("This user ranks above you.")]
    Above,
    #[error("You cannot give a rank above your own.")]
    TooHigh,
    #[error("You cannot disable yourself or change your own type.")]
    Oneself,
    #[error("This user is disabled: enable the user first.")]
    Disabled,
    #[error("An account needs an admin: this is the last one.")]
    LastAdmin,
}

/// Whether `me` may make a user of this type and rank.
pub(super) fn may_make(me: Standing, rank: i64) -> Result<(), Refusal> {
    if !me.rules() {
        return Err(Refusal::NotAdmin);
    }
    if rank < me.rank { Err(Refusal::TooHigh) } else { Ok(()) }
}

/// Whether `me` may turn a user into what it is `then`. `admins` is how many can sign in now.
pub(super) fn may_turn(
    me: Standing,
    now: Standing,
    then: Standing,
    admins: i64,
) -> Result<(), Refusal> {
    if !me.rules() {
        return Err(Refusal::NotAdmin);
    }
    if now.rank < me.rank {
        return Err(Refusal::Above);
    }
    if then.rank < me.rank {
        return Err(Refusal::TooHigh);
    }
    if now.rules() && !then.rules() && admins <= 1 {
        return Err(Refusal::LastAdmin);
    }
    let turned = then.kind != now.kind || then.enabled != now.enabled;
    if now.id == me.id && turned { Err(Refusal::Oneself) } else { Ok(()) }
}

/// What an admin says of a user; what is absent stays, or is the usual thing for a new one.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[schema(as = UserDraft)]
pub(super) struct Draft {
    /// For a new user only.
    pub username: Option<String>,
    /// The name people see; empty means the username.
    pub name: Option<String>,
    pub email: Option<String>,
    #[serde(rename = "type")]
    pub kind: Option<Kind>,
    /// Lower is higher; 1 at least.
    pub rank: Option<i64>,
    pub permissions: Option<Vec<String>>,
    /// The id of a role, which says type, rank and permissions in place of the draft; null for none. A
    /// user whose type, rank or permissions are changed one by one has no role any more.
    #[serde(default, deserialize_with = "crate::http::nullable")]
    #[schema(value_type = Option<i64>)]
    pub role: Option<Option<i64>>,
    /// Ids of departments.
    pub departments: Option<Vec<i64>>,
    pub password: Option<String>,
}

/// Whether a key may say this of a user. What opens a session would outlive the key: a password, the
/// address that a reset or a sign-in provider goes by, and everything an admin may do.
pub(super) fn may_key(draft: &Draft, new: bool) -> Result<(), Refusal> {
    let opens = draft.password.is_some()
        || draft.kind == Some(Kind::Admin)
        || (draft.email.is_some() && !new);
    if opens { Err(Refusal::ByKey) } else { Ok(()) }
}

/// What is wrong with a rank and with permissions, by field: of a user or of a role.
pub(super) fn rights_faults(
    rank: Option<i64>,
    permissions: Option<&[String]>,
) -> Vec<(&'static str, &'static str)> {
    let mut found = vec![];
    if rank.is_some_and(|rank| !(1..=RANK_MAX).contains(&rank)) {
        found.push(("rank", "A rank is a whole number from 1 to 9999999."));
    }
    let known = |text: &String| Permission::ALL.iter().any(|one| one.as_str() == text);
    if !permissions.unwrap_or_default().iter().all(known) {
        found.push(("permissions", "There is no such permission."));
    }
    found
}

/// What is wrong with a draft, by field.
pub(super) fn faults(draft: &Draft, new: bool) -> Vec<(&'static str, &'static str)> {
    let mut found = vec![];
    let username = draft.username.as_deref().map(str::trim);
    match (username, new) {
        (username, true) => {
            found.extend(username_problem(username.unwrap_or_default()).map(|t| ("username", t)));
        }
        (Some(_), false) => found.push(("username", "A username stays as it is.")),
        (None, false) => {}
    }
    let name = draft.name.as_deref().unwrap_or_default();
    if name.trim().chars().count() > NAME_MAX || name.chars().any(char::is_control) {
        found.push(("name", "A name has at most 80 characters."));
    }
    if draft.email.as_deref().is_some_and(|email| !is_email(email.trim())) {
        found.push(("email", "This is no e-mail address."));
    }
    found.extend(rights_faults(draft.rank, draft.permissions.as_deref()));
    let one_by_one = draft.kind.is_some() || draft.rank.is_some() || draft.permissions.is_some();
    if matches!(draft.role, Some(Some(_))) && one_by_one {
        found.push(("role", "The role says type, rank and permissions: leave them out."));
    }
    if let Some(password) = draft.password.as_deref() {
        found.extend(password_problem(password).map(|text| ("password", text)));
    }
    found
}

/// Nothing, or something that a mail can be sent to as far as one sees.
fn is_email(text: &str) -> bool {
    text.is_empty()
        || text.len() <= EMAIL_MAX
            && !text.chars().any(|c| c.is_whitespace() || c.is_control() || c == ',')
            && text.rsplit_once('@').is_some_and(|(who, host)| {
                !who.is_empty() && host.contains(|c: char| c.is_alphanumeric())
            })
}

/// A user as admins see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct User {
    pub id: i64,
    pub username: String,
    pub name: String,
    pub email: String,
    #[serde(rename = "type")]
    pub kind: Kind,
    /// Lower is higher.
    pub rank: i64,
    pub permissions: Vec<String>,
    /// The id of the role that says type, rank and permissions; null for a user without one.
    pub role: Option<i64>,
    /// Ids of the departments the user belongs to.
    pub departments: Vec<i64>,
    pub disabled: bool,
    /// Whether a second factor is asked for at the sign-in.
    pub second_factor: bool,
    /// Milliseconds since 1970.
    pub created_at: i64,
}

impl User {
    pub(super) fn standing(&self) -> Standing {
        Standing { id: self.id, kind: self.kind, rank: self.rank, enabled: !self.disabled }
    }

    /// What of the user's rights a socket is opened with.
    pub(super) fn socket_rights(&self) -> (Kind, bool, Restriction) {
        socket_rights(self.kind, &self.permissions)
    }
}

/// What of somebody's rights a socket is opened with: the type, whether they see what others have taken,
/// and how much they may change.
pub(super) fn socket_rights(kind: Kind, permissions: &[String]) -> (Kind, bool, Restriction) {
    let permissions = Permissions::of(permissions);
    let view_all = permissions.allow(kind, Permission::ViewAll);
    (kind, view_all, Restriction::of(&permissions, kind))
}

/// Gives a user what the draft says: a role's rights, or type, rank and permissions one by one.
pub(super) fn set_rights(user: &mut User, draft: &Draft, role: Option<&Role>) {
    if let Some(role) = role {
        (user.kind, user.rank, user.role) = (role.kind, role.rank, Some(role.id));
        user.permissions.clone_from(&role.permissions);
        return;
    }
    let before = (user.kind, user.rank, user.permissions.clone());
    user.kind = draft.kind.unwrap_or(user.kind);
    user.rank = draft.rank.unwrap_or(user.rank);
    if let Some(permissions) = &draft.permissions {
        let once: BTreeSet<&String> = permissions.iter().collect();
        user.permissions = once.into_iter().cloned().collect();
    }
    let same = before == (user.kind, user.rank, user.permissions.clone());
    if draft.role == Some(None) || !same {
        user.role = None;
    }
}

/// Why nothing was done.
#[derive(Debug, thiserror::Error)]
pub(super) enum UserError {
    #[error("{0}")]
    Refused(Refusal),
    #[error("Not found.")]
    Unknown,
    #[error("Please check the input.")]
    Invalid(Vec<(&'static str, &'static str)>),
    #[error("That username is taken.")]
    Taken,
    #[error("This desk sends no mail. Make a link and give it to the user.")]
    NoMail,
    #[error("This user was invited several times just now. Try again later.")]
    Limited { retry_after_s: u64 },
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl From<Refusal> for UserError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::TooHigh => {
                Self::Invalid(vec![("rank", "You cannot give a rank above your own.")])
            }
            refusal => Self::Refused(refusal),
        }
    }
}

impl From<CountError> for UserError {
    fn from(error: CountError) -> Self {
        match error {
            CountError::Limited { retry_after_s } => Self::Limited { retry_after_s },
            CountError::Db(error) => error.into(),
        }
    }
}

impl From<DbError> for UserError {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Unique(_) => Self::Taken,
            DbError::NotFound => Self::Unknown,
            other => Self::Internal(other.into()),
        }
    }
}

impl Caller {
    /// As of this request; an act looks again inside its transaction.
    pub(super) fn standing(&self) -> Standing {
        Standing { id: self.user_id, kind: self.kind, rank: self.rank, enabled: true }
    }
}
