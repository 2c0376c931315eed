//! The lines that mailers write above the history and below the answer.

use super::words::{BETWEEN, DEVICES, ENDS, OPENS, SENT_FROM};

/// How sure it is that a line introduces history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    None,
    /// An address and a colon, which a sentence may have as well.
    Possible,
    /// `On 3 November at 10:15 your colleague wrote:`, which a person may have written.
    Likely,
    /// With the address that mailers put there.
    Sure,
}

/// Small letters, plain spaces and colons, without marks of emphasis and direction.
pub fn cleaned(line: &str) -> String {
    // QQ Mail leaves the reference in its plain text.
    let line = line.replace("&nbsp;", " ").to_lowercase();
    let mut out = String::with_capacity(line.len());
    for c in line.chars() {
        match c {
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '*' => {}
            ':' | '：' => {
                out.truncate(out.trim_end().len());
                out.push(':');
            }
            '–' | '—' | '―' => out.push('-'),
            c if c.is_whitespace() => out.push(' '),
            c => out.push(c),
        }
    }
    out.trim().to_owned()
}

/// Judges `On Tue, 17 Nov 2026 at 09:30, Ann <ann@x> wrote:` in the languages of mailers.
pub fn of(line: &str) -> Lead {
    let line = line.trim();
    if line.len() > 600 {
        return Lead::None;
    }
    let mut text = cleaned(line.trim_start_matches('>'));
    // Zoho: `---- On Tue, 17 Nov 2026 09:30:00 +0800 Ann <ann@x> wrote ----`.
    if text.starts_with("--") && text.ends_with("--") {
        text = text.trim_matches(['-', ' ']).to_owned() + ":";
    }
    if !text.ends_with(':') {
        return Lead::None;
    }
    let address = text.contains('@');
    let digit = text.chars().any(char::is_numeric);
    let verb = ENDS.iter().any(|end| text.ends_with(end))
        || (digit && BETWEEN.iter().any(|verb| text.contains(verb)));
    match (verb, digit, address) {
        (true, _, true) => Lead::Sure,
        (true, true, _) => Lead::Likely,
        // Gmail writes no verb in Russian, Japanese and Hebrew, and Horde no date.
        (false, true, true) if clock(&text) && (text.contains('<') || text.contains('(')) => {
            Lead::Likely
        }
        (false, _, true) if text.contains('<') => Lead::Possible,
        _ => Lead::None,
    }
}

/// Whether a time of day such as `10:15`, `10.15` or `10h15` is in the line.
fn clock(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    chars.windows(4).any(|w| {
        w[0].is_numeric()
            && matches!(w[1], ':' | '.' | 'h' | '時' | '时' | '点')
            && w[2].is_numeric()
            && w[3].is_numeric()
    })
}

/// Whether a line may be the first of a wrapped introduction.
pub fn opens(line: &str) -> bool {
    if line.len() > 600 {
        return false;
    }
    let text = cleaned(line);
    let first = text.chars().next();
    text.chars().any(char::is_numeric)
        && (OPENS.iter().any(|open| text.starts_with(open))
            || first.is_some_and(|c| c.is_ascii_digit()) && text.contains(['年', '月']))
}

/// Whether `first` and `rest` may be one introduction that was wrapped.
pub fn goes_on(first: &str, rest: &str) -> bool {
    let line = first.trim();
    if line.ends_with(['.', '!', '?', ':', '。', '！', '？', '：']) {
        return false;
    }
    // What follows is an introduction of its own: the first line is a person's.
    let whole = rest.contains('@') && rest.chars().any(char::is_numeric) && !rest.starts_with('<');
    let own = of(rest) != Lead::None && (opens(rest) || whole);
    !own && (line.contains('@') || line.chars().any(char::is_numeric))
}

/// Yahoo on Android writes the history behind its introduction, in the same line.
pub fn with_text_behind(line: &str) -> bool {
    opens(line)
        && ENDS.iter().any(|end| {
            let lower = line.to_lowercase();
            lower.find(&format!("{end}  ")).is_some_and(|at| lower[..at].contains('@'))
        })
}

/// `Sent from my iPhone` and its like, which the program wrote. A person's sentence that begins
/// with the same words is longer.
pub fn device(line: &str) -> bool {
    if line.trim().len() > 200 {
        return false;
    }
    let text = cleaned(line);
    // The address of the shop stands behind it in plain text.
    let text = text.split('<').next().unwrap_or_default().trim_end_matches([' ', '.', '。']);
    let short = text.split(' ').count() <= 10 && !text.contains([',', ';', '?', '!', '，', '？']);
    let sent = |words: &&str| text.starts_with(*words) || text.ends_with(*words);
    short && SENT_FROM.iter().any(sent) && DEVICES.iter().any(|d| text.contains(d))
}
