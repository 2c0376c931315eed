//! The one JSON shape of an error, with a code from one closed list.

use crate::db::DbError;
use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What kind of error it is. Clients match on this, people read the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    Unauthorized,
    Forbidden,
    NotFound,
    Invalid,
    Conflict,
    /// Somebody else did something first that whoever asks has not seen.
    Overtaken,
    /// The customer's last message is too old for this channel.
    WindowClosed,
    TooLarge,
    RateLimited,
    Unavailable,
    Internal,
    Unsupported,
    /// The file is no package, or what it holds does not fit.
    PackageInvalid,
    PackageTooLarge,
    /// It was changed after it was signed.
    PackageChanged,
    PackageUntrusted,
    PackageUnsigned,
    PackageDowngrade,
    /// Its version is here already, with other content.
    PackageSameVersion,
    /// The component does not fit, compile or start here.
    PackageComponent,
    /// It could not be fetched.
    PackageFetch,
    PackageNotGranted,
}

impl Code {
    fn status(self) -> StatusCode {
        match self {
            Self::Unauthorized => StatusCode::UNAUTHORIZED,
            Self::Forbidden => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Invalid
            | Self::PackageInvalid
            | Self::PackageTooLarge
            | Self::PackageChanged
            | Self::PackageUntrusted
            | Self::PackageUnsigned
            | Self::PackageDowngrade
            | Self::PackageSameVersion
            | Self::PackageComponent
            | Self::PackageFetch
            | Self::PackageNotGranted => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Conflict | Self::Overtaken | Self::WindowClosed => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::RateLimited => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Unsupported => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        }
    }
}

/// An error on its way to the client. Handlers return it; rooms' errors convert into it.
#[derive(Clone, Debug)]
pub struct Problem {
    code: Code,
    message: String,
    fields: BTreeMap<String, String>,
    retry_after_s: Option<u64>,
    status: Option<StatusCode>,
}

/// The body of an error answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProblemBody {
    pub error: ProblemError,
    /// Always `failed`, where a success says `success`.
    #[schema(example = "failed")]
    pub result: &'static str,
    /// The same text as `error.message`.
    pub description: String,
}

/// The error itself.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProblemError {
    pub code: Code,
    pub message: String,
    /// What is wrong with which field of a form.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, String>,
}

impl Problem {
    /// An error with this code and text.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            fields: BTreeMap::new(),
            retry_after_s: None,
            status: None,
        }
    }

    /// Nobody is signed in, or not any more.
    #[must_use]
    pub fn unauthorized() -> Self {
        Self::new(Code::Unauthorized, "Sign in first.")
    }

    /// Signed in, but not allowed to do this.
    #[must_use]
    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::new(Code::Forbidden, message)
    }

    /// Unknown, or another tenant's, which must look the same (law L4).
    #[must_use]
    pub fn not_found() -> Self {
        Self::new(Code::NotFound, "Not found.")
    }

    /// The request makes no sense.
    #[must_use]
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(Code::Invalid, message)
    }

    /// A field of a form is wrong.
    #[must_use]
    pub fn field(name: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self::invalid(message.clone()).with_field(name, message)
    }

    /// A defect of ours. The reason goes to the log, not to the client.
    #[must_use]
    pub fn internal(reason: impl std::fmt::Display) -> Self {
        tracing::error!(%reason, "a request failed for a reason of ours");
        Self::new(Code::Internal, "Something went wrong here.")
    }

    /// Adds what is wrong with one field.
    #[must_use]
    pub fn with_field(mut self, name: &str, message: impl Into<String>) -> Self {
        self.fields.insert(name.to_owned(), message.into());
        self
    }

    /// Says when to try again.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after_s = Some(seconds);
        self
    }

    /// Uses a status other than the code's own.
    #[must_use]
    pub fn with_status(mut self, status: StatusCode) -> Self {
        self.status = Some(status);
        self
    }

    /// When to try again, where that is known.
    #[must_use]
    pub fn retry_after_s(&self) -> Option<u64> {
        self.retry_after_s
    }

    /// Its code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// The names of the fields that are wrong.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.fields.keys().map(String::as_str)
    }

    /// Its text.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status.unwrap_or_else(|| self.code.status());
        let body = ProblemBody {
            error: ProblemError {
                code: self.code,
                message: self.message.clone(),
                fields: self.fields,
            },
            result: "failed",
            description: self.message,
        };
        let mut response = (status, Json(body)).into_response();
        if let Some(seconds) = self.retry_after_s {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<DbError> for Problem {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Unique(_) => Self::new(Code::Conflict, "That already exists."),
            DbError::Unavailable(reason) => {
                tracing::warn!(%reason, "the database is unavailable");
                Self::new(Code::Unavailable, "The database is not available right now.")
                    .retry_after(1)
            }
            DbError::NotFound => Self::not_found(),
            DbError::Other(error) => Self::internal(error),
        }
    }
}

impl From<anyhow::Error> for Problem {
    fn from(error: anyhow::Error) -> Self {
        match error.downcast::<DbError>() {
            Ok(error) => error.into(),
            Err(error) => Self::internal(format!("{error:#}")),
        }
    }
}
