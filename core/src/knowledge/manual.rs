//! The manual of the product: Markdown files that the program carries, in `core/manual/{lang}/`.
//!
//! A file is `NN-category/NN-slug.md` and begins with its title (`# Title`); the file `_name` of a category
//! has its name. The numbers are the order and the ids: article 3 of category 2 is 203, in every language.

use rust_embed::RustEmbed;
use std::{collections::BTreeMap, sync::LazyLock};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/manual"]
#[allow_missing = true]
struct Files;

/// A text of the manual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManualText {
    pub title: String,
    /// Markdown, without the title.
    pub body: String,
}

/// An article of the manual, by language.
pub type ManualArticle = BTreeMap<String, ManualText>;

/// A category, with its names by language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ManualCategory {
    pub names: BTreeMap<String, String>,
    /// By id.
    pub articles: BTreeMap<i64, ManualArticle>,
}

/// The categories by their number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manual(pub BTreeMap<i64, ManualCategory>);

static MANUAL: LazyLock<Manual> = LazyLock::new(|| {
    let mut manual = Manual::default();
    for path in Files::iter() {
        let Some(file) = Files::get(&path) else { continue };
        // A file that does not fit is no article; a test looks at all of them.
        let _skipped = manual.add(&path, &String::from_utf8_lossy(&file.data));
    }
    manual
});

/// The manual of this build.
#[must_use]
pub fn manual() -> &'static Manual {
    &MANUAL
}

impl Manual {
    /// Takes a file in.
    ///
    /// # Errors
    /// What does not fit about its path or its text.
    pub fn add(&mut self, path: &str, text: &str) -> Result<(), String> {
        let wrong = |what: &str| format!("{path}: {what}");
        let mut parts = path.split('/');
        let (Some(language), Some(folder), Some(name), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(wrong("a file lies in lang/NN-category/"));
        };
        let number = number(folder).ok_or_else(|| wrong("a category begins with its number"))?;
        if name == "_name" {
            let names = &mut self.0.entry(number).or_default().names;
            names.insert(language.to_owned(), text.trim().to_owned());
            return Ok(());
        }
        let slug = name.strip_suffix(".md").ok_or_else(|| wrong("an article ends with .md"))?;
        let nth = self::number(slug).ok_or_else(|| wrong("an article begins with its number"))?;
        let (title, body) = text.trim_start().split_once('\n').unwrap_or((text.trim(), ""));
        let title = title
            .strip_prefix("# ")
            .map(str::trim)
            .filter(|title| !title.is_empty())
            .ok_or_else(|| wrong("the first line is # and the title"))?;
        let text = ManualText { title: title.to_owned(), body: body.trim().to_owned() };
        let articles = &mut self.0.entry(number).or_default().articles;
        articles.entry(number * 100 + nth).or_default().insert(language.to_owned(), text);
        Ok(())
    }

    /// An article and the number of its category.
    #[must_use]
    pub fn article(&self, id: i64) -> Option<(i64, &ManualCategory, &ManualArticle)> {
        let number = id.div_euclid(100);
        let category = self.0.get(&number)?;
        Some((number, category, category.articles.get(&id)?))
    }

    /// The articles in their order, each with the number of its category.
    pub fn articles(&self) -> impl Iterator<Item = (i64, i64, &ManualArticle)> {
        self.0.iter().flat_map(|(number, category)| {
            category.articles.iter().map(|(id, article)| (*number, *id, article))
        })
    }
}

/// The two digits that a name begins with.
fn number(name: &str) -> Option<i64> {
    let (digits, rest) = name.split_once('-')?;
    let fits = digits.len() == 2 && !rest.is_empty();
    digits.parse().ok().filter(|number: &i64| fits && *number > 0)
}

/// Every file of the build and what is wrong with it.
#[cfg(test)]
pub(super) fn faults() -> Vec<String> {
    let mut manual = Manual::default();
    let add = |path: std::borrow::Cow<'static, str>| {
        let file = Files::get(&path)?;
        let text = String::from_utf8_lossy(&file.data).into_owned();
        manual.add(&path, &text).err()
    };
    Files::iter().filter_map(add).collect()
}
