//! The map of a site for search engines (sitemaps.org).

use super::{Site, layout};
use crate::{
    config::LANGUAGES,
    knowledge::{
        manual::manual,
        public::{article_path, index_path},
        store::public::PublicTitle,
    },
};
use std::fmt::Write as _;

/// Every public text, and the manual's.
pub(in crate::knowledge) fn sitemap(site: &Site, titles: &[PublicTitle]) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">",
    );
    let base = site.base_url.as_str();
    let mut add = |path: &str, day: Option<String>| {
        let address = layout::escaped(&format!("{base}{path}"));
        let _ = write!(xml, "<url><loc>{address}</loc>");
        if let Some(day) = day {
            let _ = write!(xml, "<lastmod>{day}</lastmod>");
        }
        xml.push_str("</url>");
    };
    for language in LANGUAGES {
        if titles.iter().any(|title| title.language == language) {
            add(&index_path("kb", language, &site.client), None);
        }
    }
    for title in titles {
        let path = article_path("kb", &title.language, title.article_id, &site.client);
        add(&path, super::day(title.published_at));
    }
    for (_, id, article) in manual().articles() {
        for language in article.keys() {
            add(&article_path("manual", language, id, ""), None);
        }
    }
    xml.push_str("</urlset>");
    xml
}
