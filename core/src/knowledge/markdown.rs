//! Markdown (CommonMark with tables and strikethrough) becomes HTML that may stand on a page.
//!
//! What comes out is cleaned, whoever wrote it: articles are shown in the workspace, where a script would
//! have the reader's session, and on pages for everybody. Pictures are left out in this version.

use ammonia::{Builder, UrlRelative};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html::push_html};
use serde::Serialize;
use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};
use utoipa::ToSchema;

/// Cleaning costs time by the square of how deep elements nest and of how many attributes one has; what
/// HTML of one's own may do is bounded by its length.
const DEPTH_MAX: usize = 40;
const HTML_BYTES_MAX: usize = 10_000;
/// Of the address and the title of a link; the same square holds for entities in them.
const LINK_BYTES_MAX: usize = 2_000;
const SLUG_CHARS: usize = 60;

/// In front of the ids of headings, so that none of them is a name that a script of the page uses.
pub const HEADING: &str = "h-";

/// A heading of an article, to lead to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SupportHeading)]
pub struct Heading {
    /// The anchor in the HTML: `h-` and a slug of the text.
    pub id: String,
    pub text: String,
}

/// Markdown as a page shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    pub html: String,
    pub headings: Vec<Heading>,
}

fn parser(body: &str) -> Parser<'_> {
    Parser::new_ext(body, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH)
}

/// Whether reading this takes little time.
///
/// # Errors
/// The sentence that says what there is too much of.
pub fn bearable(body: &str) -> Result<(), &'static str> {
    let (mut depth, mut html) = (0_usize, 0);
    for event in parser(body) {
        let is_long = match &event {
            Event::Start(
                Tag::Link { dest_url, title, .. } | Tag::Image { dest_url, title, .. },
            ) => dest_url.len().max(title.len()) > LINK_BYTES_MAX,
            _ => false,
        };
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::Html(text) | Event::InlineHtml(text) => html += text.len(),
            _ => {}
        }
        if is_long {
            return Err("The address and the title of a link have at most 2000 characters.");
        }
        if depth > DEPTH_MAX {
            return Err("Lists and quotes nest at most 40 deep.");
        }
        if html > HTML_BYTES_MAX {
            return Err("A text has at most 10000 characters of HTML. Write it as Markdown.");
        }
    }
    Ok(())
}

/// The HTML of Markdown that is [`bearable`], and its headings. Links to pages of the knowledge base get
/// `client` as their query, so that readers stay with the client they read.
#[must_use]
pub fn render(body: &str, client: &str) -> Rendered {
    if bearable(body).is_err() {
        return Rendered::default();
    }
    let mut headings = Headings::default();
    let mut events: Vec<Event<'_>> = vec![];
    let mut begun: Option<(usize, String)> = None;
    for event in parser(body) {
        match &event {
            Event::Start(Tag::Heading { .. }) => begun = Some((events.len(), String::new())),
            Event::Text(text) | Event::Code(text) => {
                if let Some((_, heading)) = &mut begun {
                    heading.push_str(text);
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some((_, heading)) = &mut begun {
                    heading.push(' ');
                }
            }
            _ => {}
        }
        let event = match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = with_client(dest_url, client);
                Event::Start(Tag::Link { link_type, dest_url, title, id })
            }
            Event::End(TagEnd::Heading(level)) => {
                let level = below_title(level);
                if let Some((at, text)) = begun.take() {
                    let id = headings.add(&text);
                    let (classes, attrs) = (vec![], vec![]);
                    let id = Some(CowStr::from(id));
                    events[at] = Event::Start(Tag::Heading { level, id, classes, attrs });
                }
                Event::End(TagEnd::Heading(level))
            }
            Event::Text(text) => Event::Text(set_aside(text)),
            Event::Code(text) => Event::Code(set_aside(text)),
            other => other,
        };
        events.push(event);
    }
    let mut html = String::new();
    push_html(&mut html, events.into_iter());
    let mut html = CLEANER.clean(&html).to_string();
    for (_, aside, entity) in ASIDE {
        html = html.replace(aside, entity);
    }
    Rendered { html, headings: headings.list }
}

/// Signs of HTML in texts, what stands for them while HTML is cleaned, and what they become: reading a text
/// costs time by the square of how many characters of it are written as entities. The characters are for
/// private use, and what they become is a text wherever it stands.
const ASIDE: [(char, char, &str); 3] =
    [('&', '\u{e0f0}', "&amp;"), ('<', '\u{e0f1}', "&lt;"), ('>', '\u{e0f2}', "&gt;")];

fn set_aside(text: CowStr<'_>) -> CowStr<'_> {
    if !text.contains(['&', '<', '>']) {
        return text;
    }
    let aside = |c: char| ASIDE.iter().find(|(sign, ..)| *sign == c).map_or(c, |(_, to, _)| *to);
    text.chars().map(aside).collect::<String>().into()
}

/// The title of the page is its only heading of the first level.
fn below_title(level: HeadingLevel) -> HeadingLevel {
    if level == HeadingLevel::H1 { HeadingLevel::H2 } else { level }
}

fn with_client<'a>(url: CowStr<'a>, client: &str) -> CowStr<'a> {
    if client.is_empty() || !url.starts_with("/support/") || url.contains('?') {
        return url;
    }
    match url.split_once('#') {
        Some((path, anchor)) => format!("{path}{client}#{anchor}").into(),
        None => format!("{url}{client}").into(),
    }
}

#[derive(Default)]
struct Headings {
    list: Vec<Heading>,
    used: HashSet<String>,
    times: HashMap<String, usize>,
}

impl Headings {
    fn add(&mut self, text: &str) -> String {
        let slug = slug(text);
        let mut id = format!("{HEADING}{slug}");
        let mut times = self.times.get(&slug).copied().unwrap_or(1);
        while !self.used.insert(id.clone()) {
            times += 1;
            id = format!("{HEADING}{slug}-{times}");
        }
        self.times.insert(slug, times);
        self.list.push(Heading { id: id.clone(), text: text.trim().to_owned() });
        id
    }
}

/// A text as a part of an address: letters and digits in lower case, with hyphens between words.
#[must_use]
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.chars().count() >= SLUG_CHARS {
            break;
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "section".to_owned() } else { slug.to_owned() }
}

/// The words of Markdown, for the index and for excerpts.
#[must_use]
pub fn plain_text(body: &str) -> String {
    let mut text = String::new();
    for event in parser(body) {
        match event {
            Event::Text(part) | Event::Code(part) => text.push_str(&part),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            Event::End(end) if !is_within_words(end) => text.push(' '),
            _ => {}
        }
    }
    text
}

/// A body as its blocks of plain text: headings, paragraphs, points of lists, cells.
#[must_use]
pub fn plain_blocks(body: &str) -> Vec<String> {
    let mut blocks = vec![];
    let mut open = String::new();
    for event in parser(body) {
        match event {
            Event::Text(part) | Event::Code(part) => open.push_str(&part),
            Event::SoftBreak | Event::HardBreak => open.push(' '),
            Event::Start(_) | Event::End(_) => {
                let within = match &event {
                    Event::End(end) => is_within_words(*end),
                    Event::Start(start) => is_within_words(start.to_end()),
                    _ => false,
                };
                if !within && !open.trim().is_empty() {
                    blocks.push(std::mem::take(&mut open).trim().to_owned());
                }
            }
            _ => {}
        }
    }
    if !open.trim().is_empty() {
        blocks.push(open.trim().to_owned());
    }
    blocks
}

/// Whether a word may go on behind what ends: marks within text part no words, as blocks do.
fn is_within_words(end: TagEnd) -> bool {
    matches!(
        end,
        TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image
    )
}

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::default();
    builder
        .rm_tags(["img", "map", "area", "span", "div", "center", "header", "footer", "nav"])
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
        .url_relative(UrlRelative::PassThrough)
        .link_rel(Some("noopener noreferrer"))
        .attribute_filter(|_, name, value| {
            (name != "id" || value.starts_with(HEADING)).then(|| value.into())
        });
    for level in ["h2", "h3", "h4", "h5", "h6"] {
        builder.add_tag_attributes(level, ["id"]);
    }
    for cell in ["td", "th"] {
        builder.add_tag_attributes(cell, ["align"]);
    }
    builder
});
