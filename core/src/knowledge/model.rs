//! Spaces, categories, articles, translations and revisions, as the API shows and takes them.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Categories of a client.
pub const CATEGORIES_MAX: i64 = 100;
/// Articles of a client.
pub const ARTICLES_MAX: i64 = 10_000;
/// Revisions that are kept of a translation, beside the published one.
pub const REVISIONS_MAX: i64 = 200;

/// Names by language: `en`, `ms`, `zh`.
pub type Names = BTreeMap<String, String>;

/// A category as the API shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct KnowledgeCategory {
    pub id: i64,
    /// By language.
    pub names: Names,
    pub position: i64,
    /// How many articles it has, published or not.
    pub articles: i64,
}

/// What an admin writes of a category.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct KnowledgeCategoryDraft {
    /// At least one, each of 1 to 80 characters.
    pub names: Names,
}

/// The order of the categories.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct KnowledgeCategoryOrder {
    /// Each of them once.
    pub ids: Vec<i64>,
}

/// Where a translation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = KnowledgeState)]
pub enum State {
    /// Nobody but admins sees it.
    Draft,
    /// A text is public. A newer one may wait beside it.
    Published,
    /// It was public, and is not any more.
    Archived,
}

impl State {
    /// As it is stored and sent.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Archived => "archived",
        }
    }

    /// Reads what is stored.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Draft, Self::Published, Self::Archived].into_iter().find(|it| it.as_str() == text)
    }

    /// Where a translation stands once a new text was saved: what is public stays, and what was taken
    /// out is begun anew.
    #[must_use]
    pub fn after_save(published_revision: Option<i64>) -> Self {
        if published_revision.is_some() { Self::Published } else { Self::Draft }
    }
}

/// Whether a translation follows an older text of its source than there is.
#[must_use]
pub fn source_changed(source_revision: Option<i64>, source_now: Option<i64>) -> bool {
    matches!((source_revision, source_now), (Some(followed), Some(now)) if followed < now)
}

/// A user whom an article names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct KnowledgeUser {
    pub user_id: i64,
    pub username: String,
    pub name: String,
}

/// A translation in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct KnowledgeTranslationRow {
    pub language: String,
    pub title: String,
    pub state: State,
    /// The newest text's number, from 1.
    pub revision: i64,
    /// The public text's; none while nothing is public.
    pub published_revision: Option<i64>,
    /// Whether the source has a newer text than the one this follows.
    pub source_changed: bool,
}

/// An article in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct KnowledgeArticleRow {
    pub id: i64,
    pub category_id: Option<i64>,
    pub owner: Option<KnowledgeUser>,
    /// The review date; in milliseconds.
    pub verified_until: Option<i64>,
    pub updated_at: i64,
    /// The source first, then by language.
    pub translations: Vec<KnowledgeTranslationRow>,
}

/// A page of articles, the last changed first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct KnowledgeArticlePage {
    pub items: Vec<KnowledgeArticleRow>,
    /// Give it as `after` for the next page; none on the last.
    pub next: Option<String>,
}

/// A translation with its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct KnowledgeTranslation {
    pub language: String,
    pub title: String,
    /// Markdown.
    pub body: String,
    /// The body as pages show it: cleaned, headings with ids.
    pub html: String,
    pub state: State,
    pub revision: i64,
    pub published_revision: Option<i64>,
    pub published_at: Option<i64>,
    pub updated_at: i64,
    pub updated_by: Option<KnowledgeUser>,
    /// Which text of the source it follows; none for the source itself.
    pub source_revision: Option<i64>,
    pub source_changed: bool,
}

/// What a reader wrote beside the answer to "Was this helpful?".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct KnowledgeComment {
    pub language: String,
    pub helpful: bool,
    pub comment: String,
    /// Milliseconds since 1970.
    pub at: i64,
}

/// An article with all its translations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct KnowledgeArticle {
    pub id: i64,
    pub category_id: Option<i64>,
    pub source_language: String,
    pub owner: Option<KnowledgeUser>,
    pub verified_until: Option<i64>,
    pub created_at: i64,
    pub updated_at: i64,
    /// How many readers found it helpful, and how many did not.
    pub helpful: i64,
    pub unhelpful: i64,
    /// The newest 20, for admins.
    pub comments: Vec<KnowledgeComment>,
    /// The source first, then by language.
    pub translations: Vec<KnowledgeTranslation>,
}

/// A new article, begun in one language.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct KnowledgeArticleDraft {
    pub category_id: Option<i64>,
    /// `en`, `ms` or `zh`.
    pub language: String,
    /// 1 to 150 characters.
    pub title: String,
    /// Markdown, at most 100 000 characters.
    pub body: String,
}

/// Where an article stands and when it has to be looked at again.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct KnowledgeArticleChange {
    /// None for no category.
    pub category_id: Option<i64>,
    /// Milliseconds since 1970; none for never.
    pub verified_until: Option<i64>,
}

/// A text of a translation.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct KnowledgeTranslationDraft {
    /// 1 to 150 characters.
    pub title: String,
    /// Markdown, at most 100 000 characters.
    pub body: String,
    /// The revision it was written from; 0 for a language that the article does not have yet. Where
    /// another is stored, the answer is `overtaken`.
    pub revision: i64,
    /// The source's revision that it translates; the newest when absent.
    pub source_revision: Option<i64>,
}

/// A saved text in the history of a translation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct KnowledgeRevision {
    pub revision: i64,
    pub title: String,
    /// When it was saved, in milliseconds.
    pub at: i64,
    pub by: Option<KnowledgeUser>,
}

/// A saved text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct KnowledgeRevisionText {
    pub revision: i64,
    pub title: String,
    /// Markdown.
    pub body: String,
    pub at: i64,
    pub by: Option<KnowledgeUser>,
}

/// Markdown to look at.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct KnowledgePreviewRequest {
    pub body: String,
}

/// Markdown as pages show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct KnowledgePreview {
    pub html: String,
}

/// Which text becomes public.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct KnowledgePublish {
    /// The newest revision, as the caller knows it: where another is the newest by now, nobody has read
    /// what would become public. Null for whatever is the newest.
    pub revision: Option<i64>,
}

/// A published article that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct KnowledgeHit {
    pub article_id: i64,
    /// The language it was found in.
    pub language: String,
    pub title: String,
    pub excerpt: String,
    /// What of the excerpt was looked for: start and length, in UTF-16 code units.
    pub marks: Vec<(usize, usize)>,
    /// The page's address on this server.
    pub path: String,
}

/// A search that found nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct KnowledgeGap {
    pub words: String,
    pub language: String,
    /// How often it was looked for.
    pub count: i64,
    pub last_at: i64,
}

/// Names a gap.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct KnowledgeGapKey {
    pub words: String,
    pub language: String,
}
