//! The form in which an admin writes rules and knowledge: lines such as `say: Hello`. Pure.

/// A mistake, with the line it is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub line: usize,
    pub what: String,
}

impl Fault {
    pub fn new(line: usize, what: impl Into<String>) -> Self {
        Self { line, what: what.into() }
    }

    /// The mistake as a sentence.
    pub fn sentence(&self) -> String {
        format!("Line {}: {}", self.line, self.what)
    }
}

/// A key that may be written, under several names.
pub struct Key {
    pub id: &'static str,
    pub names: &'static [&'static str],
    /// The lines below belong to it, until the next key.
    pub goes_on: bool,
}

/// What stands behind a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    pub line: usize,
    pub id: &'static str,
    pub value: String,
}

/// The fields of a text in order. A line that begins with `#` is a remark, one that begins with a
/// space is never a key.
pub fn fields(text: &str, keys: &[Key]) -> (Vec<Field>, Vec<Fault>) {
    let (mut fields, mut faults): (Vec<Field>, Vec<Fault>) = (Vec::new(), Vec::new());
    let mut goes_on = false;
    for (at, written) in text.lines().enumerate() {
        let line = at + 1;
        if written.starts_with('#') {
            continue;
        }
        if let Some((key, value)) = key_of(written, keys) {
            goes_on = key.goes_on;
            fields.push(Field { line, id: key.id, value: value.trim().to_owned() });
        } else if let Some(meant) = slip(written, keys) {
            let what = format!("write {meant}: instead, or begin the line with a space");
            faults.push(Fault::new(line, what));
        } else if let (true, Some(last)) = (goes_on, fields.last_mut()) {
            last.value.push('\n');
            last.value.push_str(written.trim());
        } else if !written.trim().is_empty() {
            let names: Vec<String> = keys.iter().map(|key| format!("{}:", key.names[0])).collect();
            let start: String = written.trim().chars().take(30).collect();
            let what = format!("“{start}” begins with none of {}", names.join(", "));
            faults.push(Fault::new(line, what));
        }
    }
    for field in &mut fields {
        field.value.truncate(field.value.trim_end().len());
    }
    (fields, faults)
}

/// The key that a line is meant to begin with, when it was mistyped; otherwise the bot would say it.
fn slip(line: &str, keys: &[Key]) -> Option<&'static str> {
    let (name, _) = line.split_once([':', '：'])?;
    let name = name.trim_end().to_lowercase();
    let names = keys.iter().flat_map(|key| key.names).copied();
    names.filter(|key| key.is_ascii() && key.len() > 2).find(|key| is_slip(&name, key))
}

/// Whether one letter is missing, too many or wrong, or two have changed places.
fn is_slip(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let same = |(a, b): &(&char, &char)| a == b;
    let start = one.iter().zip(&other).take_while(same).count();
    let (one, other) = (&one[start..], &other[start..]);
    let end = one.iter().rev().zip(other.iter().rev()).take_while(same).count();
    match (&one[..one.len() - end], &other[..other.len() - end]) {
        ([a, b], [c, d]) => a == d && b == c,
        (one, other) => one.len() < 2 && other.len() < 2,
    }
}

fn key_of<'t, 'k>(line: &'t str, keys: &'k [Key]) -> Option<(&'k Key, &'t str)> {
    let (name, value) = line.split_once([':', '：'])?;
    let name = name.trim_end().to_lowercase();
    let key = keys.iter().find(|key| key.names.contains(&name.as_str()))?;
    Some((key, value))
}

/// The parts of a list.
pub fn parts(list: &str, marks: &[char]) -> Vec<String> {
    let parts = list.split(marks).map(str::trim).filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}

/// Languages that a text may be given in.
const LANGUAGES: &[&str] = &[
    "ar", "bn", "de", "en", "es", "fr", "hi", "id", "it", "ja", "km", "ko", "lo", "ms", "my", "nl",
    "pt", "ru", "ta", "th", "tr", "vi", "zh",
];

/// The part of a text that is in the wanted language. A text whose first line begins with a language,
/// such as `en:`, has several parts; the first of them is for everybody else.
pub fn in_language(text: &str, wanted: Option<&str>) -> String {
    let mut parts: Vec<(&str, String)> = Vec::new();
    for line in text.lines() {
        match (language(line), parts.last_mut()) {
            (Some((code, rest)), _) => parts.push((code, rest.trim().to_owned())),
            (None, Some((_, part))) => {
                part.push('\n');
                part.push_str(line);
            }
            (None, None) => return text.trim().to_owned(),
        }
    }
    let found = parts.iter().find(|(code, _)| Some(*code) == wanted).or_else(|| parts.first());
    found.map_or_else(String::new, |(_, part)| part.trim().to_owned())
}

fn language(line: &str) -> Option<(&'static str, &str)> {
    let (name, rest) = line.split_once([':', '：'])?;
    let code = LANGUAGES.iter().find(|code| **code == name)?;
    Some((code, rest))
}

#[cfg(test)]
mod tests {
    use super::{Fault, Key, fields, in_language, parts};

    const KEYS: &[Key] = &[
        Key { id: "when", names: &["when"], goes_on: false },
        Key { id: "say", names: &["say", "答"], goes_on: true },
    ];

    #[test]
    fn values_go_on_until_the_next_key() {
        let text = "# greeting\n\nWhen: hi\nsay: Hello!\n\n  when: is no key here\n答：好\n";
        let (found, faults) = fields(text, KEYS);
        let found: Vec<_> = found.iter().map(|f| (f.line, f.id, f.value.as_str())).collect();
        let expected =
            [(3, "when", "hi"), (4, "say", "Hello!\n\nwhen: is no key here"), (7, "say", "好")];
        assert_eq!((found.as_slice(), faults.len()), (&expected[..], 0));
    }

    #[test]
    fn a_line_that_belongs_nowhere_is_named() {
        let (_, faults) = fields("hello\nwhen: a\nanswer: b", KEYS);
        let lines: Vec<usize> = faults.iter().map(|fault: &Fault| fault.line).collect();
        assert_eq!(lines, [1, 3]);
        assert_eq!(faults[1].sentence(), "Line 3: “answer: b” begins with none of when:, say:");
    }

    #[test]
    fn a_mistyped_key_is_not_said_to_customers() {
        let (found, faults) = fields("when: a\nsay: A\nwhne: b\nsey: B\nNote: C\n whne: d", KEYS);
        assert_eq!(found[1].value, "A\nNote: C\nwhne: d");
        let lines: Vec<usize> = faults.iter().map(|fault| fault.line).collect();
        assert_eq!(lines, [3, 4]);
        let said = "Line 3: write when: instead, or begin the line with a space";
        assert_eq!(faults[0].sentence(), said);
    }

    #[test]
    fn lists_are_cut_at_their_marks() {
        assert_eq!(parts(" a, b ，c、, ", &[',', '，', '、']), ["a", "b", "c"]);
    }

    #[test]
    fn a_text_may_be_in_several_languages() {
        let text = "en: Hello!\nWe are open.\nzh：您好！\nms: Selamat pagi";
        for (wanted, expected) in [
            (Some("zh"), "您好！"),
            (Some("ms"), "Selamat pagi"),
            (Some("fr"), "Hello!\nWe are open."),
            (None, "Hello!\nWe are open."),
        ] {
            assert_eq!(in_language(text, wanted), expected, "{wanted:?}");
        }
        assert_eq!(in_language("Note: it is en: yes", Some("en")), "Note: it is en: yes");
    }
}
