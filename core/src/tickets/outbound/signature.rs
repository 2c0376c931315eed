//! The lines that an agent's reply ends with. Tickets states the need; another room keeps them.

use crate::db::{Conn, DbResult};
use futures_util::future::BoxFuture;

/// Knows users' signatures.
pub trait Signer: Send + Sync {
    /// The signature of a user, by the ids of client and user, on a channel value; none when the
    /// user keeps none for it.
    fn signature<'a>(
        &'a self,
        conn: &'a mut Conn,
        whose: (i64, i64),
        channel: &'a str,
    ) -> BoxFuture<'a, DbResult<Option<String>>>;
}

/// A reply with its signature. The line of two hyphens and a blank is how mail programs tell the
/// one from the other (RFC 3676, section 4.3).
#[must_use]
pub fn signed(text: &str, html: bool, signature: &str) -> String {
    if html {
        let lines: Vec<String> = signature.lines().map(ammonia::clean_text).collect();
        return format!("{text}<p>-- <br>{}</p>", lines.join("<br>"));
    }
    let text = text.trim_end();
    let gap = if text.is_empty() { "" } else { "\n\n" };
    format!("{text}{gap}-- \n{signature}")
}

#[cfg(test)]
mod tests {
    use super::signed;

    #[test]
    fn a_signature_is_told_apart_from_the_text() {
        for (text, html, expected) in
            [("Hello\n", false, "Hello\n\n-- \nMei <3\nShop"), ("", false, "-- \nMei <3\nShop")]
        {
            assert_eq!(signed(text, html, "Mei <3\nShop"), expected);
        }
        let page = signed("<p>Hello</p>", true, "Mei <3\nShop");
        assert!(page.starts_with("<p>Hello</p><p>-- <br>Mei"), "{page}");
        assert!(!page.contains("<3") && page.ends_with("<br>Shop</p>"), "{page}");
    }
}
