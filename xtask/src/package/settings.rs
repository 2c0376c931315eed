//! The settings file of an installation: every setting with its meaning, and none of them set.
//!
//! A copy of the defaults would hold them fast: what a later release finds better would not arrive where
//! the file was changed once.

use anyhow::{Result, bail};

const HEAD: &str = "\
# The settings of this desk. Every one is here with its meaning and its default; take the # away in
# front of what shall be different, and restart: systemctl restart patchbay
#
# The environment wins over this file (PATCHBAY_SECTION_KEY; systemctl edit patchbay). An empty text
# means \"not set\". Sizes are bytes. This file is for root alone, because it may hold passwords.
";

/// `config/default.toml` with each setting commented out and an opening of its own.
pub fn commented(defaults: &str) -> Result<String> {
    let Some((_, sections)) = defaults.split_once("\n\n") else {
        bail!("config/default.toml begins with its explanation and an empty line");
    };
    let mut text = format!("{HEAD}\n");
    // A list may go on over several lines.
    let mut in_list = false;
    for line in sections.lines() {
        let set = in_list || (!line.starts_with(['#', '[']) && !line.is_empty());
        if set {
            in_list = if in_list { !line.starts_with(']') } else { line.ends_with('[') };
            text.push('#');
        }
        text.push_str(line);
        text.push('\n');
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::commented;

    #[test]
    fn every_section_stays_and_nothing_is_set() {
        let defaults = include_str!("../../../config/default.toml");
        let text = commented(defaults).expect("an opening");
        let set: toml::Table = text.parse().expect("TOML");
        let known: toml::Table = defaults.parse().expect("TOML");
        assert!(set.keys().eq(known.keys()), "the sections are the same");
        assert!(set.values().all(|section| section.as_table().is_some_and(toml::Table::is_empty)));
        let back = text.replace("\n#", "\n");
        assert!(known["server"]["listen"].as_str().is_some_and(|listen| back.contains(listen)));
    }
}
