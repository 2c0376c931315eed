//! How long X finds a text, and cutting one that is too long. Pure.

/// The longest direct message and the longest post.
pub const DM_MAX: usize = 10_000;
pub const POST_MAX: usize = 280;

/// A text as it was written: X gives the signs of HTML escaped.
pub fn plain(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// A letter's weight in a post: Latin and its neighbours count once, everything else twice.
fn weight(letter: char) -> usize {
    match u32::from(letter) {
        0..=4351 | 8192..=8205 | 8208..=8223 | 8242..=8247 => 1,
        _ => 2,
    }
}

/// A word's weight in a post; every address counts as 23, however long it is.
fn post_weight(word: &str) -> usize {
    let bare = word.trim_end();
    let space = word.len() - bare.len();
    if bare.starts_with("https://") || bare.starts_with("http://") {
        return 23 + space;
    }
    word.chars().map(weight).sum()
}

/// The pieces of a post, at spaces where there are any.
pub fn posts(text: &str) -> Vec<String> {
    split(text)
}

/// The pieces of a direct message.
pub fn messages(text: &str) -> Vec<String> {
    let pieces = patchbay_plugin::split::split(text, DM_MAX, |text| text.chars().count());
    pieces.into_iter().map(str::to_owned).collect()
}

/// A post is weighed by words, because a link weighs the same however long it is.
fn split(text: &str) -> Vec<String> {
    let (most, weigh) = (POST_MAX, post_weight);
    let mut pieces = Vec::new();
    let mut piece = String::new();
    let mut used = 0;
    let mut push = |piece: &mut String| {
        let done = piece.trim();
        if !done.is_empty() {
            pieces.push(done.to_owned());
        }
        piece.clear();
    };
    for word in text.trim().split_inclusive(char::is_whitespace) {
        // The space after the last word of a piece is not sent.
        if used + weigh(word.trim_end()) > most {
            push(&mut piece);
            used = 0;
        }
        if weigh(word) <= most {
            piece.push_str(word);
            used += weigh(word);
            continue;
        }
        // A word longer than a whole piece.
        for letter in word.chars() {
            let more = weigh(letter.encode_utf8(&mut [0; 4]));
            if used + more > most {
                push(&mut piece);
                used = 0;
            }
            piece.push(letter);
            used += more;
        }
    }
    push(&mut piece);
    pieces
}

#[cfg(test)]
mod tests {
    use super::{messages, posts};

    #[test]
    fn posts_are_weighed_as_x_does() {
        assert_eq!(posts(&"a".repeat(280)).len(), 1);
        assert_eq!(posts(&"字".repeat(140)).len(), 1);
        assert_eq!(posts(&"字".repeat(141)).len(), 2);
        let link = format!("{} https://example.com/{}", "a".repeat(256), "b".repeat(400));
        assert_eq!(posts(&link).len(), 1);
        assert_eq!(posts("  "), Vec::<String>::new());
    }

    #[test]
    fn words_stay_whole_and_nothing_is_lost() {
        let text = "word ".repeat(200);
        let pieces = posts(&text);
        assert!(pieces.iter().all(|piece| piece.chars().count() <= 280));
        assert_eq!(pieces.join(" "), text.trim());
        assert_eq!(messages(&"é".repeat(10_001)).len(), 2);
    }
}
