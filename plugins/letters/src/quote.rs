//! The new part of an answer, without the history below it and without the signature.
//!
//! Only what is shown first is cut: the whole text travels along. When in doubt nothing is cut.

/// Our own line, for mail templates that carry one.
const MARKER: &str = "##- Please type your reply above this line -##";

/// The text above the quoted history. The whole text when nothing would be left.
pub fn trim(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let cut = (0..lines.len()).find(|&at| ends_here(&lines, at)).unwrap_or(lines.len());
    let mut kept: Vec<&str> = lines[..cut].to_vec();
    // Quoted lines between answers stay: they show what each answer is about. Only those at the
    // end are history.
    while kept.last().is_some_and(|l| l.trim().is_empty() || l.trim_start().starts_with('>')) {
        kept.pop();
    }
    if introduces(kept.last().copied().unwrap_or_default()) {
        kept.pop();
    }
    let new = kept.join("\n").trim_end().trim_start_matches('\n').to_owned();
    if new.trim().is_empty() { text.trim().to_owned() } else { new }
}

fn ends_here(lines: &[&str], at: usize) -> bool {
    let line = lines[at].trim();
    if line.contains(MARKER) {
        return true;
    }
    // The signature separator is "-- " and nothing else.
    if lines[at] == "-- " || (lines[at] == "--" && at > 0) {
        return true;
    }
    if introduces(line) && quoted_below(lines, at + 1) {
        return true;
    }
    // The introduction may be wrapped over two or three lines.
    for more in 1..=2 {
        if let Some(rest) = lines.get(at..=at + more)
            && opens(line)
        {
            let joined = rest.iter().map(|l| l.trim()).collect::<Vec<_>>().join(" ");
            if introduces(&joined) {
                return true;
            }
        }
    }
    original_message(line) || outlook_block(lines, at)
}

/// `On Tue, 17 Nov 2026 at 09:30, Ann <ann@x> wrote:` in the languages of common mailers.
fn introduces(line: &str) -> bool {
    const ENDS: &[&str] = &[
        "wrote:",
        "wrote :",
        "writes:",
        "schrieb:",
        "a écrit :",
        "a écrit:",
        "escribió:",
        "escreveu:",
        "ha scritto:",
        "schreef:",
        "skrev:",
        "написал:",
        "написал(а):",
        "пише:",
        "napisał:",
        "napisał(a):",
        "写道：",
        "写道:",
        "寫道：",
        "寫道:",
        "のメール:",
        "wrote：",
        "menulis:",
        "telah menulis:",
        "เขียนว่า:",
        "เขียน:",
        "đã viết:",
        "yazdı:",
        "píše:",
        "kirjoitti:",
    ];
    let line = line.trim().trim_start_matches('>').trim();
    if line.len() > 600 {
        return false;
    }
    let lower = line.to_lowercase();
    // German puts the name after the verb.
    let german = lower.starts_with("am ") && lower.contains(" schrieb ") && lower.ends_with(':');
    german
        || (ENDS.iter().any(|end| lower.ends_with(end))
            && lower.chars().any(|c| c.is_ascii_digit() || c == '@'))
}

/// Whether a line may be the first of a wrapped introduction.
fn opens(line: &str) -> bool {
    let lower = line.to_lowercase();
    [
        "on ",
        "am ",
        "le ",
        "el ",
        "em ",
        "il ",
        "op ",
        "den ",
        "pada ",
        "dnia ",
        "w dniu ",
        "เมื่อ ",
        "vào ",
    ]
    .iter()
    .any(|open| lower.starts_with(open))
        && line.chars().any(|c| c.is_ascii_digit())
        || line.chars().next().is_some_and(|c| c.is_ascii_digit())
            && (line.contains('年') || line.contains('月'))
}

fn quoted_below(lines: &[&str], from: usize) -> bool {
    let mut below = lines[from.min(lines.len())..].iter().filter(|l| !l.trim().is_empty());
    // Apple and mobile mailers do not mark every line; the introduction is enough then, unless
    // plain text follows in the middle of an interleaved answer.
    below.next().is_none_or(|l| {
        l.trim_start().starts_with('>') && !answers_between(&lines[from..])
            || !l.trim_start().starts_with('>')
    })
}

/// Whether unquoted text follows the quoted lines: then the answers stand between them.
fn answers_between(lines: &[&str]) -> bool {
    let mut seen_quote = false;
    for line in lines.iter().take(500) {
        let line = line.trim();
        if line.starts_with('>') {
            seen_quote = true;
        } else if seen_quote && line == "--" {
            return false;
        } else if seen_quote && !line.is_empty() {
            return true;
        }
    }
    false
}

fn original_message(line: &str) -> bool {
    let inner = line.trim_matches(['-', '_', ' ']);
    // Forwards are excluded on purpose: what was forwarded is the message.
    line.starts_with("--")
        && [
            "original message",
            "ursprüngliche nachricht",
            "message d'origine",
            "mensaje original",
            "mensagem original",
            "messaggio originale",
            "oorspronkelijk bericht",
            "mesej asal",
            "原始邮件",
            "原邮件",
            "原始郵件",
            "ข้อความต้นฉบับ",
            "originalmeddelande",
            "original appointment",
        ]
        .contains(&inner.to_lowercase().as_str())
}

/// Outlook's header block: From, Sent, To, Subject in four lines, under a ruler or not.
fn outlook_block(lines: &[&str], at: usize) -> bool {
    const FROM: &[&str] = &[
        "from:",
        "von:",
        "de:",
        "da:",
        "van:",
        "från:",
        "dari:",
        "发件人:",
        "发件人：",
        "寄件者:",
        "จาก:",
        "差出人:",
    ];
    const SENT: &[&str] = &[
        "sent:",
        "date:",
        "gesendet:",
        "envoyé",
        "enviado",
        "inviato:",
        "verzonden:",
        "skickat:",
        "dihantar:",
        "发送时间:",
        "发送时间：",
        "寄件日期:",
        "ส่ง:",
        "วันที่:",
        "送信日時:",
        "datum:",
        "tarikh:",
    ];
    const TO: &[&str] = &[
        "to:",
        "an:",
        "à :",
        "à:",
        "para:",
        "a:",
        "aan:",
        "till:",
        "kepada:",
        "收件人:",
        "收件人：",
        "收件者:",
        "ถึง:",
        "宛先:",
    ];
    let field = |line: &str, names: &[&str]| {
        let line = line.trim().trim_start_matches(['*', '>', ' ']).to_lowercase().replace('*', "");
        names.iter().any(|name| line.starts_with(name))
    };
    let line = lines[at].trim();
    let ruler = line.len() >= 10 && line.chars().all(|c| c == '_');
    if ruler {
        return lines.get(at + 1).is_some_and(|_| outlook_block(lines, at + 1));
    }
    if !field(line, FROM) || forwarded_above(lines, at) {
        return false;
    }
    let next: Vec<&str> =
        lines[at + 1..].iter().copied().filter(|l| !l.trim().is_empty()).take(5).collect();
    next.iter().any(|l| field(l, SENT)) && next.iter().any(|l| field(l, TO))
}

/// A forward's header block is content.
fn forwarded_above(lines: &[&str], at: usize) -> bool {
    lines[..at].iter().rev().filter(|l| !l.trim().is_empty()).take(1).any(|l| {
        let l = l.to_lowercase();
        [
            "forwarded message",
            "begin forwarded message",
            "weitergeleitet",
            "message transféré",
            "mensaje reenviado",
            "转发",
            "轉寄",
            "mesej dimajukan",
            "ข้อความที่ส่งต่อ",
        ]
        .iter()
        .any(|word| l.contains(word))
    })
}

#[cfg(test)]
mod tests {
    use super::trim;

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
    fn what_people_wrote_stays() {
        for text in [
            "Hello",
            "> Is it?\nYes.\n> And that?\nNo.",
            "On Tue, 17 Nov 2026 Desk wrote:\n> Is it?\nYes.\n> And that?\nNo.",
            "FYI\n\n---------- Forwarded message ---------\nFrom: Bob <b@x>\nDate: x\nTo: Ann\n\nThe text",
            "He wrote:\nsome words",
            "From: the start\nit was clear",
            "Options:\n--\nA",
        ] {
            let got = trim(text);
            if text.starts_with("Options") {
                assert_eq!(got, "Options:");
            } else {
                assert_eq!(got, text, "{text}");
            }
        }
        // A mail that is nothing but history is shown as it is.
        assert_eq!(trim("> all\n> quoted"), "> all\n> quoted");
        assert_eq!(trim(""), "");
    }
}
