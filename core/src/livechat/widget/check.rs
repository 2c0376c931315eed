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
    let scheme = scheme.to_ascii_lowercase();
    let (wild, rest) = match rest.strip_prefix("*.") {
        Some(rest) => ("*.", rest),
        None => ("", rest),
    };
    let odd = rest.contains('*') || rest.starts_with('.') || rest.ends_with(':');
    if odd || !matches!(scheme.as_str(), "https" | "http") {
        return Err(EXAMPLE);
    }
    let url = Url::parse(&format!("{scheme}://{rest}")).map_err(|_| EXAMPLE)?;
    let bare = url.username().is_empty() && url.password().is_none() && url.query().is_none();
    if !bare || url.fragment().is_some() || url.path() != "/" {
        return Err("Write the site alone, without a path: https://shop.example.");
    }
    let host = url.host().ok_or(EXAMPLE)?;
    // Addresses may have quotes and semicolons in their hosts, which say something else in a content policy.
    let named = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    if matches!(host, Host::Domain(name) if !name.bytes().all(named)) {
        return Err(EXAMPLE);
    }
    if matches!(host, Host::Ipv6(_)) {
        // Content policies have no way to write one (CSP Level 3, host-source).
        return Err("Name the site by its domain: browsers take no IPv6 address here.");
    }
    if !wild.is_empty() && !matches!(host, Host::Domain(name) if name.contains('.')) {
        return Err("Name a domain behind *., as in https://*.shop.example.");
    }
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    Ok(format!("{scheme}://{wild}{host}{port}"))
}

/// Whether a page belongs to one of these sites, as the content policy of the frame takes them (CSP Level 3,
/// match a URL to an expression).
pub(super) fn allows(sites: &[String], page: &Url) -> bool {
    sites.iter().any(|site| {
        let Some((before, domain)) = site.split_once("://*.") else {
            return page.origin().ascii_serialization() == *site;
        };
        let Ok(parent) = Url::parse(&format!("{before}://{domain}")) else { return false };
        let is_below = page
            .host_str()
            .zip(parent.host_str())
            .and_then(|(host, parent)| host.strip_suffix(parent))
            .is_some_and(|rest| rest.len() > 1 && rest.ends_with('.'));
        is_below
            && page.scheme() == parent.scheme()
            && page.port_or_known_default() == parent.port_or_known_default()
    })
}

/// A draft as it is kept, and every field that is wrong.
pub(super) fn kept(draft: &LivechatWidgetDraft) -> (LivechatWidgetDraft, FieldErrors) {
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
    let accent = accent.to_owned();
    (LivechatWidgetDraft { sites, accent, texts, greeting, ..draft.clone() }, wrong)
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
            "https://shop.example;sandbox",
            "https://shop.example,x",
            "https://a;script-src",
            "shop.example\nhttps://x.example",
            "https://shop.example:99999",
            "data:",
            "https://.shop.example",
            "https://[::1]:8080",
        ] {
            assert!(origin_of(site).is_err(), "{site}: {:?}", origin_of(site));
        }
    }

    #[test]
    fn a_page_belongs_to_its_site() {
        let sites = ["https://shop.example", "https://*.shop.example:8443", "http://127.0.0.1:9"];
        let sites = sites.map(str::to_owned);
        for (page, allowed) in [
            ("https://shop.example/cart", true),
            ("https://shop.example:443/", true),
            ("http://shop.example/", false),
            ("https://shop.example:8443/", false),
            ("https://www.shop.example:8443/a", true),
            ("https://a.b.shop.example:8443/", true),
            ("https://www.shop.example/", false),
            ("https://notshop.example:8443/", false),
            ("https://.shop.example:8443/", false),
            ("http://127.0.0.1:9/x", true),
            ("https://shop.example.evil.example/", false),
        ] {
            let url = Url::parse(page).expect("an address");
            assert_eq!(allows(&sites, &url), allowed, "{page}");
        }
        assert!(!allows(&[], &Url::parse("https://shop.example").expect("an address")));
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
        let (kept, wrong) = kept(&texts("  "));
        assert!(wrong.is_empty(), "{wrong:?}");
        assert_eq!(kept.sites, ["https://shop.example"], "the same site twice is one");
        assert!(kept.texts.is_empty(), "words that say nothing are none");
    }

    #[test]
    fn each_wrong_field_is_named() {
        let with = |change: &dyn Fn(&mut LivechatWidgetDraft)| {
            let mut draft = texts("Hello");
            change(&mut draft);
            kept(&draft).1.fields().map(str::to_owned).collect::<Vec<_>>()
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
