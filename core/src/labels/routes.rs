//! HTTP in, HTTP out.

use super::{
    Labels,
    model::{Label, read},
    store,
    update::UpdateError,
};
use crate::{
    accounts::{Accounts, Caller},
    http::{Input, Problem, ProblemBody, Query},
};
use axum::{
    Json,
    extract::{FromRef, State},
};
use serde::Deserialize;
use serde_json::Value;
use utoipa_axum::{router::OpenApiRouter, routes};

/// What a refused save says, whatever was wrong with it; the fields say more.
const CHECK_INPUT: &str = "Please check the input.";

impl FromRef<Labels> for Accounts {
    fn from_ref(labels: &Labels) -> Self {
        labels.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(labels: Labels) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(get)).routes(routes!(update)).with_state(labels)
}

impl From<UpdateError> for Problem {
    fn from(error: UpdateError) -> Self {
        match error {
            UpdateError::Unknown => Self::not_found(),
            UpdateError::TooMany => {
                Self::invalid(CHECK_INPUT).with_field("labelArray", "There are at most 200 labels.")
            }
            UpdateError::Db(error) => error.into(),
        }
    }
}

#[derive(Deserialize)]
struct Which {
    deleted: Option<i64>,
}

/// The labels, highest level first. With `deleted=1` those that were deleted follow, so that tickets
/// which still carry one can be explained.
#[utoipa::path(
    get, path = "/api/label/get", tag = "labels",
    params(("deleted" = Option<i64>, Query)),
    responses((status = 200, body = Vec<Label>), (status = 401, body = ProblemBody))
)]
async fn get(
    State(labels): State<Labels>,
    caller: Caller,
    Query(which): Query<Which>,
) -> Result<Json<Vec<Label>>, Problem> {
    let deleted = which.deleted.unwrap_or(0) != 0;
    let mut conn = labels.db.read().await?;
    Ok(Json(store::list(&mut conn, caller.client_id, deleted).await?))
}

#[derive(Deserialize)]
struct Save {
    #[serde(default, rename = "labelArray")]
    labels: Value,
    #[serde(default)]
    delete: Value,
}

/// Saves labels, for admins: `labelArray` is a list of `{"id", "name", "color", "colorDark", "level",
/// "sla", "isNew"}` and `delete` one of ids; both may be JSON or a text that holds JSON.
///
/// A label with `isNew`, or without an id, is made; one that is not mentioned stays as it is. All of
/// it is saved or nothing. The answer is the list as it is then.
#[utoipa::path(
    post, path = "/api/label/update", tag = "labels", request_body = Value,
    responses(
        (status = 200, body = Vec<Label>), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn update(
    State(labels): State<Labels>,
    caller: Caller,
    Input(save): Input<Save>,
) -> Result<Json<Vec<Label>>, Problem> {
    caller.require_admin()?;
    let change = read(&save.labels, &save.delete)
        .map_err(|wrong| Problem::invalid(CHECK_INPUT).with_field(&wrong.field, wrong.why))?;
    Ok(Json(labels.update(caller.client_id, &change).await?))
}
