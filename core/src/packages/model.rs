//! States of packages, who acts, why an act is refused, and what may replace what.

use crate::{audit::Author, blobs::BlobError, db::DbError, plugins::PackageError};
use semver::Version;
use std::{cmp::Ordering, collections::HashMap};

/// Who acts.
#[derive(Clone, Debug)]
pub enum Actor {
    User {
        author: Author,
        admin: bool,
    },
    /// The command line: whoever can read the data folder is the operator.
    CommandLine,
    /// The program itself, after repeated faults.
    Patchbay,
}

impl Actor {
    /// As it is stored and shown.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::User { author, .. } => &author.name,
            Self::CommandLine => "command line",
            Self::Patchbay => "Patchbay",
        }
    }

    /// Refuses users who are no admins.
    pub(super) fn is_admin(&self) -> Result<(), PackageProblem> {
        match self {
            Self::User { admin: false, .. } => Err(PackageProblem::NotAdmin),
            Self::User { .. } | Self::CommandLine | Self::Patchbay => Ok(()),
        }
    }
}

/// What a package is to its plugin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Taken in and checked; waits for its permissions to be granted.
    Staged,
    /// In use.
    Active,
    /// Was in use before the active one.
    Previous,
    /// Kept for its names and icons only.
    Removed,
}

impl State {
    /// As it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Staged => "staged",
            Self::Active => "active",
            Self::Previous => "previous",
            Self::Removed => "removed",
        }
    }

    /// From the table. What cannot be read is not used.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        match text {
            "staged" => Self::Staged,
            "active" => Self::Active,
            "previous" => Self::Previous,
            _ => Self::Removed,
        }
    }
}

/// How a package came here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    BuiltIn,
    Upload,
    Url,
    Path,
}

impl Origin {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::BuiltIn => "built in",
            Self::Upload => "upload",
            Self::Url => "url",
            Self::Path => "path",
        }
    }
}

/// Why an act is refused.
#[derive(Debug, thiserror::Error)]
pub enum PackageProblem {
    #[error(
        "Only admins of the operator's client, the first one of this installation, may do this."
    )]
    NotOperator,
    #[error("Only admins may do this.")]
    NotAdmin,
    #[error("Not found.")]
    NotFound,
    #[error("{}", sentence(.0))]
    Package(PackageError),
    #[error(
        "The package is signed by a key that is not trusted here ({fingerprint}). Ask its maker for \
         the public key, add it under Plugins, Trusted keys, or by `patchbay plugin keys add KEY \
         --name MAKER`, and install the package again."
    )]
    Untrusted { fingerprint: String },
    #[error(
        "The package is not signed. Ask its maker for a signed one; plugins.allow_unsigned = true \
         takes it all the same."
    )]
    Unsigned,
    #[error(
        "The package is version {given}, and {active} is in use. To go back to an older version, \
         roll back, or uninstall the plugin first."
    )]
    Downgrade { active: String, given: String },
    #[error(
        "Version {version} of this plugin is here already, with other content. A changed package \
         needs a higher version number."
    )]
    SameVersion { version: String },
    #[error("Installing from a path of the server is switched off: plugins.install_from_path.")]
    PathNotAllowed,
    #[error("The package could not be fetched: {0}.")]
    Fetch(String),
    #[error("The permissions have to be granted first: send \"granted\": true.")]
    NotGranted,
    /// The field and what is wrong with it.
    #[error("{1}")]
    Field(&'static str, String),
    /// The package or plugin is not in a state that allows it.
    #[error("{0}")]
    State(String),
    #[error(transparent)]
    Db(#[from] DbError),
    #[error("the package could not be stored or read: {0}")]
    Blobs(#[from] BlobError),
}

impl From<PackageError> for PackageProblem {
    fn from(error: PackageError) -> Self {
        Self::Package(error)
    }
}

fn sentence(error: &PackageError) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    // A file's name begins as it is written.
    let head = if text.starts_with("plugin.") { text.clone() } else { first + letters.as_str() };
    if head.ends_with(['.', '!', '?']) { head } else { format!("{head}.") }
}

/// A package that is here, as far as a newcomer has to mind it.
#[derive(Clone, Debug)]
pub struct InstalledPackage {
    pub id: i64,
    pub version: String,
    pub digest: String,
    pub state: State,
}

/// What is done with a newcomer.
#[derive(Debug, PartialEq, Eq)]
pub enum Entry {
    New,
    /// The same bytes are here and need no second row.
    Here(i64),
    /// The same bytes were here and come back.
    Back(i64),
    Downgrade {
        active: String,
    },
    SameVersion,
}

/// Judges a package against those of the same plugin.
#[must_use]
pub fn entry(version: &str, digest: &str, known: &[InstalledPackage]) -> Entry {
    let same = known.iter().find(|k| k.digest == digest);
    if let Some(same) = same.filter(|k| k.state != State::Removed) {
        return Entry::Here(same.id);
    }
    let active = known.iter().find(|k| k.state == State::Active);
    if let Some(active) = active
        && compare(version, &active.version) == Ordering::Less
    {
        return Entry::Downgrade { active: active.version.clone() };
    }
    let twin = known
        .iter()
        .find(|k| k.state != State::Removed && compare(version, &k.version) == Ordering::Equal);
    match (twin, same) {
        (Some(_), _) => Entry::SameVersion,
        (None, Some(same)) => Entry::Back(same.id),
        (None, None) => Entry::New,
    }
}

/// What is done with a package that comes with the program or lies in the operator's folder.
#[derive(Debug, PartialEq, Eq)]
pub enum Adoption {
    /// It is known, in whatever state: what was decided about it holds.
    Known,
    /// It is put into use; the active one becomes the previous.
    Use,
    /// The program was built anew under the same version: it takes the old row's place.
    Replace(i64),
    /// The plugin was uninstalled: it waits for somebody to want it again.
    Wait,
    /// A newer version is in use.
    Older,
}

/// Judges a bundled package. `built_in` says whether the active one is bundled too.
#[must_use]
pub fn adoption(
    version: &str,
    digest: &str,
    known: &[InstalledPackage],
    built_in: bool,
) -> Adoption {
    if known.iter().any(|k| k.digest == digest) {
        return Adoption::Known;
    }
    let Some(active) = known.iter().find(|k| k.state == State::Active) else {
        return if known.is_empty() { Adoption::Use } else { Adoption::Wait };
    };
    match compare(version, &active.version) {
        Ordering::Greater => Adoption::Use,
        Ordering::Equal if built_in => Adoption::Replace(active.id),
        Ordering::Equal | Ordering::Less => Adoption::Older,
    }
}

/// By semantic versioning, where what follows a `+` does not count. The manifest's check has made
/// sure that both can be read.
#[must_use]
pub fn compare(a: &str, b: &str) -> Ordering {
    match (Version::parse(a), Version::parse(b)) {
        (Ok(a), Ok(b)) => a.cmp_precedence(&b),
        _ => a.cmp(b),
    }
}

/// How long an update is on trial.
pub const TRIAL_MS: i64 = 10 * 60 * 1000;

/// How long bytes without a version are left alone: somebody may be about to store it.
const ORPHAN_MS: i64 = 3_600_000;

/// Which stored bytes nobody needs: `names` with the time they were stored, and all versions.
#[must_use]
pub fn litter(names: Vec<(String, i64)>, rows: &[(String, State)], now: i64) -> Vec<String> {
    let mut wanted: HashMap<&str, bool> = HashMap::new();
    for (digest, state) in rows {
        *wanted.entry(digest).or_default() |= *state != State::Removed;
    }
    let needless = |(name, stored): &(String, i64)| match wanted.get(name.as_str()) {
        Some(wanted) => !wanted,
        None => now - stored > ORPHAN_MS,
    };
    names.into_iter().filter(needless).map(|(name, _)| name).collect()
}
