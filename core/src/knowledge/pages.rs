//! The public pages as HTML, made here: readable without a script, light and dark, with their languages and
//! their one right address named for search engines.

mod layout;
mod sitemap;
mod words;

pub(super) use layout::policy;
pub(super) use sitemap::sitemap;

use super::public::{
    Space, SupportArticle, SupportCategory, SupportHit, SupportIndex, SupportLink, index_path,
};
use crate::config::LANGUAGES;
use layout::{Page, escaped};
use std::fmt::Write as _;
use words::{Words, words};

/// Articles of a category on the first page, and on the category's own.
const FIRST_SHOWN: usize = 6;
const CATEGORY_SHOWN: usize = 200;

/// Where the pages stand, and whose they are.
pub(super) struct Site {
    pub base_url: String,
    /// What addresses say of the client; empty for the operator's.
    pub client: String,
}

/// The first language of the product that an `Accept-Language` names; browsers name the best one first.
pub(super) fn preferred(accepted: &str) -> &'static str {
    let mut asked = accepted
        .split(',')
        .map(|part| part.split([';', '-']).next().unwrap_or_default().trim().to_lowercase());
    asked.find_map(|own| LANGUAGES.into_iter().find(|known| *known == own)).unwrap_or(LANGUAGES[0])
}

fn title_of(space: Space, client: &str, words: &Words) -> String {
    match space {
        Space::Manual => words.manual.to_owned(),
        Space::Kb if client.is_empty() => words.kb.to_owned(),
        Space::Kb => format!("{client} · {}", words.kb),
    }
}

/// The index of a space; with what was looked for, or the category whose page it is.
pub(super) fn index(
    site: &Site,
    index: &SupportIndex,
    (asked, category): (&str, Option<i64>),
) -> String {
    let words = words(&index.language);
    let space = index.space.as_str();
    let title = title_of(index.space, &index.client, words);
    let path = index_path(space, &index.language, &site.client);
    let mut body = String::new();
    let mut name = title.clone();
    let one = category.and_then(|id| index.categories.iter().find(|it| it.id == Some(id)));
    if let Some(found) = &index.results {
        results(&mut body, found, asked, words);
        name = format!("{} · {title}", words.search);
    } else if let Some(one) = one {
        let _ = write!(body, "<h1>{}</h1>", escaped(&one.name));
        links(&mut body, one.articles.iter().take(CATEGORY_SHOWN));
        name = format!("{} · {title}", one.name);
    } else {
        let _ = write!(body, "<h1>{}</h1>", escaped(&title));
        if index.categories.is_empty() {
            let _ = write!(body, "<p>{}</p>", words.empty);
        }
        for category in &index.categories {
            section(&mut body, category, &path, words);
        }
    }
    let others = index.languages.iter().filter(|language| **language != index.language);
    let others =
        others.map(|language| (language.as_str(), index_path(space, language, &site.client)));
    let canonical = match one {
        Some(one) => with_category(&path, one.id.unwrap_or(0)),
        None => path.clone(),
    };
    Page {
        site,
        language: &index.language,
        asked_language: &index.language,
        title: &name,
        home: (&title, &path),
        canonical: &canonical,
        languages: others.collect(),
        asked,
        // What was searched is nobody's page.
        is_found: index.results.is_none(),
        body: &body,
    }
    .html()
}

fn with_category(path: &str, id: i64) -> String {
    let mark = if path.contains('?') { '&' } else { '?' };
    format!("{path}{mark}category={id}")
}

fn links<'a>(body: &mut String, links: impl Iterator<Item = &'a SupportLink>) {
    body.push_str("<ul class=links>");
    for link in links {
        let (path, title) = (escaped(&link.path), escaped(&link.title));
        let _ = write!(body, "<li><a href=\"{path}\">{title}</a>");
    }
    body.push_str("</ul>");
}

fn section(body: &mut String, category: &SupportCategory, path: &str, words: &Words) {
    let name = if category.name.is_empty() { words.others } else { &category.name };
    let _ = write!(body, "<section><h2>{}</h2>", escaped(name));
    // Those without a category have no page of their own.
    let shown = if category.id.is_some() { FIRST_SHOWN } else { CATEGORY_SHOWN };
    links(body, category.articles.iter().take(shown));
    if let Some(id) = category.id.filter(|_| category.articles.len() > shown) {
        let all = escaped(&with_category(path, id));
        let (count, more) = (category.articles.len(), words.all);
        let _ = write!(body, "<p><a href=\"{all}\">{more} ({count})</a></p>");
    }
    body.push_str("</section>");
}

fn results(body: &mut String, found: &[SupportHit], asked: &str, words: &Words) {
    let _ = write!(body, "<h1>{}</h1>", words.search);
    if found.is_empty() {
        let _ = write!(body, "<p>{} “{}”</p>", words.nothing, escaped(asked));
        return;
    }
    body.push_str("<ul class=hits>");
    for hit in found {
        let (path, title) = (escaped(&hit.path), escaped(&hit.title));
        let _ = write!(body, "<li><a href=\"{path}\">{title}</a><p>{}</p>", marked(hit));
    }
    body.push_str("</ul>");
}

/// An excerpt with what was looked for marked.
fn marked(hit: &SupportHit) -> String {
    let units: Vec<u16> = hit.excerpt.encode_utf16().collect();
    let part = |from: usize, to: usize| {
        escaped(&String::from_utf16_lossy(units.get(from..to).unwrap_or_default()))
    };
    let (mut text, mut at) = (String::new(), 0);
    for (start, length) in &hit.marks {
        let _ = write!(text, "{}<mark>{}</mark>", part(at, *start), part(*start, start + length));
        at = start + length;
    }
    text + &part(at, units.len())
}

/// An article that was asked for in a language; with thanks for an answer.
pub(super) fn article(site: &Site, article: &SupportArticle, asked: &str, thanks: bool) -> String {
    let words = words(asked);
    let space = article.space.as_str();
    let title = title_of(article.space, &article.client, words);
    let home = index_path(space, asked, &site.client);
    let mut body = String::new();
    if let Some(category) = &article.category {
        let (path, name) = (escaped(&with_category(&home, category.id)), escaped(&category.name));
        let _ = write!(body, "<p class=crumb><a href=\"{path}\">{name}</a></p>");
    }
    let _ = write!(body, "<h1>{}</h1>", escaped(&article.title));
    if article.language != asked {
        let _ = write!(body, "<p class=note>{}</p>", words.other_language);
    }
    if article.headings.len() > 2 {
        let _ = write!(body, "<nav aria-label=\"{0}\"><b>{0}</b><ul>", words.contents);
        for heading in &article.headings {
            let (id, text) = (escaped(&heading.id), escaped(&heading.text));
            let _ = write!(body, "<li><a href=\"#{id}\">{text}</a>");
        }
        body.push_str("</ul></nav>");
    }
    let _ = write!(body, "<article lang={}>{}</article>", article.language, article.html);
    if let Some(day) = article.updated_at.and_then(day) {
        let _ = write!(body, "<p class=note>{} <time>{day}</time></p>", words.updated);
    }
    if article.space == Space::Kb {
        feedback(&mut body, site, (article.id, asked), thanks, words);
    }
    let others = article.languages.iter().filter(|language| **language != article.language);
    let path =
        |language: &str| format!("/support/{space}/{language}/{}{}", article.id, site.client);
    Page {
        site,
        language: &article.language,
        asked_language: asked,
        title: &format!("{} · {title}", article.title),
        home: (&title, &home),
        canonical: &article.path,
        languages: others.map(|language| (language.as_str(), path(language))).collect(),
        asked: "",
        is_found: true,
        body: &body,
    }
    .html()
}

/// A time as its day.
fn day(at_ms: i64) -> Option<String> {
    let format = time::macros::format_description!("[year]-[month]-[day]");
    time::OffsetDateTime::from_unix_timestamp(at_ms.div_euclid(1000)).ok()?.format(format).ok()
}

fn feedback(body: &mut String, site: &Site, (id, language): (i64, &str), thanks: bool, w: &Words) {
    if thanks {
        let _ = write!(body, "<p id=feedback role=status>{}</p>", w.thanks);
        return;
    }
    let action = escaped(&format!("/support/kb/{language}/{id}/feedback{}", site.client));
    let _ = write!(
        body,
        "<form id=feedback method=post action=\"{action}\"><b>{}</b>\
         <label>{}<textarea name=comment rows=2 maxlength=1000></textarea></label>\
         <p><button name=helpful value=yes>{}</button> \
         <button name=helpful value=no>{}</button></p></form>",
        w.helpful, w.why, w.yes, w.no,
    );
}

/// What was refused, with a way back. Without a sentence it is a page that does not exist.
pub(super) fn refused(why: Option<&str>, language: &str) -> String {
    let language = preferred(language);
    let words = words(language);
    let why = why.unwrap_or(words.missing);
    let home = index_path("kb", language, "");
    let body = format!("<h1>{}</h1><p><a href=\"{home}\">{}</a></p>", escaped(why), words.kb);
    let site = Site { base_url: String::new(), client: String::new() };
    Page {
        site: &site,
        language,
        asked_language: language,
        title: why,
        home: (words.kb, &home),
        canonical: "",
        languages: vec![],
        asked: "",
        is_found: false,
        body: &body,
    }
    .html()
}
