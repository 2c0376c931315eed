//! Canned replies and signatures, and what makes ones that can be kept.

use super::variables;
use crate::{accounts::Caller, http::Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Replies a client shares, and those one user keeps alone; a workspace holds all it may use.
pub const REPLIES_MAX: i64 = 500;
const TITLE_MAX: usize = 80;
const SHORTCUT_MAX: usize = 32;
const TEXT_MAX: usize = 10_000;
const SIGNATURE_MAX: usize = 2_000;

/// A canned reply as the API shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct CannedReply {
    pub id: i64,
    pub title: String,
    /// What is typed after a slash.
    pub shortcut: String,
    /// With its variables, as they are before they are filled in.
    pub text: String,
    /// Whether everybody of the client may use it; else it is the caller's own.
    pub shared: bool,
    /// How often it was inserted.
    pub uses: i64,
    pub updated_at: i64,
}

/// What somebody writes.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct ReplyDraft {
    /// 1 to 80 characters.
    pub title: String,
    /// Letters, digits, `-` and `_`, at most 32; kept in lower case.
    pub shortcut: String,
    /// 1 to 10 000 characters.
    pub text: String,
    /// Only admins keep shared ones.
    pub shared: bool,
}

/// A reply that can be stored.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Checked {
    pub title: String,
    pub shortcut: String,
    pub text: String,
    /// 0 for a shared one.
    pub owner_id: i64,
}

/// A user's signature as the API shows and takes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::FromRow)]
pub struct Signature {
    /// A channel value; empty for the one that goes wherever there is no other.
    #[serde(default)]
    pub channel: String,
    #[serde(default)]
    pub text: String,
    /// Whether it goes along unless the agent says otherwise.
    #[serde(default = "yes")]
    pub enabled: bool,
}

fn yes() -> bool {
    true
}

/// A shortcut as it is kept, of what somebody wrote.
#[must_use]
pub fn shortcut_of(text: &str) -> String {
    text.trim().trim_start_matches('/').to_lowercase()
}

/// Checks what somebody wrote.
///
/// # Errors
/// `invalid`, with every field that is wrong; `forbidden` for a shared one by somebody else than an
/// admin.
pub fn check(draft: &ReplyDraft, caller: &Caller) -> Result<Checked, Problem> {
    let owner_id = if draft.shared { 0 } else { caller.user_id };
    if !caller.may_change(owner_id) {
        return Err(Problem::forbidden("Only admins keep replies for everybody."));
    }
    let (title, text) = (draft.title.trim(), draft.text.trim());
    let shortcut = shortcut_of(&draft.shortcut);
    let mut wrong: Vec<(&str, String)> = vec![];
    if title.is_empty() || title.chars().count() > TITLE_MAX {
        wrong.push(("title", "A title has 1 to 80 characters.".into()));
    }
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    if shortcut.is_empty() || shortcut.chars().count() > SHORTCUT_MAX || !shortcut.chars().all(fits)
    {
        let why = "A shortcut has 1 to 32 letters, digits, hyphens and underscores.";
        wrong.push(("shortcut", why.into()));
    }
    if text.is_empty() || text.chars().count() > TEXT_MAX {
        wrong.push(("text", "A text has 1 to 10000 characters.".into()));
    } else if let Some(why) = variables::unknown(text) {
        wrong.push(("text", why));
    }
    if !wrong.is_empty() {
        return Err(refusal("The reply cannot be kept like this.", wrong));
    }
    Ok(Checked { title: title.to_owned(), shortcut, text: text.to_owned(), owner_id })
}

/// Checks a user's signatures: one for everywhere at most, and one for each channel that takes them.
/// Those without a text are left out.
///
/// # Errors
/// `invalid`, with the line that is wrong.
pub fn check_signatures(
    signatures: &[Signature],
    signs: impl Fn(&str) -> bool,
) -> Result<Vec<Signature>, Problem> {
    let mut kept: Vec<Signature> = vec![];
    for (at, signature) in signatures.iter().enumerate() {
        let channel = signature.channel.trim().to_owned();
        let text = signature.text.trim().to_owned();
        let refused = |key: &str, why: &str| {
            let problem = Problem::invalid("The signatures cannot be kept like this.");
            Err(problem.with_field(&format!("signatures.{at}.{key}"), why))
        };
        if text.chars().count() > SIGNATURE_MAX {
            return refused("text", "A signature has at most 2000 characters.");
        }
        if text.is_empty() {
            continue;
        }
        if !channel.is_empty() && !signs(&channel) {
            return refused("channel", "This channel takes no signatures.");
        }
        if kept.iter().any(|other| other.channel == channel) {
            return refused("channel", "There is one signature for each channel.");
        }
        kept.push(Signature { channel, text, enabled: signature.enabled });
    }
    Ok(kept)
}

fn refusal(says: &str, wrong: Vec<(&str, String)>) -> Problem {
    wrong
        .into_iter()
        .fold(Problem::invalid(says), |problem, (field, why)| problem.with_field(field, why))
}
