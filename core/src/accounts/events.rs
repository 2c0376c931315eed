//! What the socket tells about users, departments and settings.

use super::departments::Department;
use crate::{http::AnyJson, room_events};
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    UsersChanged => "usersChanged",
    DepartmentsChanged => "departmentsChanged",
    SettingsChanged => "settingsChanged",
    RolesChanged => "rolesChanged",
    RightsChanged => "rightsChanged",
}

/// A user is not what it was.
#[derive(Serialize, ToSchema)]
pub struct UsersChanged {
    pub id: i64,
    pub username: String,
    pub name: String,
    pub disabled: bool,
}

/// The roles are others, or have other users.
#[derive(Serialize, ToSchema)]
pub struct RolesChanged {}

/// Whoever is told may do other things than before: the session's check says which.
#[derive(Serialize, ToSchema)]
pub struct RightsChanged {}

/// The departments are others.
#[derive(Serialize, ToSchema)]
pub struct DepartmentsChanged {
    pub departments: Vec<Department>,
}

/// Settings that the session check tells as well are others. What is not named stays as it was.
#[derive(Default, Serialize, ToSchema)]
pub struct SettingsChanged {
    /// The fields of contacts that the client keeps.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AnyJson, required = false)]
    pub contacts_param: Option<AnyJson>,
    /// The kinds of documents that it keeps.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AnyJson, required = false)]
    pub contacts_param2: Option<AnyJson>,
    /// 1 where the dashboard is on the home page of whoever may see reports, else 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false)]
    pub dashboard_on: Option<i64>,
    /// 1 where a call that rings shows itself to whoever is no admin, else 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false)]
    pub popup_on_call: Option<i64>,
    /// What keys mean that callers press: a list of `{keys, name}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AnyJson, required = false)]
    pub keypresses: Option<AnyJson>,
}
