//! The attachments of a private message, and where its writer came from.

use super::Page;
use crate::{Link, NoFile, each, id, note, text};
use patchbay_plugin::media::kind_of;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;

/// Adds all attachments of a message.
pub fn all(page: &Page, said: &Value, message: &mut InboundMessage) {
    let list: Vec<&Value> = each(said, "attachments").collect();
    let stickers = list.iter().filter(|one| one["type"] == "sticker");
    let stickers: Vec<String> =
        stickers.filter_map(|one| id(&one["payload"]["sticker_id"])).collect();
    for attachment in &list {
        let payload = &attachment["payload"];
        let kind = text(attachment, "type").unwrap_or("attachment");
        let sticker = id(&payload["sticker_id"]);
        // A sticker comes once more as a picture.
        if kind == "image" && sticker.as_ref().is_some_and(|one| stickers.contains(one)) {
            continue;
        }
        match kind {
            "fallback" | "post" | "reel" => link(message, attachment, payload),
            "location" => place(message, payload),
            "template" => products(message, payload),
            "ephemeral" => line(message, "[view once] This can be seen once, on the phone only."),
            _ => match text(payload, "url") {
                Some(url) => {
                    let kind = if sticker.is_some() { "sticker" } else { kind };
                    let title = text(payload, "title").unwrap_or_default();
                    attach(page, message, kind, url, title);
                }
                None => {
                    let app = page.flavour.app;
                    let kind = kind.replace('_', " ");
                    if let Some(title) = text(payload, "title") {
                        line(message, title);
                    }
                    line(
                        message,
                        &format!("[{kind}] This cannot be shown here; open it in {app}."),
                    );
                }
            },
        }
    }
}

/// Fetches a file into the message. A page instead of a file stays a link.
pub fn attach(page: &Page, message: &mut InboundMessage, kind: &str, url: &str, title: &str) {
    let link = Link { url: url.to_owned(), guess: usual(kind), ..Link::default() };
    if kind.contains("story") || kind == "share" || kind.contains("reel") || kind == "ig_post" {
        message.extras.push(("shared".to_owned(), kind.to_owned()));
    }
    let got = match crate::download(page.api.id, &link) {
        // Much passes at once.
        Err(NoFile::Passing(failure)) if matches!(*failure, Failure::Retryable(_)) => {
            crate::download(page.api.id, &link)
        }
        other => other,
    };
    match got {
        Ok((_, mime)) if mime == "text/html" => line(message, format!("{title}\n{url}").trim()),
        Ok((blob, mime)) => {
            let shown = match kind {
                "sticker" => "sticker",
                "audio" if mime.starts_with("audio") => "voice",
                _ => kind_of(&mime),
            };
            message.attachments.push(Attachment {
                blob: Some(blob),
                filename: Some(crate::named(&kind.replace('_', "-"), &mime)),
                mime,
                kind: shown.to_owned(),
                content_id: None,
            });
            if !title.is_empty() {
                line(message, title);
            }
        }
        Err(none) => {
            let reason = lost(&none, page.flavour.app);
            warn!(
                "a file could not be fetched",
                kind = kind,
                reason = reason,
                plugin = page.api.id
            );
            note(message, kind, &reason);
            message.extras.push(("file-url".to_owned(), url.to_owned()));
        }
    }
}

/// What a file of a kind usually is at Meta: its networks do not always tell a file's type.
fn usual(kind: &str) -> &'static str {
    match kind {
        "image" | "sticker" => "image/jpeg",
        "video" | "reel" | "ig_reel" => "video/mp4",
        "audio" => "audio/mp4",
        _ => "",
    }
}

/// The sentence of a message that lacks its file. These addresses live for hours, so the app itself
/// is where to look.
fn lost(none: &NoFile, app: &str) -> String {
    match none {
        NoFile::Passing(_) => {
            format!("{app} could not give the file when the message came; open it in {app}.")
        }
        NoFile::Expired(status) => format!("{app} no longer gives the file (status {status})."),
        NoFile::Never(reason) => format!("The file could not be fetched: {reason}"),
    }
}

fn line(message: &mut InboundMessage, words: &str) {
    message.text = Some(match message.text.take() {
        Some(text) => format!("{text}\n{words}"),
        None => words.to_owned(),
    });
}

fn link(message: &mut InboundMessage, attachment: &Value, payload: &Value) {
    let title = text(payload, "title").or_else(|| text(attachment, "title")).unwrap_or_default();
    let url = text(payload, "url").or_else(|| text(attachment, "url")).unwrap_or_default();
    let said = message.text.as_deref().unwrap_or_default();
    let words = if !url.is_empty() && said.contains(url) {
        title.to_owned()
    } else {
        format!("{title}\n{url}")
    };
    if !words.trim().is_empty() {
        line(message, words.trim());
    }
}

fn place(message: &mut InboundMessage, payload: &Value) {
    let at = &payload["coordinates"];
    match (at["lat"].as_f64(), at["long"].as_f64()) {
        (Some(latitude), Some(longitude)) => {
            let name = text(payload, "title").map(str::to_owned);
            message.contents.push(Content::Location(Location {
                latitude,
                longitude,
                name,
                address: None,
            }));
        }
        _ => line(message, "[location] The place was not told."),
    }
}

fn products(message: &mut InboundMessage, payload: &Value) {
    let mut lines = vec!["[product]".to_owned()];
    for product in each(&payload["product"], "elements") {
        let named =
            [text(product, "title"), text(product, "subtitle"), text(product, "retailer_id")];
        lines.push(named.into_iter().flatten().collect::<Vec<_>>().join(", "));
    }
    line(message, &lines.join("\n"));
}

/// What a customer put into the basket.
pub fn order(order: &Value) -> String {
    let mut lines = vec!["[order]".to_owned()];
    for product in each(order, "products") {
        let name = text(product, "name").or_else(|| text(product, "retailer_id")).unwrap_or("?");
        let count = crate::number(&product["quantity"]).unwrap_or(1);
        lines.push(format!("{count} × {name}"));
    }
    lines.extend(text(order, "note").map(str::to_owned));
    lines.join("\n")
}

/// The advertisement, link or product a customer came from.
pub fn referral(referral: &Value, extras: &mut Vec<(String, String)>) {
    let ad = &referral["ads_context_data"];
    for (name, value) in [
        ("referral", id(&referral["ref"]).or_else(|| id(&referral["referer_uri"]))),
        ("referral-type", id(&referral["source"])),
        ("referral-id", id(&referral["ad_id"])),
        ("referral-headline", id(&ad["ad_title"])),
        ("referral-media", id(&ad["photo_url"]).or_else(|| id(&ad["video_url"]))),
        ("product", id(&referral["product"]["id"]).or_else(|| id(&ad["product_id"]))),
    ] {
        extras.extend(value.map(|value| (name.to_owned(), value)));
    }
}

#[cfg(test)]
mod tests {
    use super::referral;
    use patchbay_plugin::serde_json::{Value, json};

    fn told(from: &Value) -> Vec<(String, String)> {
        let mut extras = Vec::new();
        referral(from, &mut extras);
        extras
    }

    #[test]
    fn where_a_customer_came_from_has_the_names_of_all_channels() {
        let ad = json!({"ref": "spring", "source": "ADS", "ad_id": 6045,
            "ads_context_data": {"ad_title": "Lamps", "video_url": "https://demo.example/v",
                "post_id": "1", "product_id": "p9"}});
        let expected = [
            ("referral", "spring"),
            ("referral-type", "ADS"),
            ("referral-id", "6045"),
            ("referral-headline", "Lamps"),
            ("referral-media", "https://demo.example/v"),
            ("product", "p9"),
        ];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(told(&ad), expected);
        let page =
            json!({"source": "CUSTOMER_CHAT_PLUGIN", "referer_uri": "https://shop.example/a"});
        assert_eq!(told(&page)[0], ("referral".to_owned(), "https://shop.example/a".to_owned()));
        let product = json!({"product": {"id": "p1"}});
        assert_eq!(told(&product), [("product".to_owned(), "p1".to_owned())]);
    }
}
