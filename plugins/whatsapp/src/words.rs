//! Orders, filled-in forms and what cards say besides, as lines an agent reads. Pure.

use graph::{each, text};
use patchbay_plugin::serde_json::{self, Value};

/// What a customer put into the basket.
pub fn order(order: &Value) -> String {
    let mut lines = vec!["[order]".to_owned()];
    for item in each(order, "product_items") {
        let name = text(item, "product_retailer_id").unwrap_or("?");
        let mut line = format!("{} × {name}", plain(&item["quantity"]));
        if !item["item_price"].is_null() {
            let currency = text(item, "currency").unwrap_or_default();
            line.push_str(&format!(" à {} {currency}", plain(&item["item_price"])));
        }
        lines.push(line.trim_end().to_owned());
    }
    lines.extend(text(order, "text").map(str::to_owned));
    lines.join("\n")
}

/// What a customer entered into a form.
pub fn form(reply: &Value) -> String {
    let mut lines: Vec<String> = text(reply, "body").map(str::to_owned).into_iter().collect();
    let entered = text(reply, "response_json").and_then(|json| serde_json::from_str(json).ok());
    if let Some(Value::Object(fields)) = entered {
        let shown = fields.iter().filter(|(name, _)| *name != "flow_token");
        lines.extend(shown.map(|(name, value)| format!("{name}: {}", plain(value))));
    }
    if lines.is_empty() { "[form]".to_owned() } else { lines.join("\n") }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "?".to_owned(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// What contact cards say that the desk has no place for: web and street addresses.
pub fn cards(cards: &Value) -> Option<String> {
    let mut lines = Vec::new();
    for card in cards.as_array().into_iter().flatten() {
        let name = &card["name"];
        let name = text(name, "formatted_name").or_else(|| text(name, "first_name")).unwrap_or("?");
        lines.extend(
            each(card, "urls")
                .filter_map(|one| text(one, "url"))
                .map(|url| format!("{name}: {url}")),
        );
        for place in each(card, "addresses") {
            let joined = |names: &[&str], by: &str| {
                let words: Vec<&str> = names.iter().filter_map(|name| text(place, name)).collect();
                Some(words.join(by)).filter(|words| !words.is_empty())
            };
            let town = joined(&["zip", "city"], " ");
            let state = joined(&["state", "country"], ", ");
            let street = joined(&["street"], "");
            let words: Vec<String> = [street, town, state].into_iter().flatten().collect();
            if !words.is_empty() {
                lines.push(format!("{name}: {}", words.join(", ")));
            }
        }
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}
