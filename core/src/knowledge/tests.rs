//! Decisions of the knowledge base: what Markdown becomes, what is asked for, and which language is shown.

use super::{
    gaps::kept,
    listing::after,
    manual::{self, Manual},
    markdown::{bearable, plain_text, render, slug},
    model::{State, source_changed},
    pages::preferred,
    public::pick,
    search::{relaxed, strict},
    translations::expect_revision,
};

fn html(body: &str) -> String {
    render(body, "").html
}

#[test]
fn markdown_becomes_html_that_does_nothing() {
    for (body, expected) in [
        ("Hello *you*", "<p>Hello <em>you</em></p>\n"),
        ("# One", "<h2 id=\"h-one\">One</h2>\n"),
        ("a<script>alert(1)</script>b", "<p>ab</p>\n"),
        ("<p onclick=\"x()\">a</p>", "<p>a</p>"),
        ("<form action=/x><input name=a>a</form>", "a"),
        ("<style>p{color:red}</style>", ""),
        ("<h2 id=\"root\">a</h2>", "<h2>a</h2>"),
        ("![x](https://example.com/x.png)", "<p></p>\n"),
        ("<iframe src=\"https://example.com\"></iframe>a", "a"),
        ("1 < 2 & `<b>` &amp; &lt;", "<p>1 &lt; 2 &amp; <code>&lt;b&gt;</code> &amp; &lt;</p>"),
        ("[a](javascript:alert(1))", "<p><a rel=\"noopener noreferrer\">a</a></p>\n"),
        (
            "[a](https://example.com)",
            "<p><a href=\"https://example.com\" rel=\"noopener noreferrer\">a</a></p>\n",
        ),
        ("~~a~~", "<p><del>a</del></p>\n"),
    ] {
        assert_eq!(html(body).trim(), expected.trim(), "{body}");
    }
    let table = html("|a|b|\n|-|-|\n|1|2|");
    assert!(table.contains("<th>a</th>") && table.contains("<td>2</td>"), "{table}");
}

#[test]
fn headings_have_ids_of_their_own() {
    let body = "## How do I pay?\n\ntext\n\n## How do I *pay*?\n\n# 退款\n\n### ???\n\n## h: `x`";
    let rendered = render(body, "");
    let ids: Vec<&str> = rendered.headings.iter().map(|heading| heading.id.as_str()).collect();
    assert_eq!(ids, ["h-how-do-i-pay", "h-how-do-i-pay-2", "h-退款", "h-section", "h-h-x"]);
    for heading in &rendered.headings {
        let id = format!("id=\"{}\"", heading.id);
        assert!(rendered.html.contains(&id), "{id}: {}", rendered.html);
    }
    assert_eq!(slug("  A -- b!  "), "a-b");
    assert_eq!(slug(&"long ".repeat(50)).chars().count(), 59);
}

#[test]
fn links_between_articles_keep_the_client() {
    let with = |body: &str| render(body, "?client=Shop+1").html;
    assert!(with("[a](/support/kb/en/7#h-x)").contains("/support/kb/en/7?client=Shop+1#h-x"));
    assert!(with("[a](/support/kb/en/7)").contains("/support/kb/en/7?client=Shop+1\""));
    assert!(with("[a](/support/kb/en/7?client=b)").contains("/support/kb/en/7?client=b\""));
    assert!(with("[a](/tickets)").contains("\"/tickets\""));
}

#[test]
fn what_takes_long_to_clean_is_refused() {
    assert!(bearable(&"> ".repeat(30)).is_ok());
    assert!(bearable(&format!("{}a", "> ".repeat(60))).is_err());
    assert!(bearable(&"<b>".repeat(4_000)).is_err());
    assert!(bearable(&"word ".repeat(20_000)).is_ok());
    for worst in ["&", "<", "*a", "[", "`", "|a", "\n# a", "- a\n", "<b>", "<i a>", "a\n\n", "_"] {
        ends(worst, worst.repeat(100_000 / worst.len()));
    }
    assert!(bearable(&format!("[a](https://example.com/?{})", "&".repeat(3_000))).is_err());
    let address = format!("[a](https://example.com/?{})", "&".repeat(1_900));
    let html = format!("<p>{}", "&lt;".repeat(2_400));
    for body in [address, html] {
        ends("what may just be", body);
    }
}

/// Fails when a text is not rendered within a time that is far above what any of them takes, and far below
/// what one took before there were bounds.
fn ends(what: &str, body: String) {
    let (done, rendered) = std::sync::mpsc::channel();
    std::thread::spawn(move || done.send(render(&body, "").html.len()));
    let rendered = rendered.recv_timeout(std::time::Duration::from_secs(20));
    assert!(rendered.is_ok(), "{what:?} is still being rendered");
}

#[test]
fn words_of_markdown_are_searched_without_its_signs() {
    assert_eq!(plain_text("# A\n\nb **c** [d](http://e) `f`").split_whitespace().count(), 5);
    assert!(!plain_text("[d](http://secret.example)").contains("secret"));
    let marked = "## Hours\n\nFrom **nine** to *six*, [daily](http://e). **Un**able?";
    assert_eq!(plain_text(marked).trim(), "Hours From nine to six, daily. Unable?");
}

#[test]
fn what_carries_the_meaning_is_asked_for_second() {
    let asked = |terms: super::search::Terms| -> Vec<String> {
        let one = |any: Vec<crate::fulltext::Phrase>| {
            let words: Vec<String> = any
                .iter()
                .map(|phrase| phrase.words.join(" ") + if phrase.open { "*" } else { "" })
                .collect();
            words.join("|")
        };
        terms.into_iter().map(one).collect()
    };
    assert_eq!(asked(strict("How to pay")), ["how*", "to", "pay*"]);
    assert_eq!(asked(relaxed("How do I cancel my orders?")), ["cancel*", "order*"]);
    assert_eq!(asked(relaxed("bagaimana untuk membayar")), ["membayar*"]);
    assert_eq!(asked(relaxed("怎么退款")), ["么退|退款"]);
    assert!(relaxed("how to").is_empty());
    assert!(strict(" ?! ").is_empty());
}

#[test]
fn gaps_are_words_and_nobody_s_number() {
    assert_eq!(kept("  Refund   POLICY "), Some("refund policy".to_owned()));
    assert_eq!(kept("退款"), Some("退款".to_owned()));
    for nothing in ["", "x", "12345678", "me@example.com", &"x".repeat(101)] {
        assert_eq!(kept(nothing), None, "{nothing}");
    }
}

#[test]
fn a_translation_knows_when_its_source_went_on() {
    for (followed, now, changed) in [
        (None, Some(3), false),
        (Some(3), Some(3), false),
        (Some(2), Some(3), true),
        (Some(2), None, false),
    ] {
        assert_eq!(source_changed(followed, now), changed, "{followed:?} {now:?}");
    }
    assert_eq!(State::after_save(Some(1)), State::Published);
    assert_eq!(State::after_save(None), State::Draft);
    assert!(expect_revision(2, 2).is_ok());
    assert!(expect_revision(3, 2).is_err());
    assert!(expect_revision(1, 0).is_err(), "somebody else began this language");
}

#[test]
fn the_language_that_stands_in_is_the_first_there_is() {
    assert_eq!(pick(&["ms", "zh"], "zh"), Some("zh"));
    assert_eq!(pick(&["en", "ms"], "zh"), Some("en"));
    assert_eq!(pick(&["ms", "zh"], "en"), Some("ms"));
    assert_eq!(pick(&[], "en"), None);
    for (accepted, language) in
        [("zh-CN,zh;q=0.9,en;q=0.8", "zh"), ("de, ms", "ms"), ("", "en"), ("*", "en")]
    {
        assert_eq!(preferred(accepted), language, "{accepted}");
    }
}

#[test]
fn cursors_say_where_a_page_ended() {
    assert_eq!(after("").ok(), Some((i64::MAX, i64::MAX)));
    assert_eq!(after("17.4").ok(), Some((17, 4)));
    assert!(after("17").is_err() && after("x.y").is_err());
}

#[test]
fn files_of_the_manual_are_articles() {
    let mut manual = Manual::default();
    manual.add("en/02-tickets/_name", "Tickets\n").expect("a name");
    manual.add("en/02-tickets/03-reply.md", "# Reply\n\nWrite.\n").expect("an article");
    manual.add("ms/02-tickets/03-balas.md", "# Balas\n\nTulis.\n").expect("a translation");
    let (category, _, article) = manual.article(203).expect("there");
    assert_eq!(category, 2);
    assert_eq!((article["en"].title.as_str(), article["en"].body.as_str()), ("Reply", "Write."));
    assert_eq!(article["ms"].title, "Balas");
    assert!(manual.article(204).is_none());
    for (path, text) in [
        ("en/tickets/03-reply.md", "# A\n"),
        ("en/02-tickets/reply.md", "# A\n"),
        ("en/02-tickets/03-reply.txt", "# A\n"),
        ("en/02-tickets/03-reply.md", "A\n"),
        ("en/02-tickets/more/03-reply.md", "# A\n"),
    ] {
        assert!(manual.add(path, text).is_err(), "{path}");
    }
    assert_eq!(manual::faults(), Vec::<String>::new());
}
