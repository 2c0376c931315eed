//! The concrete thing a customer holds on to: an order number, quoted words, an amount, a date or a
//! product, word for word.

use crate::lexicon::Lexicon;
use crate::text::{clip, units};

const QUOTE_CHARS: usize = 120;
const QUOTES: [(char, char); 5] =
    [('"', '"'), ('“', '”'), ('「', '」'), ('『', '』'), ('《', '》')];
const CURRENCIES: [&str; 12] =
    ["rm", "myr", "usd", "sgd", "eur", "cny", "rmb", "$", "€", "£", "¥", "￥"];
const UNITS_OF_MONEY: [&str; 10] =
    ["ringgit", "dollars", "dollar", "sen", "元", "块", "令吉", "usd", "rm", "myr"];
const MONTHS: &str = "january february march april may june july august september october november \
    december jan feb mar apr jun jul aug sep oct nov dec januari februari mac mei julai ogos oktober \
    disember";

/// What the customer holds on to: its kind and its words.
pub struct Anchor<'a> {
    pub kind: &'static str,
    pub words: &'a str,
}

pub fn anchor(text: &str) -> Option<Anchor<'_>> {
    let runs = runs(text);
    let numbers = |kind: &'static str| {
        let mut all = runs.iter().filter_map(|run| classify(text, *run));
        all.find(|found| found.kind == kind)
    };
    numbers("order-number")
        .or_else(|| quoted(text).map(|words| Anchor { kind: "quote", words }))
        .or_else(|| numbers("amount"))
        .or_else(|| numbers("date"))
        .or_else(|| product(text).map(|words| Anchor { kind: "product", words }))
}

pub fn has_order_number(text: &str) -> bool {
    runs(text).iter().any(|run| classify(text, *run).is_some_and(|a| a.kind == "order-number"))
}

/// Runs of letters, digits and the marks that stand inside numbers, with at least one digit.
fn runs(text: &str) -> Vec<(usize, usize)> {
    let is_inside = |c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '-' | '/' | '.' | ',' | ':' | '#' | '+' | '@')
    };
    let mut found = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        match (is_inside(letter), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                let run = text[from..at].trim_end_matches(['.', ',', ':', '-', '/', '#']);
                let run_start =
                    from + run.len() - run.trim_start_matches(['.', ',', ':', '-', '/']).len();
                if run.contains(|c: char| c.is_ascii_digit()) {
                    found.push((run_start, from + run.len()));
                }
                start = None;
            }
            _ => {}
        }
    }
    found
}

fn classify(text: &str, (start, end): (usize, usize)) -> Option<Anchor<'_>> {
    let run = &text[start..end];
    date(text, start, end)
        .map(|words| Anchor { kind: "date", words })
        .or_else(|| amount(text, start, end).map(|words| Anchor { kind: "amount", words }))
        .or_else(|| is_order_number(run).then_some(Anchor { kind: "order-number", words: run }))
}

fn is_order_number(run: &str) -> bool {
    let digits = run.chars().filter(char::is_ascii_digit).count();
    let body = run.trim_start_matches('#');
    let plain = body.chars().all(|c| c.is_ascii_digit());
    let is_year =
        plain && body == run && digits == 4 && (body.starts_with("19") || body.starts_with("20"));
    let fits = body.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    fits && !is_year && (digits >= 4 || (run.starts_with('#') && digits >= 1))
}

fn amount(text: &str, start: usize, end: usize) -> Option<&str> {
    let run = &text[start..end];
    let is_figure = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_digit())
            && part.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
    };
    // "RM120" is one run, "$ 120" and "RM 120" are a sign and a run.
    let lower = run.to_ascii_lowercase();
    if CURRENCIES.iter().any(|sign| lower.strip_prefix(sign).is_some_and(is_figure)) {
        return Some(run);
    }
    if !is_figure(run) {
        return None;
    }
    let before = text[..start].trim_end_matches(' ');
    let before_lower = clip_end(before, 4).to_lowercase();
    if let Some(sign) = CURRENCIES.iter().find(|sign| before_lower.ends_with(*sign)) {
        let from = before.len() - sign.len();
        let is_word = before[..from].ends_with(|c: char| c.is_ascii_alphanumeric());
        if !is_word {
            return Some(&text[from..end]);
        }
    }
    let after = text[end..].trim_start_matches(' ');
    let at = text.len() - after.len();
    let lower = clip(after, 8).to_lowercase();
    let unit = UNITS_OF_MONEY.iter().find(|unit| lower.starts_with(*unit))?;
    let goes_on = after[unit.len()..].starts_with(|c: char| c.is_ascii_alphanumeric());
    (!goes_on).then(|| &text[start..at + unit.len()])
}

/// The last characters of a text.
fn clip_end(text: &str, max_chars: usize) -> &str {
    text.char_indices()
        .rev()
        .nth(max_chars)
        .map_or(text, |(at, letter)| &text[at + letter.len_utf8()..])
}

fn date(text: &str, start: usize, end: usize) -> Option<&str> {
    let run = &text[start..end];
    let parts: Vec<&str> = run.split(['/', '-', '.']).collect();
    let is_number = |part: &&str| {
        !part.is_empty() && part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit())
    };
    if (parts.len() == 3 && parts.iter().all(is_number))
        || (parts.len() == 2 && run.contains('/') && parts.iter().all(is_number))
    {
        return Some(run);
    }
    if run.len() > 4 || !run.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    // 3月12日, or 2026年3月12日.
    if text[end..].starts_with(['年', '月']) {
        let rest = clip(&text[end..], 12);
        let stops = rest.char_indices().rfind(|(_, c)| matches!(c, '日' | '号' | '月'));
        return stops.map(|(at, last)| &text[start..end + at + last.len_utf8()]);
    }
    let day = run.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if day.len() > 2 {
        return None;
    }
    let after = &text[end..];
    if let Some(word) = after.strip_prefix(' ').map(word_at_start).filter(|word| is_month(word)) {
        return Some(&text[start..end + 1 + word.len()]);
    }
    let before = text[..start].strip_suffix(' ')?;
    let from = before
        .rfind(|c: char| !c.is_ascii_alphabetic())
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    is_month(&before[from..]).then(|| &text[from..end])
}

fn word_at_start(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len())]
}

fn is_month(word: &str) -> bool {
    // "may" in small letters is a verb.
    word != "may" && MONTHS.split(' ').any(|month| month.eq_ignore_ascii_case(word))
}

fn quoted(text: &str) -> Option<&str> {
    QUOTES.iter().find_map(|(open, close)| {
        let start = text.find(*open)? + open.len_utf8();
        let inside = &text[start..start + text[start..].find(*close)?];
        let is_short = clip(inside, QUOTE_CHARS) == inside;
        (is_short && inside.chars().any(char::is_alphanumeric)).then_some(inside)
    })
}

fn product(text: &str) -> Option<&str> {
    let units = units(text);
    let found = Lexicon::cues(&["product"]).find(&units).into_iter().next()?;
    Some(&text[units[found.from].start..units[found.to - 1].end])
}
