//! What stands around the content of every page.

use super::{
    Site,
    words::{Words, words},
};
use crate::config::LANGUAGES;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use sha2::{Digest as _, Sha256};
use std::{fmt::Write as _, sync::LazyLock};

const STYLE: &str = ":root{color-scheme:light dark;--text:#1d2730;--quiet:#566472;--ground:#fff;\
--soft:#f1f5f6;--line:#d6dee2;--accent:#0b7a75}\
@media(prefers-color-scheme:dark){:root{--text:#e6ecef;--quiet:#a3b1ba;--ground:#12181c;\
--soft:#1b242a;--line:#33414a;--accent:#3cc0b4}}\
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--text);\
font:16px/1.6 system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",\"Noto Sans SC\",sans-serif;\
overflow-wrap:anywhere}a{color:var(--accent)}a:focus-visible,button:focus-visible,\
input:focus-visible,textarea:focus-visible{outline:3px solid var(--accent);outline-offset:2px}\
header,main,footer{max-width:46rem;margin:0 auto;padding:1rem}\
header{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:center;justify-content:space-between;\
border-bottom:1px solid var(--line)}header>a{font-weight:600;text-decoration:none}\
form{display:flex;gap:.5rem;flex-wrap:wrap}\
input,textarea,button{font:inherit;color:inherit;background:var(--ground);padding:.4rem .7rem;\
border:1px solid var(--line);border-radius:.5rem;min-height:2.75rem}input{flex:1 1 14rem}\
textarea{width:100%;display:block;margin-top:.25rem}button{background:var(--soft);cursor:pointer;\
min-width:4rem}h1{font-size:1.75rem;line-height:1.25;margin:1rem 0}h2{font-size:1.25rem;\
line-height:1.3;margin:2rem 0 .5rem}:target{scroll-margin-top:1rem;background:var(--soft)}\
.links,.hits{padding-left:1.1rem}.links li{margin:.35rem 0}.hits li{margin:1rem 0}\
.hits p{margin:.2rem 0;color:var(--quiet)}mark{background:none;color:inherit;font-weight:600}\
.crumb,.note,footer{color:var(--quiet);font-size:.9rem}nav{background:var(--soft);padding:.75rem 1rem;\
border-radius:.5rem}nav ul{margin:.25rem 0;padding-left:1.1rem}#feedback{display:block;margin-top:2rem;\
padding-top:1rem;border-top:1px solid var(--line)}#feedback label{display:block;margin-top:.5rem}\
pre,table{display:block;overflow-x:auto}pre,code{font-family:ui-monospace,monospace;font-size:.9em}\
pre{background:var(--soft);padding:.75rem;border-radius:.5rem}table{border-collapse:collapse}\
td,th{border:1px solid var(--line);padding:.35rem .6rem;text-align:left;overflow-wrap:break-word}\
blockquote{margin:1rem 0;padding:.1rem 1rem;border-left:4px solid var(--line)}\
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem}";

static POLICY: LazyLock<String> = LazyLock::new(|| {
    let hash = STANDARD.encode(Sha256::digest(STYLE));
    format!(
        "default-src 'none'; style-src 'sha256-{hash}'; form-action 'self'; base-uri 'none'; \
         frame-ancestors 'none'"
    )
});

/// The content policy of the pages: their own style, their own forms, and nothing else.
pub(in crate::knowledge) fn policy() -> &'static str {
    &POLICY
}

/// A page, before it is written.
pub(super) struct Page<'a> {
    pub site: &'a Site,
    /// The language of the content.
    pub language: &'a str,
    /// The language that was asked for, in which the page speaks by itself.
    pub asked_language: &'a str,
    pub title: &'a str,
    /// Title and address of the space.
    pub home: (&'a str, &'a str),
    /// The one right address; empty for none.
    pub canonical: &'a str,
    /// The other languages it is in, with their addresses.
    pub languages: Vec<(&'a str, String)>,
    /// What was looked for.
    pub asked: &'a str,
    /// Whether search engines shall list it.
    pub is_found: bool,
    pub body: &'a str,
}

impl Page<'_> {
    /// The whole page.
    pub(super) fn html(&self) -> String {
        let words = words(self.asked_language);
        let (home_title, home_path) = (escaped(self.home.0), escaped(self.home.1));
        let mut page = format!(
            "<!doctype html><html lang={}><head><meta charset=utf-8>\
             <meta name=viewport content=\"width=device-width,initial-scale=1\">\
             <title>{}</title>",
            self.asked_language,
            escaped(self.title),
        );
        self.links(&mut page);
        let _ = write!(
            page,
            "<style>{STYLE}</style></head><body><a class=skip href=\"#content\">{}</a>\
             <header><a href=\"{home_path}\">{home_title}</a>{}</header>\
             <main id=content>{}</main>",
            words.skip,
            self.search(words),
            self.body,
        );
        self.footer(&mut page);
        page.push_str("</body></html>");
        page
    }

    fn search(&self, words: &Words) -> String {
        let path = self.home.1.split('?').next().unwrap_or_default();
        let client = client_field(&self.site.client);
        format!(
            "<form role=search action=\"{path}\">{client}<input type=search name=q value=\"{}\" \
             placeholder=\"{}\" aria-label=\"{}\" maxlength=200><button>{}</button></form>",
            escaped(self.asked),
            words.placeholder,
            words.search,
            words.search,
        )
    }

    /// The address that counts, and the same in other languages.
    fn links(&self, page: &mut String) {
        if !self.is_found {
            page.push_str("<meta name=robots content=noindex>");
            return;
        }
        let base = escaped(&self.site.base_url);
        let canonical = escaped(self.canonical);
        let _ = write!(page, "<link rel=canonical href=\"{base}{canonical}\">");
        let own = (self.language, self.canonical.to_owned());
        let all: Vec<&(&str, String)> = self.languages.iter().chain([&own]).collect();
        for language in LANGUAGES {
            let Some((_, path)) = all.iter().find(|(own, _)| *own == language) else { continue };
            let path = escaped(path);
            let _ = write!(page, "<link rel=alternate hreflang={language} href=\"{base}{path}\">");
            if language == LANGUAGES[0] {
                let _ =
                    write!(page, "<link rel=alternate hreflang=x-default href=\"{base}{path}\">");
            }
        }
    }

    fn footer(&self, page: &mut String) {
        if self.languages.is_empty() {
            return;
        }
        page.push_str("<footer>");
        for (language, path) in &self.languages {
            let (name, path) = (words(language).name, escaped(path));
            let _ =
                write!(page, "<a lang={language} hreflang={language} href=\"{path}\">{name}</a> ");
        }
        page.push_str("</footer>");
    }
}

/// A text between tags or quotation marks.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A form's own query takes the place of its address's, so that the client goes along as a field.
fn client_field(query: &str) -> String {
    let mut pairs = url::form_urlencoded::parse(query.trim_start_matches('?').as_bytes());
    pairs.next().map_or_else(String::new, |(_, name)| {
        format!("<input type=hidden name=client value=\"{}\">", escaped(&name))
    })
}
