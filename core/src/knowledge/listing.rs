//! Lists articles for the workspace, by what is filtered and looked for.

use super::{
    Knowledge,
    model::{
        KnowledgeArticlePage, KnowledgeArticleRow, KnowledgeTranslationRow, State, source_changed,
    },
    reader, search,
    store::{
        self,
        articles::ArticleRow,
        listing::{ListFilter, TitleRow},
        translations::{NEWEST, PUBLIC, TRANSLATIONS},
    },
};
use crate::{
    accounts::Caller,
    config::LANGUAGES,
    fulltext::{Ask, rows_with},
    http::Problem,
};
use serde::Deserialize;
use utoipa::IntoParams;

const PAGE: i64 = 50;
const PAGE_MAX: i64 = 200;
/// Translations with the words that are looked at, the newest.
const MATCHES_MAX: usize = 1000;

/// Which articles are asked for. What is empty asks for all.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct KnowledgeListQuery {
    /// Words in the newest texts; for agents in what is public.
    pub q: String,
    /// `en`, `ms` or `zh`: articles that have this language.
    pub language: String,
    /// A number; `0` for those without a category.
    pub category_id: String,
    /// `draft`, `published` or `archived`: articles with such a translation, in `language` if that is given.
    pub state: String,
    /// `true`: only those whose review date has come.
    pub due: String,
    /// The `next` of the page before.
    pub after: String,
    /// 1 to 200; 50 when absent.
    pub limit: String,
}

impl Knowledge {
    /// A page of articles, the last changed first. Agents see what is public.
    pub(super) async fn list(
        &self,
        caller: &Caller,
        query: &KnowledgeListQuery,
    ) -> Result<KnowledgeArticlePage, Problem> {
        reader(caller)?;
        let (client_id, admin) = (caller.client_id, caller.is_admin());
        let mut filter = filter(client_id, query, self.clock.now_ms())?;
        filter.public = i64::from(!admin);
        let page = filter.limit;
        filter.limit += 1;
        let mut conn = self.db.read().await?;
        let mut rows = if query.q.trim().is_empty() {
            store::listing::page(&mut conn, filter).await?
        } else {
            let field = if admin { NEWEST } else { PUBLIC };
            let mut ask = Ask::default();
            for any in search::strict(&query.q) {
                ask.and_any(any.into_iter().map(|phrase| (field, phrase)).collect());
            }
            let whose = (client_id, TRANSLATIONS);
            let ids = rows_with(&mut conn, whose, &ask, MATCHES_MAX).await?;
            store::listing::page_among(&mut conn, &ids, filter).await?
        };
        let page = usize::try_from(page).unwrap_or(usize::MAX);
        let more = rows.len() > page;
        rows.truncate(page);
        let next = rows.last().filter(|_| more);
        let next = next.map(|row| format!("{}.{}", row.updated_at, row.id));
        let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
        let titles = store::listing::titles(&mut conn, client_id, &ids).await?;
        let items = rows.into_iter().map(|row| shown(row, &titles, admin)).collect();
        Ok(KnowledgeArticlePage { items, next })
    }
}

fn filter(client_id: i64, query: &KnowledgeListQuery, now: i64) -> Result<ListFilter<'_>, Problem> {
    if !query.language.is_empty() && !LANGUAGES.contains(&query.language.as_str()) {
        return Err(Problem::field("language", "The languages are en, ms and zh."));
    }
    if !query.state.is_empty() && State::parse(&query.state).is_none() {
        return Err(Problem::field("state", "A state is draft, published or archived."));
    }
    let number = |field: &str, text: &str, absent: i64| match text {
        "" => Ok(absent),
        text => text
            .parse::<i64>()
            .ok()
            .filter(|number| *number >= 0)
            .ok_or_else(|| Problem::field(field, "This has to be a number.")),
    };
    Ok(ListFilter {
        client_id,
        language: &query.language,
        state: &query.state,
        category_id: number("category_id", &query.category_id, -1)?,
        due_before: if query.due == "true" { now } else { -1 },
        public: 0,
        after: after(&query.after)?,
        limit: number("limit", &query.limit, PAGE)?.clamp(1, PAGE_MAX),
    })
}

/// Where the page before ended.
pub(super) fn after(cursor: &str) -> Result<(i64, i64), Problem> {
    if cursor.is_empty() {
        return Ok((i64::MAX, i64::MAX));
    }
    let parts = cursor.split_once('.');
    parts
        .and_then(|(at, id)| Some((at.parse().ok()?, id.parse().ok()?)))
        .ok_or_else(|| Problem::field("after", "Give the `next` of the page before."))
}

fn shown(row: ArticleRow, titles: &[TitleRow], admin: bool) -> KnowledgeArticleRow {
    let own = || titles.iter().filter(|title| title.article_id == row.id);
    let source_now = own()
        .find(|title| admin && title.language == row.source_language)
        .map(|title| title.revision);
    let mut translations: Vec<KnowledgeTranslationRow> = own()
        .filter(|title| admin || title.published_revision.is_some())
        .map(|title| KnowledgeTranslationRow {
            language: title.language.clone(),
            title: match &title.published_title {
                Some(public) if !admin => public.clone(),
                _ => title.title.clone(),
            },
            state: State::parse(&title.state).unwrap_or(State::Draft),
            revision: match title.published_revision {
                Some(public) if !admin => public,
                _ => title.revision,
            },
            published_revision: title.published_revision,
            source_changed: source_changed(title.source_revision, source_now),
        })
        .collect();
    translations.sort_by_key(|title| title.language != row.source_language);
    KnowledgeArticleRow {
        id: row.id,
        category_id: row.category_id,
        owner: row.owner(),
        verified_until: row.verified_until,
        updated_at: row.updated_at,
        translations,
    }
}
