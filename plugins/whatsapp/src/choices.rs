//! What a customer may choose: buttons, a list, or one link; further links are written out. Pure.

use crate::plan::{Step, TEXT_MAX, words};
use graph::{split, units};
use patchbay_plugin::outgoing::{Button, Content, QuickReply};
use patchbay_plugin::serde_json::{Value, json};

/// The longest text above buttons, in UTF-16 units.
const BODY_MAX: usize = 1024;
/// Links up to this length stand below that text; longer ones would leave it no room.
const LINKS_MAX: usize = BODY_MAX / 2;
/// Buttons of a message; more choices become a list.
const BUTTONS_MAX: usize = 3;
/// Above choices that have no words of their own; WhatsApp wants some.
const NO_WORDS: &str = "…";

/// The choices of one content: answers by id and title, links by title and address.
#[derive(Debug, Default)]
pub struct Choices {
    answers: Vec<(String, String)>,
    links: Vec<(String, String)>,
}

/// The choices of a content, none when it is something else or offers nothing.
pub fn choices(content: &Content) -> Option<Choices> {
    let mut found = Choices::default();
    match content {
        Content::QuickReplies(replies) => {
            for QuickReply { id, title } in replies {
                found.answers.push((id.clone(), title.clone()));
            }
        }
        Content::Buttons(buttons) => {
            for Button { id, title, url } in buttons {
                match url {
                    Some(url) => found.links.push((title.clone(), url.clone())),
                    None => found.answers.push((id.clone(), title.clone())),
                }
            }
        }
        _ => return None,
    }
    (found.answers.len() + found.links.len() > 0).then_some(found)
}

impl Choices {
    /// Several links and no answers: no message of WhatsApp's has buttons for that.
    pub fn is_text(&self) -> bool {
        self.answers.is_empty() && self.links.len() > 1
    }

    /// The links as lines, except one that is alone and becomes a button.
    pub fn lines(&self) -> String {
        if self.answers.is_empty() && self.links.len() == 1 {
            return String::new();
        }
        let lines: Vec<_> =
            self.links.iter().map(|(title, url)| format!("{title}: {url}")).collect();
        lines.join("\n")
    }

    /// How long the text above may be, in UTF-16 units.
    pub fn room(&self) -> usize {
        match units(&self.lines()) {
            0 => BODY_MAX,
            lines if lines > LINKS_MAX => BODY_MAX,
            // With the line break between them.
            lines => BODY_MAX - lines - 1,
        }
    }

    /// The requests that offer them below a text of at most [`Self::room`].
    pub fn steps(&self, above: Option<&str>) -> Vec<Step> {
        let lines = self.lines();
        let mut steps = Vec::new();
        let body = match above {
            _ if units(&lines) > LINKS_MAX => {
                steps.extend(split(&lines, TEXT_MAX, units).into_iter().map(words));
                above.unwrap_or(NO_WORDS).to_owned()
            }
            _ if lines.is_empty() => above.unwrap_or(NO_WORDS).to_owned(),
            Some(above) => format!("{above}\n{lines}"),
            None => lines,
        };
        steps.push(Step::Plain("interactive", self.interactive(&body)));
        steps
    }

    fn interactive(&self, body: &str) -> Value {
        if let ([], [(title, url)]) = (self.answers.as_slice(), self.links.as_slice()) {
            let button = json!({ "display_text": title, "url": url });
            return json!({
                "type": "cta_url", "body": { "text": body },
                "action": { "name": "cta_url", "parameters": button },
            });
        }
        let answers = self.answers.iter();
        if self.answers.len() > BUTTONS_MAX {
            let rows: Vec<Value> =
                answers.map(|(id, title)| json!({ "id": id, "title": title })).collect();
            return json!({
                "type": "list", "body": { "text": body },
                "action": { "button": "☰", "sections": [{ "rows": rows }] },
            });
        }
        let buttons: Vec<Value> = answers
            .map(|(id, title)| json!({ "type": "reply", "reply": { "id": id, "title": title } }))
            .collect();
        json!({ "type": "button", "body": { "text": body }, "action": { "buttons": buttons } })
    }
}
