//! The manual as a space: everybody's, whatever the client.

use super::{
    Space, SupportArticle, SupportCategory, SupportCategoryName, SupportHit, SupportIndex,
    SupportLink, article_path, kb::in_order, pick,
};
use crate::{
    fulltext::{Phrase, excerpt},
    knowledge::{
        categories::name_in,
        manual::{ManualArticle, ManualText, manual},
        markdown,
        search::{self, HITS_MAX, Terms},
    },
};
use std::{cmp::Reverse, collections::BTreeSet};

/// The text of an article in a language, or in the one that stands in for it.
fn text<'a>(article: &'a ManualArticle, wanted: &str) -> Option<(&'a str, &'a ManualText)> {
    let there: Vec<&str> = article.keys().map(String::as_str).collect();
    let language = pick(&there, wanted)?;
    article.get_key_value(language).map(|(language, text)| (language.as_str(), text))
}

/// The index, of one category when it is named, with what is found when words are given.
pub(super) fn index(
    language: &str,
    (words, category): (&str, Option<i64>),
    base_url: &str,
) -> SupportIndex {
    let manual = manual();
    let languages: BTreeSet<&str> =
        manual.articles().flat_map(|(_, _, article)| article.keys().map(String::as_str)).collect();
    let named = manual.0.iter().filter(|(number, _)| category.is_none_or(|id| id == **number));
    let categories = named.map(|(number, category)| SupportCategory {
        id: Some(*number),
        name: name_in(&category.names, language).to_owned(),
        articles: category
            .articles
            .iter()
            .filter_map(|(id, article)| {
                let (language, text) = text(article, language)?;
                let path = article_path("manual", language, *id, "");
                Some(SupportLink { id: *id, title: text.title.clone(), path })
            })
            .collect(),
    });
    SupportIndex {
        space: Space::Manual,
        language: language.to_owned(),
        client: String::new(),
        base_url: base_url.to_owned(),
        languages: in_order(&languages),
        categories: categories.filter(|category| !category.articles.is_empty()).collect(),
        results: (!words.is_empty()).then(|| find(words, language)),
    }
}

/// Articles that have the words: in their title first.
fn find(words: &str, language: &str) -> Vec<SupportHit> {
    for terms in [search::strict(words), search::relaxed(words)] {
        let found = matches(&terms, language);
        if !found.is_empty() {
            return found;
        }
    }
    vec![]
}

fn matches(terms: &Terms, language: &str) -> Vec<SupportHit> {
    if terms.is_empty() {
        return vec![];
    }
    let all: Vec<Phrase> = terms.iter().flatten().cloned().collect();
    let mut found = vec![];
    for (_, id, article) in manual().articles() {
        let Some((language, text)) = text(article, language) else { continue };
        let body = markdown::plain_text(&text.body);
        let whole = format!("{} {body}", text.title);
        if search::has(&whole, terms) < terms.len() {
            continue;
        }
        let shown = excerpt(&body, &all);
        found.push((
            search::has(&text.title, terms),
            SupportHit {
                id,
                language: language.to_owned(),
                title: text.title.clone(),
                excerpt: shown.text,
                marks: shown.marks,
                path: article_path("manual", language, id, ""),
            },
        ));
    }
    found.sort_by_key(|(in_title, _)| Reverse(*in_title));
    found.truncate(HITS_MAX);
    found.into_iter().map(|(_, hit)| hit).collect()
}

/// An article.
pub(super) fn article(language: &str, id: i64) -> Option<SupportArticle> {
    let (number, category, article) = manual().article(id)?;
    let wanted = language;
    let (language, text) = text(article, wanted)?;
    let there: BTreeSet<&str> = article.keys().map(String::as_str).collect();
    let rendered = markdown::render(&text.body, "");
    let name = name_in(&category.names, wanted).to_owned();
    Some(SupportArticle {
        space: Space::Manual,
        id,
        title: text.title.clone(),
        html: rendered.html,
        language: language.to_owned(),
        languages: in_order(&there),
        client: String::new(),
        category: Some(SupportCategoryName { id: number, name }),
        updated_at: None,
        path: article_path("manual", language, id, ""),
        headings: rendered.headings,
    })
}
