//! HTTP in, HTTP out.

use super::{
    Emoji,
    model::{CustomEmoji, NoPicture},
    store,
};
use crate::{
    accounts::{Accounts, Caller},
    blobs::{BlobError, BlobRef},
    http::{Code, FileBytes, Problem, ProblemBody, Query, Success, routes},
};
use axum::{
    Json,
    body::Body,
    extract::{FromRef, FromRequest, Multipart, Path, Request, State, multipart::MultipartError},
    http::{HeaderValue, StatusCode, header},
    response::Response,
};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Emoji> for Accounts {
    fn from_ref(room: &Emoji) -> Self {
        room.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(room: Emoji) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list, add))
        .routes(routes!(remove))
        .routes(routes!(picture))
        .with_state(room)
}

#[derive(Deserialize)]
struct Which {
    deleted: Option<i64>,
}

/// The client's own emoji, by name. With `deleted=1` those that were deleted follow, so that messages
/// which still carry one can be shown.
#[utoipa::path(
    get, path = "/api/emoji/custom", tag = "emoji", params(("deleted" = Option<i64>, Query)),
    responses((status = 200, body = Vec<CustomEmoji>), (status = 401, body = ProblemBody))
)]
async fn list(
    State(room): State<Emoji>,
    caller: Caller,
    Query(which): Query<Which>,
) -> Result<Json<Vec<CustomEmoji>>, Problem> {
    let deleted = which.deleted.unwrap_or(0) != 0;
    Ok(Json(room.list(caller.client_id, deleted).await?))
}

/// Adds an emoji, for admins: a form with its `name` and the file in `picture`, a PNG, GIF or WebP of
/// at most 256 KB and 512 by 512 pixels.
#[utoipa::path(
    post, path = "/api/emoji/custom", tag = "emoji",
    responses(
        (status = 201, body = CustomEmoji), (status = 403, body = ProblemBody),
        (status = 409, description = "The name is taken, or there are enough.", body = ProblemBody),
        (status = 413, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn add(
    State(room): State<Emoji>,
    caller: Caller,
    request: Request,
) -> Result<(StatusCode, Json<CustomEmoji>), Problem> {
    caller.require_admin()?;
    let mut form = Multipart::from_request(request, &room)
        .await
        .map_err(|error| Problem::invalid(error.body_text()))?;
    let (mut name, mut bytes) = (String::new(), None);
    while let Some(field) = form.next_field().await.map_err(|error| broken(&error))? {
        match field.name() {
            Some("name") => name = field.text().await.map_err(|error| broken(&error))?,
            Some("picture") => {
                bytes = Some(field.bytes().await.map_err(|error| broken(&error))?);
            }
            _ => {}
        }
    }
    let bytes = bytes.ok_or(NoPicture::Unknown)?;
    Ok((StatusCode::CREATED, Json(room.add(&caller, &name, bytes.to_vec()).await?)))
}

fn broken(error: &MultipartError) -> Problem {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return NoPicture::Heavy.into();
    }
    Problem::invalid("The form broke off before it was complete. Send it again.")
}

/// Deletes an emoji, for admins. Messages that carry it keep its picture.
#[utoipa::path(
    delete, path = "/api/emoji/custom/{id}", tag = "emoji", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn remove(
    State(room): State<Emoji>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    let id = id.parse().map_err(|_| Problem::not_found())?;
    room.remove(&caller, id).await?;
    Ok(Json(Success::default()))
}

/// An emoji's picture, for whoever was given its address.
#[utoipa::path(
    get, path = "/api/emoji/pictures/{key}", tag = "emoji", params(("key" = String, Path)),
    responses((status = 200, body = FileBytes, content_type = "image/png"), (status = 404, body = ProblemBody))
)]
async fn picture(State(room): State<Emoji>, Path(key): Path<String>) -> Result<Response, Problem> {
    let stored = {
        let mut conn = room.db.read().await?;
        store::picture_across_clients(&mut conn, &key).await?
    };
    let stored = stored.ok_or_else(Problem::not_found)?;
    let picture: BlobRef = serde_json::from_str(&stored).map_err(Problem::internal)?;
    let stream = room.blobs.get_stream(&picture.sha256).await.map_err(|error| match error {
        BlobError::NotFound => Problem::not_found(),
        other => Problem::new(Code::Unavailable, format!("The picture cannot be read: {other}.")),
    })?;
    let mut response = Response::new(Body::from_stream(stream));
    let headers = response.headers_mut();
    let mime = HeaderValue::from_str(&picture.mime).map_err(Problem::internal)?;
    headers.insert(header::CONTENT_TYPE, mime);
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(picture.size));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; sandbox"),
    );
    // Another picture has another address.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=86400"));
    Ok(response)
}
