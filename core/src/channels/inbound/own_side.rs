//! What the business itself wrote in the provider's own app or another program: it stands in the
//! conversation as an answer, so that nobody answers a second time.
//!
//! Some providers tell of our own sends as well, at times before they answer them, so that no external
//! id says yet that a message is ours.

use crate::channels::{Channels, account::registry::Channel, store};
use crate::{
    db::{DbResult, Tx},
    plugins::InboundMessage,
};

/// Words of a part of a long text. Fewer could be in any text by chance.
const PART_MIN: usize = 40;

/// Who wrote a message of the desk's own side, as far as the channel tells; none for a customer's.
#[must_use]
pub(in crate::channels) fn author(message: &InboundMessage) -> Option<String> {
    let extra = |name: &str| {
        message.extras.iter().find(|(have, _)| have == name).map(|(_, value)| value.trim())
    };
    (extra("authored-by") == Some("business"))
        .then(|| extra("author-name").unwrap_or_default().chars().take(200).collect())
}

impl Channels {
    /// Whether a message of the desk's own side is one that is being sent from here at this moment.
    ///
    /// # Errors
    /// What the database said.
    pub(in crate::channels) async fn is_our_own(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        message: &InboundMessage,
    ) -> DbResult<bool> {
        let (client_id, id) = (channel.row.client_id, channel.row.id);
        let told = message.text.as_deref().unwrap_or_default();
        let sending = store::being_sent(tx, client_id, id, &message.thread).await?;
        let files = !message.attachments.is_empty();
        Ok(sending.iter().any(|(text, more)| is_part_of(told, files, text, *more)))
    }
}

/// Whether what a provider tells is a text that is being sent, or a part of it.
fn is_part_of(told: &str, files: bool, sent: &str, more: bool) -> bool {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (told, sent) = (words(told), words(sent));
    if told.is_empty() {
        return files && more;
    }
    told == sent || told.chars().count() >= PART_MIN && sent.contains(&told)
}

#[cfg(test)]
mod tests {
    use super::is_part_of;

    #[test]
    fn a_send_is_known_by_its_words() {
        let long = "a part of a text that is longer than what a provider takes at once";
        let whole = format!("Hello,\n{long}\nGoodbye");
        for (told, files, sent, more, expected) in [
            ("Hello  there", false, "Hello\nthere", false, true),
            ("Hello", false, "Hello there", false, false),
            (long, false, whole.as_str(), false, true),
            ("", true, "", true, true),
            ("", true, "Hello", false, false),
            ("", false, "", false, false),
        ] {
            assert_eq!(is_part_of(told, files, sent, more), expected, "{told} {sent}");
        }
    }
}
