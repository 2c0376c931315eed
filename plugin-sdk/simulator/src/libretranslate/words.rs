//! What the server makes of texts: a translation that shows what it is one of, and ordered faults.

/// What the words `fault:…` in a text order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    Slow,
    Banned,
    Fails,
    Cut,
    Shape,
    Signs,
    Placeholder,
}

/// The fault that a text orders.
pub fn fault_in(text: &str) -> Option<Fault> {
    let (_, behind) = text.split_once("fault:")?;
    let name: String = behind.chars().take_while(char::is_ascii_alphanumeric).collect();
    Some(match name.as_str() {
        "429" => Fault::Slow,
        "403" => Fault::Banned,
        "500" => Fault::Fails,
        "cut" => Fault::Cut,
        "shape" => Fault::Shape,
        "signs" => Fault::Signs,
        "placeholder" => Fault::Placeholder,
        _ => return None,
    })
}

/// `[ms] Hello`: enough to see that it was translated, and into what.
pub fn translated(text: &str, target: &str, fault: Option<Fault>) -> String {
    if !text.chars().any(char::is_alphabetic) {
        return text.to_owned();
    }
    let said = match fault {
        Some(Fault::Placeholder) => text.replace("{{", "{").replace(['«', '»'], "\""),
        _ => text.to_owned(),
    };
    format!("[{target}] {said}")
}

/// By script, and by a few words.
pub fn detect(text: &str) -> &'static str {
    const MALAY: [&str; 12] = [
        "saya", "anda", "tidak", "apa", "terima", "kasih", "bila", "mana", "boleh", "dengan",
        "selamat", "tolong",
    ];
    let within = |first: char, last: char| text.chars().any(|c| (first..=last).contains(&c));
    if within('\u{4E00}', '\u{9FFF}') {
        return "zh-Hans";
    }
    if within('\u{0B80}', '\u{0BFF}') {
        return "ta";
    }
    let lower = text.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphabetic());
    if words.any(|word| MALAY.contains(&word)) { "ms" } else { "en" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_ordered_by_words() {
        assert_eq!(fault_in("Hello fault:429!"), Some(Fault::Slow));
        assert_eq!(fault_in("fault:nothing"), None);
        assert_eq!(fault_in("at fault"), None);
    }

    #[test]
    fn a_translation_shows_its_language_and_keeps_placeholders() {
        assert_eq!(translated("Hi {{name}} «A_1»", "ms", None), "[ms] Hi {{name}} «A_1»");
        let lost = translated("Hi {{name}} «A_1»", "ms", Some(Fault::Placeholder));
        assert_eq!(lost, "[ms] Hi {name}} \"A_1\"");
        assert_eq!((translated("👍", "ms", None), detect("Apa khabar?")), ("👍".into(), "ms"));
        assert_eq!((detect("你好"), detect("Hello")), ("zh-Hans", "en"));
    }
}
