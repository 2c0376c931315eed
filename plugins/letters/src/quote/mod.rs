//! The new part of an answer, without the history below it and without the signature.
//!
//! Only what is shown first is cut: the whole text travels along. When in doubt nothing is cut.

mod labels;
mod lead;
mod words;

use lead::Lead;

/// Our own line, for mail templates that carry one.
const MARKER: &str = "##- Please type your reply above this line -##";

/// The text above the quoted history. The whole text when nothing would be left. What `answers` no
/// mail has no history but what is introduced as such.
pub fn trim(text: &str, answers: bool) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let history = (0..lines.len()).find(|&at| history_starts(&lines, at)).unwrap_or(lines.len());
    // What was forwarded is the message, also where a signature stands above it.
    if (0..history).any(|at| forwards(lines[at]) && !quoted_above(&lines, at)) {
        return text.trim().to_owned();
    }
    let signature = (0..history)
        .find(|&at| signature_starts(&lines[..history], at, answers))
        .unwrap_or(history);
    let kept = without_end(&lines[..signature], answers);
    let new = joined(kept);
    if !new.is_empty() {
        return new;
    }
    // A line such as "Sent from my iPhone" above the history is little, but all there is.
    let above: Vec<&str> =
        lines[..signature].iter().copied().filter(|line| lead::device(line)).collect();
    if above.is_empty() { text.trim().to_owned() } else { joined(&above) }
}

fn joined(lines: &[&str]) -> String {
    let text = lines.join("\n");
    let text = text.trim_end().trim_start_matches('\n');
    if text.trim().is_empty() { String::new() } else { text.to_owned() }
}

/// Quoted lines between answers stay: they show what each answer is about. Those at the end are
/// history, and so is what introduces them or parts them from the answer.
fn without_end<'l, 't>(lines: &'l [&'t str], answers: bool) -> &'l [&'t str] {
    let mut end = lines.len();
    let (mut quoted, mut introduced) = (false, answers);
    // Where the quoted lines of a first mail end: they are its content until they are introduced.
    let mut whole = None;
    while end > 0 {
        let line = lines[end - 1];
        let quote = is_quoted(line);
        let introduction = match lead::of(line) {
            Lead::Sure | Lead::Likely => true,
            Lead::Possible => quoted,
            Lead::None => false,
        };
        if !(line.trim().is_empty() || quote || introduction || ruler(line) || lead::device(line)) {
            break;
        }
        if quote && !introduced {
            whole = whole.or(Some(end));
        }
        quoted |= quote;
        introduced |= introduction;
        end -= 1;
    }
    &lines[..whole.filter(|_| !introduced).unwrap_or(end)]
}

fn is_quoted(line: &str) -> bool {
    line.trim_start().starts_with('>')
}

/// Apple marks a forward's lines as quoted; inside a quotation that began above, it is history.
fn quoted_above(lines: &[&str], at: usize) -> bool {
    is_quoted(lines[at]) && at > 0 && is_quoted(lines[at - 1])
}

/// A line across the page, which parts the answer from what is below.
fn ruler(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && line.chars().all(|c| matches!(c, '_' | '-' | '—' | '─'))
}

/// The signature separator is "-- " and nothing else (RFC 3676 section 4.3). Some programs strip
/// the blank: in an answer, whose writer saw a signature being added, two dashes above a few short
/// lines count as well. A list of orders that is parted by dashes is none.
fn signature_starts(lines: &[&str], at: usize, answers: bool) -> bool {
    if lines[at] != "--" || at == 0 || !answers {
        return lines[at] == "-- ";
    }
    let below = || lines[at + 1..].iter().map(|l| l.trim()).filter(|l| !l.is_empty());
    let alone = lines.iter().filter(|l| l.trim() == "--").count() == 1;
    let sentence = |l: &str| {
        l.ends_with(['.', '?', '!', '。', '？', '！']) && l.split_whitespace().count() > 3
    };
    alone && below().count() <= 8 && below().all(|l| l.chars().count() <= 80 && !sentence(l))
}

fn history_starts(lines: &[&str], at: usize) -> bool {
    let line = lines[at].trim();
    if line.is_empty() {
        return false;
    }
    if line.contains(MARKER) {
        // Another desk's mail to us begins with this line.
        return lines[..at].iter().any(|l| !l.trim().is_empty());
    }
    if is_quoted(line) {
        // GroupWise: `>>> Desk <desk@x> 11/17/2026 10:15 AM >>>`, and no mark below.
        return line.len() > 8 && line.starts_with(">>>") && line.ends_with(">>>");
    }
    introduction_starts(lines, at)
        || lead::with_text_behind(line)
        || original_message(lines, at)
        || header_block(lines, at)
}

/// The introduction may be wrapped over two or three lines.
fn introduction_starts(lines: &[&str], at: usize) -> bool {
    (1..=3).any(|count| {
        let Some(part) = lines.get(at..at + count) else { return false };
        if part.iter().any(|l| l.trim().is_empty() || is_quoted(l))
            || (count > 1 && !lead::goes_on(part[0], &part[1..].join(" ")))
        {
            return false;
        }
        match lead::of(&part.join(" ")) {
            Lead::None => false,
            // Wrapped and without a word of the mailer's first: only with marked lines below.
            Lead::Sure if count == 1 || lead::opens(part[0]) => history_below(lines, at + count),
            _ => marked_below(lines, at + count),
        }
    })
}

/// Apple and mobile mailers do not mark every line; a sure introduction is enough then, unless
/// plain text follows in the middle of an interleaved answer.
fn history_below(lines: &[&str], from: usize) -> bool {
    let mut below = lines[from.min(lines.len())..].iter().filter(|l| !l.trim().is_empty());
    below.next().is_none_or(|l| !is_quoted(l) || !answers_between(&lines[from..]))
}

fn marked_below(lines: &[&str], from: usize) -> bool {
    let mut below = lines[from.min(lines.len())..].iter().filter(|l| !l.trim().is_empty());
    below.next().is_some_and(|l| is_quoted(l)) && !answers_between(&lines[from..])
}

/// Whether unquoted text follows the quoted lines: then the answers stand between them.
fn answers_between(lines: &[&str]) -> bool {
    let mut seen_quote = false;
    for line in lines.iter().take(500) {
        let line = line.trim();
        if line.starts_with('>') {
            seen_quote = true;
        } else if seen_quote && (line == "--" || line.len() > 2 && ruler(line)) {
            // A signature or the footer of a list.
            return false;
        } else if seen_quote && !line.is_empty() && !lead::device(line) {
            return true;
        }
    }
    false
}

/// `-----Original Message-----`. Without the dashes, or in words that are not known, only above a
/// header block.
fn original_message(lines: &[&str], at: usize) -> bool {
    // Forwards are excluded on purpose: what was forwarded is the message.
    let line = lead::cleaned(lines[at]);
    let known = labels::ORIGINAL.contains(&line.trim_matches(['-', '_', ' ']));
    let dashes = line.starts_with("--");
    let ruled = dashes && line.ends_with("--") && !forwards(&line);
    if !known && !ruled {
        return false;
    }
    let next = (at + 1..lines.len()).find(|&n| !lines[n].trim().is_empty());
    (known && dashes) || next.is_some_and(|next| header_block(lines, next))
}

/// Outlook's header block: From, Sent, To, Subject in any order, under a ruler or not.
fn header_block(lines: &[&str], at: usize) -> bool {
    let line = lines[at].trim();
    if line.len() >= 10 && line.chars().all(|c| c == '_') {
        return lines.get(at + 1).is_some_and(|_| header_block(lines, at + 1));
    }
    let begins = |line: &str, names: &[&str]| {
        let line = lead::cleaned(line);
        names.iter().any(|name| line.starts_with(name))
    };
    if !(begins(line, labels::FROM) || begins(line, labels::SENT)) || forwarded_above(lines, at) {
        return false;
    }
    let block: Vec<&str> =
        lines[at..].iter().copied().filter(|l| !l.trim().is_empty()).take(6).collect();
    let has = |names: &[&str]| block.iter().any(|l| begins(l, names));
    // A journey has a from, a to and a date as well, but no subject and no address.
    has(labels::FROM)
        && has(labels::SENT)
        && has(labels::TO)
        && (has(labels::SUBJECT)
            || block
                .iter()
                .any(|l| l.contains('@') && (begins(l, labels::FROM) || begins(l, labels::TO))))
}

/// The line mailers put above a forwarded message.
pub(crate) fn forwards(line: &str) -> bool {
    if line.len() > 200 {
        return false;
    }
    let line = lead::cleaned(line);
    (line.starts_with('-') || line.ends_with(':'))
        && labels::FORWARDED.iter().any(|word| line.contains(word))
}

/// A forward's header block is content.
fn forwarded_above(lines: &[&str], at: usize) -> bool {
    lines[..at].iter().rev().find(|l| !l.trim().is_empty()).is_some_and(|l| forwards(l))
}

#[cfg(test)]
mod tests {
    use super::trim as trimmed;

    fn trim(text: &str) -> String {
        trimmed(text, true)
    }

    #[test]
    fn history_is_cut() {
        for (text, want) in [
            ("Yes.\n\nOn Tue, 17 Nov 2026 at 09:30, Desk <d@x> wrote:\n> Is it?\n", "Yes."),
            (
                "Yes.\n\nOn Tuesday, 17 November 2026, the long named\nSupport Desk <d@x> wrote:\n\n> Is it?",
                "Yes.",
            ),
            ("Ja.\n\nAm 17.11.2026 um 09:30 schrieb Desk:\n> Wirklich?", "Ja."),
            ("Oui.\n\nLe 17 nov. 2026 à 09:30, Desk a écrit :\n> Vraiment ?", "Oui."),
            ("好的\n\n在 2026年11月17日，Desk <d@x> 写道：\n> 吗", "好的"),
            ("Yes.\n\n-----Original Message-----\nFrom: Desk\nSent: now", "Yes."),
            ("Yes.\n\nFrom: Desk <d@x>\nSent: Tuesday\nTo: Ann\nSubject: x\n\nIs it?", "Yes."),
            (
                "Yes.\n________________________________\nFrom: Desk\nDate: x\nTo: Ann\nSubject: y\n",
                "Yes.",
            ),
            ("Yes.\n-- \nAnn\nACME", "Yes."),
            ("Yes.\n\n##- Please type your reply above this line -##\n\nold", "Yes."),
            ("Yes.\n> old\n> older\n", "Yes."),
        ] {
            assert_eq!(trim(text), want, "{text}");
        }
    }

    #[test]
    fn a_first_mail_keeps_its_end() {
        for text in [
            "First order: 3 chairs\n--\nSecond order: 5 tables",
            "Dear team,\n--\nAnn",
            "The voltage should be\n>5 V at pin 3.",
            "This is what I see:\n\n> ERROR 42\n> disk full",
            "It says\n> ERROR 42\n\n> and then\n> nothing",
        ] {
            assert_eq!(trimmed(text, false), text, "{text}");
        }
        for (text, want) in [
            ("Yes.\n\nOn Tue, 17 Nov 2026 at 09:30, Desk <d@x> wrote:\n> Is it?", "Yes."),
            ("Yes.\n\nDesk wrote on 17 Nov 2026:\n\n> Is it?", "Yes."),
            ("Yes.\n-- \nAnn\nACME", "Yes."),
            ("It says\n> ERROR 42\n\nSent from my iPhone", "It says\n> ERROR 42"),
        ] {
            assert_eq!(trimmed(text, false), want, "{text}");
        }
    }

    #[test]
    fn header_blocks_are_known_in_many_languages() {
        for [from, sent, to, subject] in [
            ["Od", "Odesláno", "Komu", "Předmět"],
            ["Od", "Odoslané", "Komu", "Predmet"],
            ["Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"],
            ["Feladó", "Elküldve", "Címzett", "Tárgy"],
            ["Από", "Στάλθηκε", "Προς", "Θέμα"],
            ["Fra", "Sendt", "Til", "Emne"],
            ["Från", "Skickat", "Till", "Ämne"],
            ["De la", "Trimis", "Către", "Subiect"],
            ["Šalje", "Poslano", "Prima", "Predmet"],
            ["Od", "Poslano", "Za", "Zadeva"],
            ["Od", "Poslato", "Za", "Naslov"],
            ["Kimden", "Gönderildi", "Kime", "Konu"],
            ["Від", "Надіслано", "Кому", "Тема"],
            ["От", "Изпратено", "До", "Относно"],
            ["Nuo", "Išsiųsta", "Kam", "Tema"],
            ["No", "Nosūtīts", "Kam", "Tēma"],
            ["Saatja", "Saadetud", "Adressaat", "Teema"],
            ["De", "Enviat el", "Per a", "Assumpte"],
            ["प्रेषक", "भेजा गया", "प्रति", "विषय"],
            ["از", "تاریخ", "به", "موضوع"],
        ] {
            let block = format!(
                "{from}: Desk <d@x.test>\n{sent}: 16. 11. 2026 10:00\n{to}: Ann\n{subject}: x\n\nold"
            );
            assert_eq!(trim(&format!("Words.\n\n{block}")), "Words.", "{from}");
        }
        let forward = "See below.\n\n–––––––––– Přeposlaná zpráva –––––––––\nOd: Rolf\nDatum: x\nKomu: y\nPředmět: z\n\nText";
        assert_eq!(trim(forward), forward);
    }

    #[test]
    fn what_people_wrote_stays() {
        for text in [
            "Hello",
            "> Is it?\nYes.\n> And that?\nNo.",
            "On Tue, 17 Nov 2026 Desk wrote:\n> Is it?\nYes.\n> And that?\nNo.",
            "FYI\n\n---------- Forwarded message ---------\nFrom: Bob <b@x>\nDate: x\nTo: Ann\n\nThe text",
            "He wrote:\nsome words",
            "From: the start\nit was clear",
            "First: 3 chairs\n--\nSecond: 5 tables\nPlease send me both of them.",
            "Dear team,\n--\n1. The pump\n--\n2. The hose\n--\nAnn",
        ] {
            assert_eq!(trim(text), text, "{text}");
        }
        assert_eq!(trim("Yes.\n--\nAnn Lee\nACME Ltd."), "Yes.");
        // A mail that is nothing but history is shown as it is.
        assert_eq!(trim("> all\n> quoted"), "> all\n> quoted");
        assert_eq!(trim(""), "");
    }
}
