//! The emoji of reactions: Telegram writes them without the mark that asks for colours. Pure.

/// Asks for the coloured form of a sign that has a plain one as well.
const COLOURED: char = '\u{fe0f}';

/// Telegram's reactions that stand in plain text without [`COLOURED`], as people see them.
const PLAIN: [&str; 7] = ["❤️", "🕊️", "☃️", "✍️", "❤️‍🔥", "🤷‍♂️", "🤷‍♀️"];

/// As Telegram takes it.
pub fn bare(emoji: &str) -> String {
    emoji.replace(COLOURED, "")
}

/// As agents see it, the same whether a customer or the desk chose it.
pub fn shown(emoji: &str) -> String {
    let found = PLAIN.iter().find(|coloured| bare(coloured) == bare(emoji));
    found.map_or_else(|| emoji.to_owned(), |coloured| (*coloured).to_owned())
}

#[cfg(test)]
mod tests {
    use super::{bare, shown};
    use std::collections::BTreeSet;

    /// The list of the manifest, read without a parser of TOML.
    fn offered() -> Vec<&'static str> {
        let manifest = include_str!("../plugin.toml");
        let list = manifest.split("\nreactions = [").nth(1).expect("the manifest has a list");
        let list = list.split(']').next().expect("it ends");
        list.split('"').skip(1).step_by(2).collect()
    }

    #[test]
    fn the_manifest_offers_each_reaction_once_and_as_it_is_shown() {
        let offered = offered();
        assert_eq!(offered.len(), 73);
        assert_eq!(offered.iter().map(|emoji| bare(emoji)).collect::<BTreeSet<_>>().len(), 73);
        for emoji in offered {
            assert_eq!(shown(&bare(emoji)), emoji);
        }
    }

    #[test]
    fn telegram_gets_the_plain_form() {
        assert_eq!(bare("❤️"), "\u{2764}");
        assert_eq!(bare("❤️‍🔥"), "\u{2764}\u{200d}\u{1f525}");
        assert_eq!(bare("👍"), "👍");
    }
}
