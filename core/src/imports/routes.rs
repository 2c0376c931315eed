//! HTTP in, HTTP out.

use super::{
    Imports, export,
    model::{
        Import, ImportDetail, ImportKind, ImportList, ImportRefusals, ImportSettings, ImportState,
    },
};
use crate::{
    accounts::{Accounts, Caller},
    http::{Code, Input, Problem, ProblemBody, Query, Success, csv, routes},
};
use axum::{
    Json,
    body::Body,
    extract::{DefaultBodyLimit, FromRef, FromRequest, Multipart, Path, Request, State},
    http::StatusCode,
    response::Response,
};
use serde::Deserialize;
use std::fmt::Write as _;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

/// What a form needs beside its file.
const FORM_BYTES: usize = 65_536;

impl FromRef<Imports> for Accounts {
    fn from_ref(room: &Imports) -> Self {
        room.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(room: Imports) -> OpenApiRouter {
    let most = usize::try_from(room.file_max).unwrap_or(usize::MAX).saturating_add(FORM_BYTES);
    let brought = OpenApiRouter::new().routes(routes!(bring)).layer(DefaultBodyLimit::max(most));
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(show, map, delete))
        .routes(routes!(check))
        .routes(routes!(start))
        .routes(routes!(cancel))
        .routes(routes!(refusals))
        .routes(routes!(refusals_table))
        .routes(routes!(template))
        .routes(routes!(export_all))
        .merge(brought)
        .with_state(room)
}

fn number(text: &str) -> Result<i64, Problem> {
    text.parse().map_err(|_| Problem::not_found())
}

fn kind(text: &str) -> Result<ImportKind, Problem> {
    serde_json::from_value(text.into()).map_err(|_| Problem::not_found())
}

/// The newest 50 imports, for admins.
#[utoipa::path(
    get, path = "/api/imports", tag = "imports",
    responses((status = 200, body = ImportList), (status = 403, body = ProblemBody))
)]
async fn list(State(room): State<Imports>, caller: Caller) -> Result<Json<ImportList>, Problem> {
    room.list(&caller).await.map(Json)
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Brought {
    kind: ImportKind,
}

/// Brings a table, for admins: a multipart form with a CSV of at most 25 MB in `file`. Its first line names the
/// columns; its encoding and delimiter are found out. Nothing is imported yet.
#[utoipa::path(
    post, path = "/api/imports", tag = "imports", params(Brought),
    responses(
        (status = 201, body = ImportDetail), (status = 403, body = ProblemBody),
        (status = 409, description = "There are 50 imports already.", body = ProblemBody),
        (status = 413, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn bring(
    State(room): State<Imports>,
    caller: Caller,
    Query(brought): Query<Brought>,
    request: Request,
) -> Result<(StatusCode, Json<ImportDetail>), Problem> {
    caller.require_admin()?;
    let form = Multipart::from_request(request, &room)
        .await
        .map_err(|error| Problem::invalid(error.body_text()))?;
    let (name, bytes) = file(form, room.file_max).await?;
    let detail = room.bring(&caller, brought.kind, (&name, bytes)).await?;
    Ok((StatusCode::CREATED, Json(detail)))
}

/// The file of a form, with its name, refused as soon as it is too large.
async fn file(mut form: Multipart, most: u64) -> Result<(String, Vec<u8>), Problem> {
    let broken = || Problem::invalid("The upload broke off before it was complete. Send it again.");
    let too_large = || {
        let text = format!("A table has at most {} MB. Divide it.", most / 1_000_000);
        Problem::new(Code::TooLarge, text)
    };
    while let Some(mut field) = form.next_field().await.map_err(|_| broken())? {
        if field.name() != Some("file") {
            continue;
        }
        let name = field.file_name().unwrap_or_default().to_owned();
        let mut bytes = Vec::new();
        loop {
            let chunk = match field.chunk().await {
                Ok(Some(chunk)) => chunk,
                Ok(None) => return Ok((name, bytes)),
                Err(error) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                    return Err(too_large());
                }
                Err(_) => return Err(broken()),
            };
            if (bytes.len() + chunk.len()) as u64 > most {
                return Err(too_large());
            }
            bytes.extend_from_slice(&chunk);
        }
    }
    Err(Problem::field("file", "Send the table as the form's field `file`."))
}

/// An import with its columns and the fields that they may fill, for admins.
#[utoipa::path(
    get, path = "/api/imports/{id}", tag = "imports", params(("id" = i64, Path)),
    responses(
        (status = 200, body = ImportDetail), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn show(
    State(room): State<Imports>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<ImportDetail>, Problem> {
    room.show(&caller, number(&id)?).await.map(Json)
}

/// Says which column fills which field and what becomes of known contacts, for admins, before the import
/// begins. A check has to be made anew.
#[utoipa::path(
    put, path = "/api/imports/{id}", tag = "imports", params(("id" = i64, Path)),
    request_body = ImportSettings,
    responses(
        (status = 200, body = ImportDetail), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 409, description = "It has begun.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn map(
    State(room): State<Imports>,
    caller: Caller,
    Path(id): Path<String>,
    Input(settings): Input<ImportSettings>,
) -> Result<Json<ImportDetail>, Problem> {
    room.map(&caller, number(&id)?, &settings).await.map(Json)
}

/// Deletes an import with its file and its refused rows, for admins. What was imported stays.
#[utoipa::path(
    delete, path = "/api/imports/{id}", tag = "imports", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 409, description = "It is at work.", body = ProblemBody),
    )
)]
async fn delete(
    State(room): State<Imports>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.delete(&caller, number(&id)?).await?;
    Ok(Json(Success::default()))
}

/// Counts what the import would do and names the rows it would leave out, for admins. Nothing is written. It
/// runs in the background; `importChanged` on the socket tells how far it is.
#[utoipa::path(
    post, path = "/api/imports/{id}/check", tag = "imports", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Import), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 409, description = "It has begun, or another one is at work.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn check(
    State(room): State<Imports>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Import>, Problem> {
    room.start(&caller, number(&id)?, ImportState::Checking).await.map(Json)
}

/// Begins an import that was checked, or goes on with one that was stopped, for admins. It is silent: no rule,
/// service level, queue, notification or mail comes of it. The same table again makes nothing twice.
#[utoipa::path(
    post, path = "/api/imports/{id}/start", tag = "imports", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Import), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 409, description = "It was not checked, it is done, or another one is at work.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn start(
    State(room): State<Imports>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Import>, Problem> {
    room.start(&caller, number(&id)?, ImportState::Running).await.map(Json)
}

/// Stops a check or an import behind the rows it has dealt with, for admins. What was imported stays.
#[utoipa::path(
    post, path = "/api/imports/{id}/cancel", tag = "imports", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Import), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn cancel(
    State(room): State<Imports>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Import>, Problem> {
    room.cancel(&caller, number(&id)?).await.map(Json)
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Behind {
    after: i64,
}

/// The cells for which rows were left out by the last check or run, for admins: some hundred, behind the row
/// `after`. Those of the first 10,000 rows are kept.
#[utoipa::path(
    get, path = "/api/imports/{id}/refusals", tag = "imports",
    params(("id" = i64, Path), ("after" = Option<i64>, Query)),
    responses(
        (status = 200, body = ImportRefusals), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn refusals(
    State(room): State<Imports>,
    caller: Caller,
    Path(id): Path<String>,
    Query(behind): Query<Behind>,
) -> Result<Json<ImportRefusals>, Problem> {
    room.refusals(&caller, number(&id)?, behind.after).await.map(Json)
}

/// The same cells, all of them, as a table in CSV.
#[utoipa::path(
    get, path = "/api/imports/{id}/refusals.csv", tag = "imports", params(("id" = i64, Path)),
    responses(
        (status = 200, body = String, content_type = "text/csv"), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn refusals_table(
    State(room): State<Imports>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let id = number(&id)?;
    let mut text = csv::first_line("Row,Column,Reason,Value\r\n");
    let mut after = 0;
    loop {
        let page = room.refusals(&caller, id, after).await?;
        for refusal in &page.refusals {
            let cells =
                [&refusal.field, &refusal.reason, &refusal.value].map(|text| csv::cell(text));
            write!(text, "{},{}\r\n", refusal.row, cells.join(",")).map_err(Problem::internal)?;
            after = refusal.row;
        }
        if !page.more {
            return Ok(csv::download(Body::from(text), "refused-rows.csv"));
        }
    }
}

/// A table with the columns of contacts or tickets and two rows, to be filled in.
#[utoipa::path(
    get, path = "/api/imports/templates/{kind}", tag = "imports", params(("kind" = ImportKind, Path)),
    responses(
        (status = 200, body = String, content_type = "text/csv"), (status = 404, body = ProblemBody),
    )
)]
async fn template(_caller: Caller, Path(of): Path<String>) -> Result<Response, Problem> {
    let kind = kind(&of)?;
    Ok(csv::download(Body::from(export::template(kind)), file_name(kind)))
}

/// All contacts or tickets as a table in CSV, for admins. It can be imported again, here or elsewhere; spam,
/// live chats and what was merged into others are left out.
#[utoipa::path(
    get, path = "/api/exports/{kind}", tag = "imports", params(("kind" = ImportKind, Path)),
    responses(
        (status = 200, body = String, content_type = "text/csv"), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn export_all(
    State(room): State<Imports>,
    caller: Caller,
    Path(of): Path<String>,
) -> Result<Response, Problem> {
    let kind = kind(&of)?;
    let lines = room.export(&caller, kind).await?;
    Ok(csv::download(Body::from_stream(lines), file_name(kind)))
}

fn file_name(kind: ImportKind) -> &'static str {
    match kind {
        ImportKind::Contacts => "contacts.csv",
        ImportKind::Tickets => "tickets.csv",
    }
}
