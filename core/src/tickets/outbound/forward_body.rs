//! Messages as they read in a letter that somebody forwards.

use crate::tickets::model::utc;

/// One message, with the names of its files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::tickets) struct Quoted {
    pub name: String,
    /// Of a customer, where it is known.
    pub address: String,
    pub text: String,
    pub files: Vec<String>,
    pub at_ms: i64,
}

/// The whole letter: what the agent writes above, then what is forwarded.
#[must_use]
pub(in crate::tickets) fn letter(cover: &str, title: &str, quoted: &[Quoted]) -> String {
    let mut parts = vec![];
    if !cover.trim().is_empty() {
        parts.push(cover.trim().to_owned());
    }
    for one in quoted {
        let from = match one.address.as_str() {
            "" => one.name.clone(),
            address if address == one.name => address.to_owned(),
            address => format!("{} <{address}>", one.name),
        };
        let mut lines = vec![
            "---------- Forwarded message ----------".to_owned(),
            format!("From: {from}"),
            format!("Date: {} UTC", utc(one.at_ms)),
            format!("Subject: {title}"),
        ];
        if !one.files.is_empty() {
            lines.push(format!("Files: {}", one.files.join(", ")));
        }
        let text = one.text.trim();
        if !text.is_empty() {
            lines.push(String::new());
            lines.push(text.to_owned());
        }
        parts.push(lines.join("\n"));
    }
    parts.join("\n\n")
}

/// What a forwarded letter is called: with one mark, however often it went on.
#[must_use]
pub(in crate::tickets) fn subject(title: &str) -> String {
    let mut bare = title.trim();
    while let Some(rest) = bare
        .get(..4)
        .filter(|mark| mark.eq_ignore_ascii_case("fwd:"))
        .and_then(|mark| bare.get(mark.len()..))
    {
        bare = rest.trim();
    }
    format!("Fwd: {bare}").trim_end().chars().filter(|c| !c.is_control()).take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_says_who_wrote_what_and_when() {
        let one = Quoted {
            name: "Mei".into(),
            address: "mei@x.example".into(),
            text: "Where is it?\n".into(),
            files: vec!["a.pdf".into(), "b.png".into()],
            at_ms: 1_760_000_000_000,
        };
        let other = Quoted { name: "Agent One".into(), text: " ".into(), ..Quoted::default() };
        let written = letter(" Please look. ", "Lamp", &[one, other]);
        let expected = "Please look.\n\n---------- Forwarded message ----------\n\
            From: Mei <mei@x.example>\nDate: 2025-10-09 08:53:20 UTC\nSubject: Lamp\n\
            Files: a.pdf, b.png\n\nWhere is it?\n\n---------- Forwarded message ----------\n\
            From: Agent One\nDate: 1970-01-01 00:00:00 UTC\nSubject: Lamp";
        assert_eq!(written, expected);
        assert!(letter("", "Lamp", &[Quoted::default()]).starts_with("-----"));
    }

    #[test]
    fn a_subject_has_one_mark() {
        for (title, expected) in [
            ("Lamp", "Fwd: Lamp"),
            ("fwd: FWD:Lamp", "Fwd: Lamp"),
            ("Re: Lamp", "Fwd: Re: Lamp"),
            ("", "Fwd:"),
            ("灯在哪里", "Fwd: 灯在哪里"),
            ("a\nb", "Fwd: ab"),
        ] {
            assert_eq!(subject(title), expected, "{title}");
        }
    }
}
