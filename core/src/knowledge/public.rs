//! What anybody reads without an account: the index of a space, an article, and saying whether it helped.

mod admission;
mod kb;
mod manual_space;

pub(super) use admission::{Visit, Visitor};

use super::{Knowledge, markdown::Heading};
use crate::{
    accounts,
    config::LANGUAGES,
    db::{Conn, DbResult},
    http::Problem,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where articles lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SupportSpace)]
pub enum Space {
    /// A client's own articles.
    Kb,
    /// The manual of the product.
    Manual,
}

impl Space {
    /// As addresses have it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Kb => "kb",
            Self::Manual => "manual",
        }
    }

    /// Reads an address.
    ///
    /// # Errors
    /// `not_found`.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        [Self::Kb, Self::Manual]
            .into_iter()
            .find(|space| space.as_str() == text)
            .ok_or_else(Problem::not_found)
    }
}

/// A link to an article.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SupportLink {
    pub id: i64,
    pub title: String,
    /// The page's address on this server.
    pub path: String,
}

/// A category with its articles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SupportCategory {
    /// None for the articles without a category, which stand last.
    pub id: Option<i64>,
    /// Empty for the articles without a category.
    pub name: String,
    pub articles: Vec<SupportLink>,
}

/// An article that a search found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SupportHit {
    pub id: i64,
    /// The language it was found in.
    pub language: String,
    pub title: String,
    pub excerpt: String,
    /// What of the excerpt was looked for: start and length, in UTF-16 code units.
    pub marks: Vec<(usize, usize)>,
    pub path: String,
}

/// What a space has in a language. Articles that are not in it stand there in another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SupportIndex {
    pub space: Space,
    pub language: String,
    /// The client whose articles these are; empty for the manual.
    pub client: String,
    /// The address at which everybody reaches the pages; `path` of articles follows it. Empty where the
    /// operator set none.
    pub base_url: String,
    /// The languages that some article is in.
    pub languages: Vec<String>,
    pub categories: Vec<SupportCategory>,
    /// What was found; null without `q`.
    pub results: Option<Vec<SupportHit>>,
}

/// The category of an article.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SupportCategoryName {
    pub id: i64,
    pub name: String,
}

/// An article as readers see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SupportArticle {
    pub space: Space,
    pub id: i64,
    pub title: String,
    /// Cleaned; headings have ids.
    pub html: String,
    /// The language of the text, which is another than asked for where there is none in that.
    pub language: String,
    /// The languages that it is in.
    pub languages: Vec<String>,
    pub client: String,
    pub category: Option<SupportCategoryName>,
    /// When it was published, in milliseconds; none for the manual.
    pub updated_at: Option<i64>,
    /// The address of this text.
    pub path: String,
    pub headings: Vec<Heading>,
}

/// Whether an article helped.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct SupportFeedback {
    pub helpful: bool,
    /// At most 1000 characters.
    pub comment: String,
}

/// Whose articles are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reader {
    pub client_id: i64,
    /// The client's name.
    pub name: String,
    /// What addresses say of the client; empty for the operator's.
    pub query: String,
}

/// The query that names a client in an address; empty for the operator's, which is meant without one.
pub(super) async fn client_query(conn: &mut Conn, client_id: i64) -> DbResult<String> {
    if accounts::operator(conn).await? == Some(client_id) {
        return Ok(String::new());
    }
    let name = accounts::client_name(conn, client_id).await?;
    Ok(format!("?client={}", encoded(&name)))
}

/// A text as a part of an address.
pub(super) fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

pub(super) fn index_path(space: &str, language: &str, client: &str) -> String {
    format!("/support/{space}/{language}{client}")
}

pub(super) fn article_path(space: &str, language: &str, id: i64, client: &str) -> String {
    format!("/support/{space}/{language}/{id}{client}")
}

/// The language of the product that was asked for.
///
/// # Errors
/// `not_found`.
pub(super) fn language(text: &str) -> Result<&'static str, Problem> {
    LANGUAGES.into_iter().find(|known| *known == text).ok_or_else(Problem::not_found)
}

/// Which of the languages a text is in to show: the wanted one, or the first of the product's.
pub(super) fn pick<'a>(there: &[&'a str], wanted: &str) -> Option<&'a str> {
    let mut order = std::iter::once(wanted).chain(LANGUAGES);
    let named = order.find_map(|language| there.iter().copied().find(|own| *own == language));
    named.or_else(|| there.first().copied())
}

impl Knowledge {
    /// The index of a space in a language: of one category when it is named, and with what is found when
    /// something is looked for.
    pub(super) async fn index(
        &self,
        visitor: &Visitor,
        (space, language): (Space, &str),
        (words, category): (&str, Option<i64>),
    ) -> Result<SupportIndex, Problem> {
        self.admit_page(visitor)?;
        let language = self::language(language)?;
        let words = words.trim();
        if !words.is_empty() {
            self.admit_search(visitor)?;
        }
        match space {
            Space::Kb => self.kb_index(&visitor.reader, language, (words, category)).await,
            Space::Manual => Ok(manual_space::index(language, (words, category), &self.base_url)),
        }
    }

    /// An article in a language, or in another one that it is in.
    pub(super) async fn public_article(
        &self,
        visitor: &Visitor,
        (space, language, id): (Space, &str, i64),
    ) -> Result<SupportArticle, Problem> {
        self.admit_page(visitor)?;
        let language = self::language(language)?;
        match space {
            Space::Kb => self.kb_article(&visitor.reader, language, id).await,
            Space::Manual => manual_space::article(language, id).ok_or_else(Problem::not_found),
        }
    }
}
