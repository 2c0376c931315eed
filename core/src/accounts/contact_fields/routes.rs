//! HTTP in, HTTP out: the form of contacts. Everybody reads it, admins choose it.

use super::{ContactFields, admin};
use crate::{
    accounts::{Accounts, Caller},
    http::{Input, Problem, ProblemBody, routes},
};
use axum::{Json, extract::State};
use utoipa_axum::router::OpenApiRouter;

/// The routes of the form.
pub(in crate::accounts) fn routes() -> OpenApiRouter<Accounts> {
    OpenApiRouter::new().routes(routes!(shown, chosen))
}

/// Which fields of a contact are kept, which of them have to be filled in, and which identity types are
/// offered. A contact's name is always there.
#[utoipa::path(
    get, path = "/api/contact-fields", tag = "contacts",
    responses((status = 200, body = ContactFields), (status = 401, body = ProblemBody))
)]
async fn shown(
    State(accounts): State<Accounts>,
    caller: Caller,
) -> Result<Json<ContactFields>, Problem> {
    admin::read(&accounts, &caller).await.map(Json)
}

/// Chooses the fields of contacts: each of the six once. What contacts have in a field that is not
/// shown any more stays, and is not shown. The socket tells everybody by `settingsChanged`.
#[utoipa::path(
    put, path = "/api/contact-fields", tag = "contacts", request_body = ContactFields,
    responses((status = 200, body = ContactFields), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn chosen(
    State(accounts): State<Accounts>,
    caller: Caller,
    Input(form): Input<ContactFields>,
) -> Result<Json<ContactFields>, Problem> {
    admin::keep(&accounts, &caller, form).await.map(Json)
}
