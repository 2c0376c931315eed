//! HTTP in, HTTP out.

use super::{
    Labels,
    model::{LABELS_MAX, Label, ids, read, whole},
    store,
    update::UpdateError,
};
use crate::{
    accounts::{Accounts, Caller},
    http::{AnyJson, Input, IntOrText, Problem, ProblemBody, Query, SuccessWith, routes},
    tickets::{Viewer, api::TicketView},
};
use axum::{
    Json,
    extract::{FromRef, State},
};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

/// What a refused save says, whatever was wrong with it; the fields say more.
const CHECK_INPUT: &str = "Please check the input.";

impl FromRef<Labels> for Accounts {
    fn from_ref(labels: &Labels) -> Self {
        labels.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(room: Labels) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list_labels))
        .routes(routes!(save_labels))
        .routes(routes!(label_ticket))
        .with_state(room)
}

impl From<UpdateError> for Problem {
    fn from(error: UpdateError) -> Self {
        match error {
            UpdateError::NotAdmin => Self::forbidden(error.to_string()),
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
async fn list_labels(
    State(room): State<Labels>,
    caller: Caller,
    Query(which): Query<Which>,
) -> Result<Json<Vec<Label>>, Problem> {
    let deleted = which.deleted.unwrap_or(0) != 0;
    let mut conn = room.db.read().await?;
    Ok(Json(store::list(&mut conn, caller.client_id, deleted).await?))
}

#[derive(Deserialize, ToSchema)]
#[schema(as = SaveLabels)]
struct Save {
    #[serde(default, rename = "labelArray")]
    #[schema(value_type = AnyJson)]
    labels: Value,
    #[serde(default)]
    #[schema(value_type = AnyJson)]
    delete: Value,
}

/// Saves labels, for admins: `labelArray` is a list of `{"id", "name", "color", "colorDark", "level",
/// "sla", "isNew"}` and `delete` one of ids; both may be JSON or a text that holds JSON.
///
/// A label with `isNew`, or without an id, is made; one that is not mentioned stays as it is. All of
/// it is saved or nothing. The answer is the list as it is then.
#[utoipa::path(
    post, path = "/api/label/update", tag = "labels", request_body = Save,
    responses(
        (status = 200, body = Vec<Label>), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn save_labels(
    State(room): State<Labels>,
    caller: Caller,
    Input(save): Input<Save>,
) -> Result<Json<Vec<Label>>, Problem> {
    let change = read(&save.labels, &save.delete)
        .map_err(|wrong| Problem::invalid(CHECK_INPUT).with_field(&wrong.field, wrong.why))?;
    Ok(Json(room.update(&caller, &change).await?))
}

#[derive(Deserialize, ToSchema)]
#[schema(as = LabelTicket)]
struct Mark {
    #[schema(value_type = IntOrText)]
    ticket_id: Value,
    /// A list of ids, or a text that holds it as JSON.
    #[schema(value_type = AnyJson)]
    label: Value,
}

/// Sets the labels of a ticket: `label` is the list of their ids, or a text that holds it as JSON. The
/// answer has the ticket as it is then.
#[utoipa::path(
    post, path = "/api/ticket/label", tag = "labels", request_body = Mark,
    responses((status = 200, body = SuccessWith<TicketView>), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn label_ticket(
    State(room): State<Labels>,
    caller: Caller,
    Input(mark): Input<Mark>,
) -> Result<Json<SuccessWith<TicketView>>, Problem> {
    let ticket = whole(&mark.ticket_id).ok_or_else(Problem::not_found)?;
    let wanted = ids(&mark.label)
        .filter(|ids| ids.len() <= LABELS_MAX)
        .ok_or_else(|| Problem::field("label", "This is a list of ids of labels."))?;
    let ticket = room.mark(&Viewer::from(&caller), ticket, wanted).await?;
    Ok(Json(SuccessWith::of(ticket)))
}
