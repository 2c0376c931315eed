//! A client's own articles, as far as they are public.

use super::{
    Reader, Space, SupportArticle, SupportCategory, SupportCategoryName, SupportFeedback,
    SupportHit, SupportIndex, SupportLink, Visitor, article_path, language, pick,
};
use crate::{
    config::LANGUAGES,
    http::Problem,
    knowledge::{
        Knowledge,
        categories::name_in,
        markdown, search,
        store::{self, public::PublicTitle},
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// Public texts that an index is made of.
const TITLES_MAX: i64 = 30_000;
const COMMENT_MAX: usize = 1_000;

impl Knowledge {
    pub(super) async fn kb_index(
        &self,
        reader: &Reader,
        language: &str,
        (words, category): (&str, Option<i64>),
    ) -> Result<SupportIndex, Problem> {
        let mut conn = self.db.read().await?;
        let only = category.unwrap_or(0);
        let titles = store::public::titles(&mut conn, reader.client_id, only, TITLES_MAX).await?;
        let all = store::categories::all(&mut conn, reader.client_id).await?;
        drop(conn);
        let languages: BTreeSet<&str> =
            titles.iter().map(|title| title.language.as_str()).collect();
        let languages = in_order(&languages);
        let links = links(&titles, language, &reader.query);
        let mut categories: Vec<SupportCategory> = all
            .iter()
            .map(|category| SupportCategory {
                id: Some(category.id),
                name: name_in(&category.names, language).to_owned(),
                articles: links.get(&Some(category.id)).cloned().unwrap_or_default(),
            })
            .collect();
        if let Some(articles) = links.get(&None) {
            let name = String::new();
            categories.push(SupportCategory { id: None, name, articles: articles.clone() });
        }
        categories.retain(|category| !category.articles.is_empty());
        let results = match words {
            "" => None,
            words => Some(self.kb_hits(reader, (words, language)).await?),
        };
        Ok(SupportIndex {
            space: Space::Kb,
            language: language.to_owned(),
            client: reader.name.clone(),
            base_url: self.base_url.to_string(),
            languages,
            categories,
            results,
        })
    }

    async fn kb_hits(
        &self,
        reader: &Reader,
        (words, language): (&str, &str),
    ) -> Result<Vec<SupportHit>, Problem> {
        let found = self.find(reader.client_id, (words, language), search::HITS_MAX).await?;
        let hit = |found: search::Match| SupportHit {
            path: article_path("kb", &found.text.language, found.text.article_id, &reader.query),
            id: found.text.article_id,
            language: found.text.language,
            title: found.text.title,
            excerpt: found.excerpt.text,
            marks: found.excerpt.marks,
        };
        Ok(found.into_iter().map(hit).collect())
    }

    pub(super) async fn kb_article(
        &self,
        reader: &Reader,
        language: &str,
        id: i64,
    ) -> Result<SupportArticle, Problem> {
        let mut conn = self.db.read().await?;
        let texts = store::public::texts(&mut conn, reader.client_id, id).await?;
        let there: BTreeSet<&str> = texts.iter().map(|text| text.language.as_str()).collect();
        let languages = in_order(&there);
        let shown = pick(&there.into_iter().collect::<Vec<_>>(), language).map(str::to_owned);
        let text = texts.into_iter().find(|text| Some(&text.language) == shown.as_ref());
        let text = text.ok_or_else(Problem::not_found)?;
        let category = match text.category_id {
            None => None,
            Some(id) => {
                let all = store::categories::all(&mut conn, reader.client_id).await?;
                all.into_iter().find(|category| category.id == id).map(|category| {
                    let name = name_in(&category.names, language).to_owned();
                    SupportCategoryName { id, name }
                })
            }
        };
        let rendered = markdown::render(&text.body, &reader.query);
        Ok(SupportArticle {
            space: Space::Kb,
            id,
            path: article_path("kb", &text.language, id, &reader.query),
            title: text.title,
            html: rendered.html,
            language: text.language,
            languages,
            client: reader.name.clone(),
            category,
            updated_at: Some(text.published_at),
            headings: rendered.headings,
        })
    }

    /// Counts whether an article helped, and keeps what was written beside it.
    pub(in crate::knowledge) async fn feedback(
        &self,
        visitor: &Visitor,
        (asked, id): (&str, i64),
        answer: &SupportFeedback,
    ) -> Result<(), Problem> {
        let language = language(asked)?;
        let client_id = visitor.reader.client_id;
        let comment = answer.comment.trim();
        if comment.chars().count() > COMMENT_MAX {
            return Err(Problem::field("comment", "Write at most 1000 characters."));
        }
        let mut conn = self.db.read().await?;
        if store::public::texts(&mut conn, client_id, id).await?.is_empty() {
            return Err(Problem::not_found());
        }
        drop(conn);
        self.admit_feedback(visitor, id).await?;
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        store::articles::count_answer(&mut tx, (client_id, id), answer.helpful).await?;
        if !comment.is_empty() {
            let comment = (language, answer.helpful, comment);
            store::articles::add_comment(&mut tx, (client_id, id), comment, now).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Every public text of a client, for the map of its site.
    pub(in crate::knowledge) async fn public_titles(
        &self,
        reader: &Reader,
        limit: i64,
    ) -> Result<Vec<PublicTitle>, Problem> {
        let mut conn = self.db.read().await?;
        Ok(store::public::titles(&mut conn, reader.client_id, 0, limit).await?)
    }
}

/// Languages in the product's order.
pub(super) fn in_order(there: &BTreeSet<&str>) -> Vec<String> {
    let known = LANGUAGES.into_iter().filter(|language| there.contains(language));
    known.map(str::to_owned).collect()
}

/// One link for each article, in the language or another one that it is in, by category.
fn links(
    titles: &[PublicTitle],
    language: &str,
    client: &str,
) -> BTreeMap<Option<i64>, Vec<SupportLink>> {
    let mut links: BTreeMap<Option<i64>, Vec<SupportLink>> = BTreeMap::new();
    for texts in titles.chunk_by(|one, next| one.article_id == next.article_id) {
        let there: Vec<&str> = texts.iter().map(|text| text.language.as_str()).collect();
        let shown = pick(&there, language);
        let Some(text) = texts.iter().find(|text| Some(text.language.as_str()) == shown) else {
            continue;
        };
        links.entry(text.category_id).or_default().push(SupportLink {
            id: text.article_id,
            title: text.title.clone(),
            path: article_path("kb", &text.language, text.article_id, client),
        });
    }
    links
}
