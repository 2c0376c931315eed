//! The signed addresses of an outgoing message's files, as a desk hands them to plugins, and who
//! loads a file by one.

use crate::stage::PUBLIC_URL;
use patchbay::plugins::OutgoingMessage;
use serde_json::{Value, json};

/// The pair of a message's `extras` that holds them.
const PAIR: &str = "attachment-json";
/// Of every address on this desk.
const PATH: &str = "/api/attachments/";

/// Adds the addresses that a fixture does not write itself.
pub fn add(message: &mut OutgoingMessage) {
    if message.attachments.is_empty() || message.extras.iter().any(|(name, _)| name == PAIR) {
        return;
    }
    let listed: Vec<Value> = message
        .attachments
        .iter()
        .enumerate()
        .map(|(place, file)| {
            json!({
                "id": place + 1, "url": path(place), "mime": file.mime, "filename": file.filename,
                "size": file.blob.as_ref().map(|blob| blob.size), "kind": file.kind,
            })
        })
        .collect();
    message.extras.push((PAIR.to_owned(), Value::Array(listed).to_string()));
}

fn path(place: usize) -> String {
    let id = place + 1;
    format!("{PATH}{id}?c=1&e=1767927845000&s=kit-signature-{id}")
}

/// The addresses of the files of an outbound input.
pub fn of(input: &Value) -> Vec<String> {
    let extras = input["extras"].as_array().into_iter().flatten();
    let given = extras.filter(|pair| pair[0] == PAIR).find_map(|pair| pair[1].as_str());
    let listed: Option<Vec<Value>> = given.and_then(|text| serde_json::from_str(text).ok());
    let paths: Vec<String> = match listed {
        Some(listed) => {
            listed.iter().filter_map(|one| one["url"].as_str().map(str::to_owned)).collect()
        }
        None => (0..input["attachments"].as_array().map_or(0, Vec::len)).map(path).collect(),
    };
    let whole = |path: String| match path.starts_with("http") {
        true => path,
        false => format!("{PUBLIC_URL}{path}"),
    };
    paths.into_iter().map(whole).collect()
}

/// Loads files by the addresses in what the provider was sent, as it would. Says how many of `known`
/// it got.
///
/// # Errors
/// When an address of this desk is there that leads to nothing.
pub fn loaded(sent: &str, known: &[String]) -> Result<usize, String> {
    let forms = [
        sent.to_owned(),
        sent.replace("\\/", "/").replace("\\u0026", "&"),
        url::form_urlencoded::parse(format!("x={}", sent.replace('&', "%26")).as_bytes())
            .map(|(_, value)| value.into_owned())
            .collect(),
    ];
    let got = known.iter().filter(|one| forms.iter().any(|form| form.contains(one.as_str())));
    let got = got.count();
    let named = forms.iter().find_map(|form| form.find(PATH).map(|at| (form, at)));
    match named {
        Some((form, at)) if got == 0 => {
            let end = form[at..].find(['"', ' ', '\\', '<']).map_or(form.len(), |end| at + end);
            Err(format!("the address {} leads to no file", &form[at..end]))
        }
        _ => Ok(got),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_loaded_by_their_whole_address_only() {
        let input = json!({ "attachments": [{ "blob": {} }, { "blob": {} }] });
        let known = of(&input);
        let first = &known[0];
        assert_eq!(
            first,
            "https://desk.example/api/attachments/1?c=1&e=1767927845000&s=kit-signature-1"
        );
        assert_eq!(loaded(&json!({ "image": first }).to_string(), &known), Ok(1));
        assert_eq!(loaded(&known.join(" "), &known), Ok(2));
        let form: String = url::form_urlencoded::byte_serialize(first.as_bytes()).collect();
        assert_eq!(loaded(&format!("To=1&MediaUrl={form}"), &known), Ok(1));
        assert_eq!(loaded(&first.replace('/', "\\/"), &known), Ok(1));
        assert_eq!(loaded("no file here", &known), Ok(0));
        let cut = "see /api/attachments/1?c=1 here";
        assert_eq!(
            loaded(cut, &known),
            Err("the address /api/attachments/1?c=1 leads to no file".to_owned())
        );
        let own =
            json!({ "extras": [["attachment-json", "[{\"url\":\"/f/9\"}]"]], "attachments": [{}] });
        assert_eq!(of(&own), ["https://desk.example/f/9"]);
    }
}
