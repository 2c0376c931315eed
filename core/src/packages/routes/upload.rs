//! Reading a package from a request: a form with a file, or an address or path as JSON.

use crate::{
    http::{Code, Input, Problem},
    packages::{api::PackageSource, stage::Brought},
    plugins::{PACKAGE_MAX, PackageError},
};
use axum::{
    extract::{FromRequest, Multipart, Request},
    http::header,
};

/// A package in a request.
pub(super) struct Upload(pub Brought);

impl<S: Send + Sync> FromRequest<S> for Upload {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok());
        if kind.is_some_and(|kind| kind.starts_with("multipart/form-data")) {
            let form = Multipart::from_request(request, state)
                .await
                .map_err(|_| Problem::invalid("The form cannot be read."))?;
            return file(form).await.map(|bytes| Self(Brought::Bytes(bytes)));
        }
        let Input(body) = Input::<PackageSource>::from_request(request, state).await?;
        match (body.url, body.path) {
            (Some(url), None) => Ok(Self(Brought::Url(url))),
            (None, Some(path)) => Ok(Self(Brought::Path(path))),
            _ => Err(Problem::field("package", "Send a file, a url or a path.")),
        }
    }
}

/// The file of the form, refused as soon as it is too large.
async fn file(mut form: Multipart) -> Result<Vec<u8>, Problem> {
    let broken = || Problem::invalid("The upload broke off before it was complete. Send it again.");
    while let Some(mut field) = form.next_field().await.map_err(|_| broken())? {
        if field.name() != Some("package") {
            continue;
        }
        let mut bytes = Vec::new();
        loop {
            let chunk = match field.chunk().await {
                Ok(Some(chunk)) => chunk,
                Ok(None) => return Ok(bytes),
                Err(error) if error.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE => {
                    return Err(too_large());
                }
                Err(_) => return Err(broken()),
            };
            if bytes.len() + chunk.len() > PACKAGE_MAX {
                return Err(too_large());
            }
            bytes.extend_from_slice(&chunk);
        }
    }
    Err(Problem::field("package", "Send the file as the form's field `package`."))
}

fn too_large() -> Problem {
    let text = PackageError::TooLarge.to_string();
    Problem::new(Code::PackageTooLarge, format!("T{}.", text.trim_start_matches('t')))
}
