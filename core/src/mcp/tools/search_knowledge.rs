//! `search_knowledge`: passages of published articles, with their sources.

use crate::{
    accounts::{Caller, Permission},
    http::Problem,
    knowledge,
    mcp::{
        Mcp,
        untrusted::{Marks, UntrustedText},
    },
    tickets::utc,
};
use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

const PASSAGES_MAX: usize = 10;
const PASSAGES: usize = 6;
/// Characters of a passage; the knowledge base cuts them shorter.
const PASSAGE_CHARACTERS: usize = 2_000;
const QUESTION_CHARACTERS: usize = 1_000;

/// What to look for.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::mcp) struct KnowledgeQuery {
    /// A question in the words of whoever asks; 1 to 1000 characters.
    pub question: String,
    /// A BCP 47 tag; `en` when absent. Where there is nothing in it, other languages are tried.
    #[serde(default)]
    pub language: Option<String>,
    /// 1 to 10; 6 when absent.
    #[serde(default)]
    pub passages: Option<usize>,
}

/// What was found, the best first.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct KnowledgePassages {
    pub passages: Vec<KnowledgePassage>,
}

/// A part of a published article.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct KnowledgePassage {
    /// The article's id and language, to name the source by.
    pub source_id: String,
    pub title: UntrustedText,
    pub text: UntrustedText,
    pub language: String,
    /// UTC.
    pub published_at: String,
    /// Where readers find it.
    pub url: String,
}

impl Mcp {
    /// Finds passages of the client's published articles.
    ///
    /// # Errors
    /// `forbidden` for whom the knowledge base is hidden from; `invalid`, by field.
    pub(in crate::mcp) async fn search_knowledge(
        &self,
        caller: &Caller,
        query: &KnowledgeQuery,
        marks: &Marks,
    ) -> Result<KnowledgePassages, Problem> {
        caller.require(Permission::HideKnowledgebase)?;
        let question = query.question.trim();
        if question.is_empty() || question.chars().count() > QUESTION_CHARACTERS {
            return Err(Problem::field("question", "A question has 1 to 1000 characters."));
        }
        let limit = query.passages.unwrap_or(PASSAGES);
        if !(1..=PASSAGES_MAX).contains(&limit) {
            return Err(Problem::field("passages", "Ask for 1 to 10 passages."));
        }
        let asked = (question, query.language.as_deref().unwrap_or("en"));
        let mut conn = self.db.read().await?;
        let found = knowledge::passages(&mut conn, caller.client_id, asked, limit).await?;
        let base = self.accounts.public_url().trim_end_matches('/');
        let passage = |passage: knowledge::Passage| KnowledgePassage {
            source_id: format!("kb:{}:{}", passage.article_id, passage.language),
            title: marks.public(&passage.title, 300),
            text: marks.public(&passage.text, PASSAGE_CHARACTERS),
            published_at: utc(passage.published_at),
            url: format!("{base}{}", passage.path),
            language: passage.language,
        };
        Ok(KnowledgePassages { passages: found.into_iter().map(passage).collect() })
    }
}
