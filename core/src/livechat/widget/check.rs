//! Which widgets are taken, and which sites are some: pure.

use super::model::{LivechatWidgetDraft, WidgetTexts};
use crate::{config::LANGUAGES, http::FieldErrors};
use url::{Host, Url};

const SITES_MAX: usize = 50;
const PAGES_MAX: usize = 20;
const PATH_MAX: usize = 200;

/// The origin that an admin means by a site, as content policies write it: `https://shop.example`,
/// `https://*.shop.example`, `http://localhost:3000`.
///
/// # Errors
/// What to write instead.
pub(super) fn origin_of(site: &str) -> Result<String, &'static str> {
    const EXAMPLE: &str = "Write a site as https://shop.example or https://*.shop.example.";
    let site = site.trim();
    let (scheme, rest) = site.split_once("://").unwrap_or(("https", site));
    let (wild, rest) = match rest.strip_prefix("*.") {
        Some(rest) => ("*.", rest),
        None => ("", rest),
    };
    if !matches!(scheme, "https" | "http") || rest.contains('*') {
        return Err(EXAMPLE);
    }
    let url = Url::parse(&format!("{scheme}://{rest}")).map_err(|_| EXAMPLE)?;
    let bare = url.username().is_empty() && url.password().is_none() && url.query().is_none();
    if !bare || url.fragment().is_some() || url.path() != "/" {
        return Err("Write the site alone, without a path: https://shop.example.");
    }
    let host = url.host().ok_or(EXAMPLE)?;
    if !wild.is_empty() && !matches!(host, Host::Domain(name) if name.contains('.')) {
        return Err("Name a domain behind *., as in https://*.shop.example.");
    }
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    Ok(format!("{scheme}://{wild}{host}{port}"))
}

/// A draft as it is kept, or every field that is wrong.
///
/// # Errors
/// The fields and why.
pub(super) fn kept(draft: &LivechatWidgetDraft) -> Result<LivechatWidgetDraft, FieldErrors> {
    let mut wrong = FieldErrors::default();
    let mut sites = vec![];
    for (n, site) in draft.sites.iter().enumerate() {
        match origin_of(site) {
            Ok(origin) if sites.contains(&origin) => {}
            Ok(origin) => sites.push(origin),
            Err(why) => wrong.say(format!("sites.{n}"), why),
        }
    }
    wrong.when(sites.len() > SITES_MAX, "sites", "At most 50 sites can be named.");
    wrong.when(
        draft.enabled && draft.sites.is_empty(),
        "sites",
        "Name the sites that may show the widget.",
    );
    let accent = draft.accent.trim();
    let hex = accent.strip_prefix('#').is_some_and(|digits| {
        digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
    });
    wrong.when(!accent.is_empty() && !hex, "accent", "Choose a colour, as in #0B7A75.");
    let odd = draft.texts.keys().any(|language| !LANGUAGES.contains(&language.as_str()));
    wrong.when(odd, "texts", "The languages are en, ms and zh.");
    let trimmed = |text: &str| text.trim().to_owned();
    let mut texts = draft.texts.clone();
    for (language, words) in &mut texts {
        *words = WidgetTexts {
            title: trimmed(&words.title),
            launcher: trimmed(&words.launcher),
            greeting: trimmed(&words.greeting),
        };
        for (name, text, most, why) in [
            ("title", &words.title, 60, "A title has at most 60 characters."),
            ("launcher", &words.launcher, 40, "The button has at most 40 characters."),
            ("greeting", &words.greeting, 200, "A greeting has at most 200 characters."),
        ] {
            let field = format!("texts.{language}.{name}");
            wrong.when(text.chars().count() > most, field, why);
        }
    }
    texts.retain(|_, words| *words != WidgetTexts::default());
    let greeting = draft.greeting.clone().map(|mut greeting| {
        let seconds = (3..=3_600).contains(&greeting.after_seconds);
        wrong.when(!seconds, "greeting.after_seconds", "Choose 3 to 3,600 seconds.");
        for page in &mut greeting.pages {
            *page = trimmed(page);
        }
        greeting.pages.retain(|page| !page.is_empty());
        let paths = greeting.pages.len() <= PAGES_MAX
            && greeting.pages.iter().all(|page| page.starts_with('/') && page.len() <= PATH_MAX);
        let text = "Write at most 20 beginnings of paths, each with a / in front: /pricing.";
        wrong.when(!paths, "greeting.pages", text);
        let says = texts.values().any(|words| !words.greeting.is_empty());
        wrong.when(!says, "greeting.text", "Write what the greeting says.");
        greeting
    });
    if !wrong.is_empty() {
        return Err(wrong);
    }
    Ok(LivechatWidgetDraft { sites, accent: accent.to_owned(), texts, greeting, ..draft.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::livechat::widget::model::WidgetGreeting;

    #[test]
    fn a_site_is_an_origin() {
        for (site, origin) in [
            ("shop.example", "https://shop.example"),
            (" HTTPS://Shop.Example/ ", "https://shop.example"),
            ("https://*.shop.example:8443", "https://*.shop.example:8443"),
            ("http://localhost:3000", "http://localhost:3000"),
            ("http://127.0.0.1:80", "http://127.0.0.1"),
            ("https://[::1]:8080", "https://[::1]:8080"),
            ("kedai.example", "https://kedai.example"),
            ("https://bücher.example", "https://xn--bcher-kva.example"),
        ] {
            assert_eq!(origin_of(site).as_deref(), Ok(origin), "{site}");
        }
        for site in [
            "",
            "*",
            "https://*",
            "*.",
            "https://*.localhost",
            "https://*.127.0.0.1",
            "ftp://shop.example",
            "javascript://x",
            "https://a.*.example",
            "shop.example/path",
            "https://user@shop.example",
            "https://shop.example/?a",
            "https://shop.example#a",
            "shop.example; script-src *",
            "https://shop.example https://other.example",
            "'self'",
            "shop.example\nhttps://x.example",
            "https://shop.example:99999",
            "data:",
        ] {
            assert!(origin_of(site).is_err(), "{site}: {:?}", origin_of(site));
        }
    }

    fn texts(greeting: &str) -> LivechatWidgetDraft {
        let words = WidgetTexts { greeting: greeting.into(), ..WidgetTexts::default() };
        LivechatWidgetDraft {
            texts: [("en".to_owned(), words)].into(),
            sites: vec!["shop.example".into(), "https://shop.example/".into()],
            ..LivechatWidgetDraft::default()
        }
    }

    #[test]
    fn a_draft_is_kept_as_it_is_meant() {
        let kept = kept(&texts("  ")).expect("good");
        assert_eq!(kept.sites, ["https://shop.example"], "the same site twice is one");
        assert!(kept.texts.is_empty(), "words that say nothing are none");
    }

    #[test]
    fn each_wrong_field_is_named() {
        let with = |change: &dyn Fn(&mut LivechatWidgetDraft)| {
            let mut draft = texts("Hello");
            change(&mut draft);
            kept(&draft).expect_err("wrong").fields().map(str::to_owned).collect::<Vec<_>>()
        };
        let greeting = |after_seconds, pages: &[&str]| {
            let pages = pages.iter().map(|&page| page.into()).collect();
            Some(WidgetGreeting { after_seconds, pages })
        };
        assert_eq!(with(&|draft| draft.sites.push("a/b".into())), ["sites.2"]);
        assert_eq!(
            with(&|draft| {
                draft.enabled = true;
                draft.sites.clear();
            }),
            ["sites"]
        );
        assert_eq!(with(&|draft| draft.accent = "teal".into()), ["accent"]);
        assert_eq!(with(&|draft| draft.greeting = greeting(2, &[])), ["greeting.after_seconds"]);
        assert_eq!(with(&|draft| draft.greeting = greeting(9, &["cart"])), ["greeting.pages"]);
        assert_eq!(
            with(&|draft| {
                draft.greeting = greeting(9, &[]);
                draft.texts.clear();
            }),
            ["greeting.text"]
        );
        assert_eq!(
            with(&|draft| {
                draft.texts.insert("de".into(), WidgetTexts::default());
            }),
            ["texts"]
        );
        assert_eq!(
            with(&|draft| draft.texts.get_mut("en").expect("words").title = "x".repeat(61)),
            ["texts.en.title"]
        );
    }
}
