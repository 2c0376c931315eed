//! Nothing that acts survives, whoever wrote it and however long it is.

use super::mail;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Vector {
    class: String,
    html: String,
}

/// Written for these tests and the browser's, by what kind of trick it is.
fn corpus() -> Vec<Vector> {
    serde_json::from_str(include_str!("../../../../tests/hostile/mail.json")).expect("the corpus")
}

/// What a mail may look like. Neither `style` nor `class`, `id`, `name` or `target`.
const ATTRIBUTES: [&str; 43] = [
    "abbr",
    "align",
    "alt",
    "axis",
    "bgcolor",
    "border",
    "cellpadding",
    "cellspacing",
    "char",
    "charoff",
    "charset",
    "color",
    "cols",
    "colspan",
    "coords",
    "datetime",
    "dir",
    "face",
    "frame",
    "headers",
    "height",
    "href",
    "hreflang",
    "hspace",
    "lang",
    "nohref",
    "noshade",
    "nowrap",
    "open",
    "rel",
    "rowspan",
    "rules",
    "scope",
    "shape",
    "size",
    "span",
    "src",
    "start",
    "summary",
    "title",
    "type",
    "valign",
    "width",
];

const ELEMENTS: [&str; 80] = [
    "a",
    "abbr",
    "acronym",
    "area",
    "article",
    "aside",
    "b",
    "bdi",
    "bdo",
    "blockquote",
    "br",
    "caption",
    "center",
    "cite",
    "code",
    "col",
    "colgroup",
    "data",
    "dd",
    "del",
    "details",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "font",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "i",
    "img",
    "ins",
    "kbd",
    "li",
    "map",
    "mark",
    "nav",
    "ol",
    "p",
    "pre",
    "q",
    "rp",
    "rt",
    "rtc",
    "ruby",
    "s",
    "samp",
    "small",
    "span",
    "strike",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "tt",
    "u",
    "ul",
    "var",
    "wbr",
    "main",
    "section",
    "big",
];

/// Tags of cleaned HTML with their attributes: its values stand in double quotes and hold none.
fn tags(clean: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut found = vec![];
    let mut rest = clean;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let ends = |c: char| c == '>' || c == ' ';
        let word = rest[..rest.find(ends).expect("a tag ends")].trim_start_matches('/').to_owned();
        rest = &rest[rest.find(ends).expect("a tag ends")..];
        let mut attributes = vec![];
        while let Some(more) = rest.strip_prefix(' ') {
            let (name, after) = more.split_once("=\"").expect("a value");
            let (value, after) = after.split_once('"').expect("the value ends");
            attributes.push((name.to_owned(), value.to_owned()));
            rest = after;
        }
        assert!(rest.starts_with('>'), "a tag ends where its attributes do: {rest}");
        found.push((word, attributes));
    }
    found
}

fn check(html: &str) {
    let clean = mail(html).expect("short enough");
    for (element, attributes) in tags(&clean) {
        assert!(ELEMENTS.contains(&element.as_str()), "{element} of {html}: {clean}");
        for (name, value) in &attributes {
            assert!(ATTRIBUTES.contains(&name.as_str()), "{name} of {html}: {clean}");
            if matches!(name.as_str(), "href" | "src") {
                let scheme = value.split(':').next().unwrap_or_default().to_ascii_lowercase();
                let known = ["http", "https", "mailto", "tel", "sms", "cid"];
                assert!(known.contains(&scheme.as_str()), "{name}={value} of {html}");
            }
        }
        let rel = attributes.iter().find(|(name, _)| name == "rel");
        if element == "a" && !attributes.is_empty() {
            assert!(rel.is_none_or(|rel| rel.1 == "noopener noreferrer nofollow"), "{clean}");
        }
    }
    assert_eq!(mail(&clean).as_ref(), Some(&clean), "cleaning twice changes nothing: {html}");
}

#[test]
fn nothing_of_the_corpus_acts() {
    let corpus = corpus();
    assert!(corpus.len() >= 240, "{}", corpus.len());
    let mut classes: BTreeMap<&str, usize> = BTreeMap::new();
    for vector in &corpus {
        *classes.entry(&vector.class).or_default() += 1;
        check(&vector.html);
        // Inside what a mail usually is, and cut off in the middle.
        check(&format!("<table><tr><td>Hello {}</td></tr></table>", vector.html));
        let half = vector.html.len() / 2;
        let half = (half..vector.html.len()).find(|at| vector.html.is_char_boundary(*at));
        check(&vector.html[..half.unwrap_or(0)]);
    }
    assert!(classes.len() >= 12, "{classes:?}");
    // Two tricks that only work together.
    for pair in corpus.windows(2) {
        check(&format!("{}{}", pair[0].html, pair[1].html));
    }
}

#[test]
fn addresses_without_a_host_would_be_ours() {
    let kept = |html: &str| mail(html).expect("short");
    for html in [
        "<img src=\"/api/auth/signout\">",
        "<img src=\"//canary.example/p.gif\">",
        "<img src=\"?x\">",
        "<img src=\"\\\\canary.example\\x\">",
    ] {
        assert_eq!(kept(html), "<img>", "{html}");
    }
    assert!(!kept("<a href=\"/settings\">x</a>").contains("settings"));
    assert_eq!(kept("<img src=\"cid:logo\">"), "<img src=\"cid:logo\">");
}

#[test]
fn what_mails_look_like_stays() {
    for html in [
        "<h1>Order</h1><p><b>Two</b> <i>cups</i> <font color=\"red\" size=\"2\">sold</font></p>",
        "<table width=\"600\" bgcolor=\"#fff\"><tbody><tr><td align=\"center\">x</td></tr></tbody></table>",
        "<blockquote>Earlier</blockquote><ul><li>one</li></ul><p dir=\"rtl\">\u{645}</p>",
        "<img src=\"https://shop.example/a.png\" alt=\"A\" width=\"10\">",
    ] {
        assert_eq!(mail(html).as_deref(), Some(html));
    }
    assert!(mail(&"<blockquote>On Monday you wrote:".repeat(150)).is_some());
    assert!(mail(&"<p>Hello<br>there &amp; here".repeat(1_000)).is_some());
    let newsletter =
        "<table><tr><td><a href=\"https://shop.example/\">Buy&nbsp;it</a></td></tr></table>";
    assert!(mail(&newsletter.repeat(2_000)).is_some());
}

#[test]
fn what_takes_long_to_read_is_not_read() {
    let none = |html: String| assert!(mail(&html).is_none(), "{}", &html[..40]);
    none("<div>".repeat(50_000));
    none("<b>".repeat(50_000));
    none("<b><div></b>".repeat(2_000));
    none("<table><tr><td>".repeat(400_000));
    none("<table><tr><td>x</td></tr></table>".repeat(20_000));
    none("&amp;".repeat(200_000));
    none(format!("<p title=\"{}\">", "&lt;".repeat(10_000)));
    none(format!("<p{}>", " a".repeat(50_000)));
    none(format!("<p a=\">\"{}>", " a=1".repeat(50_000)));
    none("x".repeat(2_000_000));
    // A million characters of text are a long mail, and no attack.
    assert_eq!(mail(&"word ".repeat(200_000)).map(|clean| clean.len()), Some(1_000_000));
    assert!(mail(&"<".repeat(1_000)).is_some());
    assert!(mail(&"</div>".repeat(10_000)).is_some());
}
