//! HTTP in, HTTP out: packages, plugins and trusted keys.

mod keys;
mod packages;
mod plugins;
mod upload;

use super::{
    Packages,
    model::{Actor, PackageProblem},
};
use crate::{
    accounts::{Accounts, Caller},
    blobs::BlobError,
    http::{Code, Problem, routes},
    plugins::{PACKAGE_MAX, PackageError},
};
use axum::extract::{DefaultBodyLimit, FromRef};
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Packages> for Accounts {
    fn from_ref(packages: &Packages) -> Self {
        packages.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(room: Packages) -> OpenApiRouter {
    // The reader has its own limit; this one leaves it room for the form around the file.
    let uploads = OpenApiRouter::new()
        .routes(routes!(packages::list, packages::create))
        .layer(DefaultBodyLimit::max(PACKAGE_MAX + (1 << 20)));
    OpenApiRouter::new()
        .routes(routes!(plugins::list))
        .routes(routes!(plugins::show, plugins::uninstall))
        .routes(routes!(plugins::rollback))
        .routes(routes!(plugins::switch))
        .routes(routes!(packages::show, packages::discard))
        .routes(routes!(packages::activate))
        .routes(routes!(keys::list, keys::add))
        .routes(routes!(keys::remove))
        .merge(uploads)
        .with_state(room)
}

impl From<&Caller> for Actor {
    fn from(caller: &Caller) -> Self {
        Self::User { author: caller.author(), admin: caller.is_admin() }
    }
}

impl From<PackageProblem> for Problem {
    fn from(problem: PackageProblem) -> Self {
        let text = problem.to_string();
        let code = match problem {
            PackageProblem::NotOperator | PackageProblem::NotAdmin => {
                return Self::forbidden(text);
            }
            PackageProblem::NotFound => return Self::not_found(),
            PackageProblem::Field(name, text) => return Self::field(name, text),
            PackageProblem::State(_) => Code::Conflict,
            PackageProblem::Db(error) => return error.into(),
            PackageProblem::Blobs(BlobError::NotFound) => {
                return Self::new(Code::Conflict, "The package's file is not in the blob store.");
            }
            PackageProblem::Blobs(_) => Code::Unavailable,
            PackageProblem::Package(PackageError::Host(reason)) => {
                tracing::error!(reason, "a package could not be prepared");
                Code::Unavailable
            }
            PackageProblem::Package(PackageError::TooLarge) => Code::PackageTooLarge,
            PackageProblem::Package(PackageError::Signature(_)) => Code::PackageChanged,
            PackageProblem::Package(PackageError::Component(_)) => Code::PackageComponent,
            PackageProblem::Package(_) => Code::PackageInvalid,
            PackageProblem::Untrusted { .. } => Code::PackageUntrusted,
            PackageProblem::Unsigned => Code::PackageUnsigned,
            PackageProblem::Downgrade { .. } => Code::PackageDowngrade,
            PackageProblem::SameVersion { .. } => Code::PackageSameVersion,
            PackageProblem::PathNotAllowed => return Self::forbidden(text),
            PackageProblem::Fetch(_) => Code::PackageFetch,
            PackageProblem::NotGranted => Code::PackageNotGranted,
        };
        Self::new(code, text)
    }
}

/// Ids of packages and keys. What is no number is no id.
fn number(text: &str) -> Result<i64, Problem> {
    text.parse().map_err(|_| Problem::not_found())
}
