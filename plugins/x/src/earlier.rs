//! Whether a message whose answer was lost is at X: looked for among what the account sent lately.

use crate::api::Api;
use crate::{dm, text};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;

/// How far back is looked; older ones of the same words are others.
const LOOK_BACK_MS: u64 = 3_600_000;

/// What was to be sent.
#[derive(Debug)]
pub struct OutgoingPost<'a> {
    pub own: &'a str,
    pub text: &'a str,
    pub files: usize,
    /// Of a post: those that it may answer.
    pub answers: Option<&'a [String]>,
}

/// What is in a conversation.
pub fn messages(api: &Api, conversation: &str) -> Result<Value, Failure> {
    let path = format!(
        "/2/dm_conversations/{conversation}/dm_events?event_types=MessageCreate\
         &max_results=50&dm_event.fields=attachments,created_at,sender_id,text"
    );
    api.get(&path).map_err(|error| error.while_asking())
}

/// What the account posted.
pub fn posts(api: &Api, own: &str) -> Result<Value, Failure> {
    let path = format!(
        "/2/users/{own}/tweets?max_results=50\
         &tweet.fields=attachments,author_id,created_at,referenced_tweets"
    );
    api.get(&path).map_err(|error| error.while_asking())
}

/// The newest in a list that is what was to be sent, and not one of those the desk knows.
pub fn found(list: &Value, wanted: &OutgoingPost<'_>, known: &[String]) -> Option<String> {
    let since = host::now_ms().saturating_sub(LOOK_BACK_MS);
    let list = list["data"].as_array().into_iter().flatten();
    let ours = list.filter(|one| {
        let sender = one["sender_id"].as_str().or(one["author_id"].as_str());
        let made = one["created_at"].as_str().and_then(dm::time);
        let files = one["attachments"]["media_keys"].as_array().map_or(0, Vec::len);
        sender.is_none_or(|sender| sender == wanted.own)
            && made.is_none_or(|made| made >= since)
            && files == wanted.files
            && wanted.answers.is_none_or(|answers| answers_one_of(one, answers))
            && same(wanted.text, one["text"].as_str().unwrap_or_default(), files > 0)
    });
    let mut ids = ours.filter_map(|one| one["id"].as_str());
    ids.find(|id| !known.iter().any(|known| known == id)).map(str::to_owned)
}

fn answers_one_of(post: &Value, answers: &[String]) -> bool {
    let referenced = post["referenced_tweets"].as_array().into_iter().flatten();
    let mut answered = referenced.filter(|one| one["type"] == "replied_to");
    answered.any(|one| one["id"].as_str().is_some_and(|id| answers.iter().any(|known| known == id)))
}

/// Whether X has these words. It puts names before an answer and the addresses of files behind the
/// text, shortens every link, and writes `&`, `<` and `>` as HTML does.
fn same(ours: &str, theirs: &str, files: bool) -> bool {
    let plain = text::plain(theirs);
    let (ours, mut theirs) = (words(ours), words(&plain));
    let short = |word: &str| word.contains("https://t.co/");
    if files && theirs.len() > ours.len() && theirs.last().is_some_and(|word| short(word)) {
        theirs.pop();
    }
    let alike = |(ours, theirs): (&&str, &&str)| {
        ours == theirs || (short(theirs) && (ours.contains("://") || ours.contains('.')))
    };
    ours.len() == theirs.len() && ours.iter().zip(&theirs).all(alike)
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().skip_while(|word| word.starts_with('@')).collect()
}

#[cfg(test)]
mod tests {
    use super::same;

    #[test]
    fn texts_are_compared_as_x_writes_them() {
        assert!(same("Yes", "@annlee @bob Yes", false));
        assert!(!same("Yes", "@annlee No, Yes", false), "the end alone is not enough");
        assert!(same("Fish & chips <3", "Fish &amp; chips &lt;3", false));
        assert!(same("&lt;", "&amp;lt;", false));
        assert!(same("See https://a.example/b?c=d now", "See https://t.co/AbC now", false));
        assert!(same("See shop.example.", "See https://t.co/AbC.", false));
        assert!(same("Look", "Look https://t.co/AbC", true));
        assert!(same("", "https://t.co/AbC", true));
        assert!(!same("Look", "Look https://t.co/AbC", false));
        assert!(!same("a b", "a https://t.co/AbC", false));
    }
}
