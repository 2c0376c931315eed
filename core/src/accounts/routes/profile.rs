//! HTTP in, HTTP out: a user's own card, and photos.

use crate::{
    accounts::{
        Accounts, Caller,
        profile::{self, OwnProfile, ProfileChange, ProfileError},
        store,
    },
    blobs::{BlobError, BlobRef},
    http::{Code, FileBytes, Input, Problem, ProblemBody, routes},
};
use axum::{
    Json,
    body::Body,
    extract::{Multipart, Path, State},
    http::{HeaderValue, header},
    response::Response,
};
use utoipa_axum::router::OpenApiRouter;

pub(super) fn routes() -> OpenApiRouter<Accounts> {
    OpenApiRouter::new()
        .routes(routes!(own_profile))
        .routes(routes!(change_profile))
        .routes(routes!(set_photo))
        .routes(routes!(drop_photo))
        .routes(routes!(photo))
        .routes(routes!(named_photo))
}

impl From<ProfileError> for Problem {
    fn from(error: ProfileError) -> Self {
        let text = error.to_string();
        match error {
            ProfileError::Invalid { field, .. } => Self::field(field, text),
            ProfileError::NoPhoto => Self::field("photo", text),
            ProfileError::TooLarge => Self::new(Code::TooLarge, text),
            ProfileError::NoStore => Self::new(Code::Unavailable, text),
            ProfileError::Proof(error) => error.into(),
            ProfileError::Unknown => Self::not_found(),
            ProfileError::Internal(error) => error.into(),
        }
    }
}

/// Show the own card.
#[utoipa::path(
    get, path = "/api/me", tag = "accounts",
    responses((status = 200, body = OwnProfile), (status = 401, body = ProblemBody))
)]
async fn own_profile(
    State(accounts): State<Accounts>,
    caller: Caller,
) -> Result<Json<OwnProfile>, Problem> {
    Ok(Json(profile::own(&accounts, &caller).await?))
}

/// Change the own card; what is absent stays. Another mail address asks for the password.
#[utoipa::path(
    patch, path = "/api/me", tag = "accounts", request_body = ProfileChange,
    responses(
        (status = 200, body = OwnProfile),
        (status = 422, description = "A field is wrong, or the password.", body = ProblemBody),
        (status = 429, description = "Too many attempts.", body = ProblemBody),
    )
)]
async fn change_profile(
    State(accounts): State<Accounts>,
    caller: Caller,
    Input(change): Input<ProfileChange>,
) -> Result<Json<OwnProfile>, Problem> {
    Ok(Json(profile::update(&accounts, &caller, &change).await?))
}

/// Set the own photo: a form with the file in `photo`, a PNG, JPEG, WebP or GIF of at most 1 MB.
#[utoipa::path(
    post, path = "/api/me/photo", tag = "accounts",
    responses(
        (status = 200, body = OwnProfile),
        (status = 413, body = ProblemBody),
        (status = 422, description = "That is no photo.", body = ProblemBody),
    )
)]
async fn set_photo(
    State(accounts): State<Accounts>,
    caller: Caller,
    mut form: Multipart,
) -> Result<Json<OwnProfile>, Problem> {
    let broken = |error: axum::extract::multipart::MultipartError| {
        if error.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE {
            Problem::from(ProfileError::TooLarge)
        } else {
            Problem::invalid("The form broke off before it was complete. Send it again.")
        }
    };
    while let Some(field) = form.next_field().await.map_err(broken)? {
        if field.name() == Some("photo") {
            let bytes = field.bytes().await.map_err(broken)?;
            return Ok(Json(profile::set_photo(&accounts, &caller, bytes.to_vec()).await?));
        }
    }
    Err(ProfileError::NoPhoto.into())
}

/// Drop the own photo.
#[utoipa::path(
    delete, path = "/api/me/photo", tag = "accounts",
    responses((status = 200, body = OwnProfile), (status = 401, body = ProblemBody))
)]
async fn drop_photo(
    State(accounts): State<Accounts>,
    caller: Caller,
) -> Result<Json<OwnProfile>, Problem> {
    Ok(Json(profile::drop_photo(&accounts, &caller).await?))
}

/// A user's photo, for whoever was given its address: colleagues, and visitors they chat with.
#[utoipa::path(
    get, path = "/api/photos/{key}", tag = "accounts", params(("key" = String, Path)),
    responses((status = 200, body = FileBytes, content_type = "image/png"), (status = 404, body = ProblemBody))
)]
async fn photo(
    State(accounts): State<Accounts>,
    Path(key): Path<String>,
) -> Result<Response, Problem> {
    shown(&accounts, &key).await
}

/// The same by its key and file name, as notifications name it.
#[utoipa::path(
    get, path = "/api/photos/{uid}/{file_name}", tag = "accounts",
    params(("uid" = String, Path), ("file_name" = String, Path)),
    responses((status = 200, body = FileBytes, content_type = "image/png"), (status = 404, body = ProblemBody))
)]
async fn named_photo(
    State(accounts): State<Accounts>,
    Path((key, file_name)): Path<(String, String)>,
) -> Result<Response, Problem> {
    if file_name != profile::PHOTO_FILE {
        return Err(Problem::not_found());
    }
    shown(&accounts, &key).await
}

async fn shown(accounts: &Accounts, key: &str) -> Result<Response, Problem> {
    let stored = {
        let mut conn = accounts.0.db.read().await?;
        store::photo_across_clients(&mut conn, key).await?
    };
    let stored = stored.ok_or_else(Problem::not_found)?;
    let photo: BlobRef = serde_json::from_str(&stored).map_err(Problem::internal)?;
    let blobs = accounts.0.blobs.as_ref().ok_or_else(Problem::not_found)?;
    let stream = blobs.get_stream(&photo.sha256).await.map_err(|error| match error {
        BlobError::NotFound => Problem::not_found(),
        other => Problem::new(Code::Unavailable, format!("The photo cannot be read: {other}.")),
    })?;
    let mut response = Response::new(Body::from_stream(stream));
    let headers = response.headers_mut();
    let mime = HeaderValue::from_str(&photo.mime).map_err(Problem::internal)?;
    headers.insert(header::CONTENT_TYPE, mime);
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(photo.size));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; sandbox"),
    );
    // Another photo has another address.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=86400"));
    Ok(response)
}
