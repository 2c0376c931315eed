//! Language tags (BCP 47) and the codes that LibreTranslate servers know.
//!
//! Servers know two letters for nearly everything. What needs a script or a region was renamed at
//! some time: a server knows either the newer names or the older ones.

/// What the newer servers call it, what the older ones do.
const RENAMED: [(&str, &str); 3] = [("zh-Hans", "zh"), ("zh-Hant", "zt"), ("pt-BR", "pb")];

/// Which names a server is asked with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    Newer,
    Older,
}

/// The server's code of a tag.
pub fn code_of(tag: &str, naming: Naming) -> String {
    let newer = newer_code(tag);
    let renamed = RENAMED.iter().find(|(name, _)| *name == newer);
    match (naming, renamed) {
        (Naming::Older, Some((_, older))) => (*older).to_owned(),
        _ => newer,
    }
}

/// The tag of a server's code, whichever naming it has.
pub fn tag_of(code: &str) -> String {
    let renamed = RENAMED.iter().find(|(_, older)| *older == code);
    renamed.map_or(code, |(newer, _)| *newer).to_owned()
}

fn newer_code(tag: &str) -> String {
    let parts: Vec<String> = tag.split(['-', '_']).map(str::to_ascii_lowercase).collect();
    let has = |names: &[&str]| parts.iter().skip(1).any(|part| names.contains(&part.as_str()));
    match parts[0].as_str() {
        // A script that is named counts more than what the region usually writes.
        "zh" if has(&["hans"]) => "zh-Hans".to_owned(),
        "zh" if has(&["hant", "tw", "hk", "mo"]) => "zh-Hant".to_owned(),
        "zh" | "cmn" => "zh-Hans".to_owned(),
        "yue" => "zh-Hant".to_owned(),
        "pt" if has(&["br"]) => "pt-BR".to_owned(),
        "no" => "nb".to_owned(),
        "fil" => "tl".to_owned(),
        "iw" => "he".to_owned(),
        "in" => "id".to_owned(),
        "msa" | "zsm" => "ms".to_owned(),
        other => other.to_owned(),
    }
}
