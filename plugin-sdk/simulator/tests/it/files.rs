//! Files in both directions, their limits and their ids.
use reqwest::multipart::{Form, Part};
use serde_json::json;

use crate::sim::{Reply, Sim, TOKEN};

const PNG: &[u8] = include_bytes!("../../src/phone/assets/sample.png");

async fn upload(sim: &Sim, method: &str, field: &'static str, bytes: Vec<u8>, name: &str) -> Reply {
    let form = Form::new()
        .text("chat_id", "7")
        .text("caption", "look")
        .part(field, Part::bytes(bytes).file_name(name.to_owned()));
    sim.send(sim.client.post(sim.method(method)).multipart(form)).await
}

#[tokio::test]
async fn a_customers_file_is_fetched_through_its_path() {
    let sim = Sim::start().await;
    let document = json!({ "content": "%PDF-1.7 x", "file_name": "bill.pdf" });
    let from = json!({ "id": 7, "first_name": "Ann" });
    let body = json!({ "token": TOKEN, "from": from, "document": document, "caption": "my bill" });
    sim.control("messages", body).await;
    sim.control("messages", json!({ "token": TOKEN, "from": from, "photo": true })).await;
    let updates = sim.updates().await;
    let got = &updates[0]["message"];
    assert_eq!(got["caption"], "my bill");
    assert_eq!(got["document"]["mime_type"], "application/pdf");
    let file = sim.call("getFile", json!({ "file_id": got["document"]["file_id"] })).await.ok();
    let path = file["file_path"].as_str().unwrap();
    assert!(path.starts_with("documents/") && path.ends_with(".pdf"), "{path}");
    let url = format!("{}/telegram/file/bot{TOKEN}/{path}", sim.base);
    assert_eq!(sim.client.get(&url).send().await.unwrap().text().await.unwrap(), "%PDF-1.7 x");
    let lost = format!("{}/telegram/file/bot{TOKEN}/documents/none.pdf", sim.base);
    sim.send(sim.client.get(&lost)).await.refused(404, "Not Found");

    let sizes = updates[1]["message"]["photo"].as_array().unwrap();
    let widths: Vec<_> = sizes.iter().map(|size| size["width"].as_i64().unwrap()).collect();
    assert_eq!(widths, [90, 320, 800], "ascending, and the real size is read from the picture");
    for size in sizes {
        sim.call("getFile", json!({ "file_id": size["file_id"] })).await.ok();
    }
    let wrong = "Bad Request: wrong file_id or the file is temporarily unavailable";
    sim.call("getFile", json!({ "file_id": "AgACnothing" })).await.refused(400, wrong);
}

#[tokio::test]
async fn what_is_too_big_to_fetch() {
    let sim = Sim::start().await;
    let film = json!({ "content": "x", "file_name": "film.mp4", "size": 20 * 1024 * 1024 + 1 });
    let body = json!({ "token": TOKEN, "from": { "id": 7 }, "video": film });
    sim.control("messages", body).await;
    let updates = sim.updates().await;
    let video = &updates[0]["message"]["video"];
    assert_eq!(video["file_size"], 20 * 1024 * 1024 + 1);
    let file = json!({ "file_id": video["file_id"] });
    sim.call("getFile", file).await.refused(400, "Bad Request: file is too big");
}

#[tokio::test]
async fn uploads_have_limits_and_ids_can_be_used_again() {
    let sim = Sim::start().await;
    sim.ann("hello").await;
    let sent = upload(&sim, "sendPhoto", "photo", PNG.to_vec(), "a.png").await.ok();
    assert_eq!(sent["caption"], "look");
    let id = sent["photo"].as_array().unwrap().last().unwrap()["file_id"].clone();
    let again = sim.call("sendPhoto", json!({ "chat_id": 7, "photo": id })).await.ok();
    assert_eq!(again["photo"], sent["photo"]);
    let as_document = sim.call("sendDocument", json!({ "chat_id": 7, "document": id })).await;
    as_document.refused(400, "Bad Request: can't use file of type Photo as Document");
    let unknown = sim.call("sendPhoto", json!({ "chat_id": 7, "photo": "AgACnothing" })).await;
    unknown.refused(400, "Bad Request: wrong file_id or the file is temporarily unavailable");
    let none = sim.call("sendPhoto", json!({ "chat_id": 7 })).await;
    none.refused(400, "Bad Request: there is no photo in the request");
    upload(&sim, "sendDocument", "document", Vec::new(), "a.txt")
        .await
        .refused(400, "Bad Request: file must be non-empty");
    upload(&sim, "sendPhoto", "photo", b"text".to_vec(), "a.png")
        .await
        .refused(400, "Bad Request: IMAGE_PROCESS_FAILED");

    let mut big = PNG.to_vec();
    big.resize(10 * 1024 * 1024 + 1, 0);
    let refused = "Bad Request: file of size 10485761 bytes is too big for a photo; the maximum \
        size is 10485760 bytes";
    upload(&sim, "sendPhoto", "photo", big.clone(), "a.png").await.refused(400, refused);
    upload(&sim, "sendDocument", "document", big, "a.png").await.ok();
    let huge = vec![0; 52 * 1024 * 1024];
    upload(&sim, "sendDocument", "document", huge, "a.bin")
        .await
        .refused(413, "Request Entity Too Large");

    let caption = json!({ "chat_id": 7, "photo": id, "caption": "a".repeat(1025) });
    sim.call("sendPhoto", caption).await.refused(400, "Bad Request: message caption is too long");
}

#[tokio::test]
async fn every_kind_has_its_field() {
    let sim = Sim::start().await;
    sim.ann("hello").await;
    for (method, field, name) in [
        ("sendVideo", "video", "a.mp4"),
        ("sendAudio", "audio", "a.mp3"),
        ("sendVoice", "voice", "a.ogg"),
        ("sendDocument", "document", "a.txt"),
        ("sendAnimation", "animation", "a.mp4"),
        ("sendSticker", "sticker", "a.webp"),
    ] {
        let sent = upload(&sim, method, field, b"bytes".to_vec(), name).await.ok();
        assert_eq!(sent[field]["file_size"], 5, "{method}");
    }
    let text = upload(&sim, "sendVoice", "voice", b"bytes".to_vec(), "a.txt").await.ok();
    assert!(text.get("voice").is_none() && text.get("document").is_some());
    let gif = upload(&sim, "sendAnimation", "animation", b"bytes".to_vec(), "a.gif").await.ok();
    let mut document = gif["animation"].clone();
    for name in ["duration", "width", "height"] {
        document.as_object_mut().unwrap().remove(name).unwrap();
    }
    assert_eq!(gif["document"], document, "an animation is a document as well, and no film");
}

#[tokio::test]
async fn albums() {
    let sim = Sim::start().await;
    sim.ann("hello").await;
    let album = |media: serde_json::Value| {
        let picture = || Part::bytes(PNG).file_name("a.png");
        let form = Form::new()
            .text("chat_id", "7")
            .text("media", media.to_string())
            .part("f1", picture())
            .part("f2", picture());
        sim.send(sim.client.post(sim.method("sendMediaGroup")).multipart(form))
    };
    let photo = |name: &str| json!({ "type": "photo", "media": format!("attach://{name}") });
    let sent = album(json!([photo("f1"), photo("f2")])).await.ok();
    let sent = sent.as_array().unwrap();
    assert_eq!(sent.len(), 2);
    assert_eq!(sent[0]["media_group_id"], sent[1]["media_group_id"]);
    let mixed = json!([photo("f1"), { "type": "document", "media": "attach://f2" }]);
    let refused = "Bad Request: can't use the media of the specified type in the album";
    album(mixed).await.refused(400, refused);
    assert_eq!(album(json!([photo("f1")])).await.status, 400);
    let missing = album(json!([photo("f1"), photo("f3")])).await;
    missing.refused(400, "Bad Request: there is no file \"f3\" in the request");
}

#[tokio::test]
async fn a_streamed_form_leaves_the_connection_usable() {
    let sim = Sim::start().await;
    sim.ann("hello").await;
    // One connection for all: what is left unread in one request would break the next.
    let client = reqwest::Client::builder()
        .tls_danger_accept_invalid_certs(true)
        .no_proxy()
        .pool_max_idle_per_host(1)
        .build()
        .unwrap();
    for _ in 0..20 {
        let pieces = futures_util::stream::iter([Ok::<_, std::io::Error>("a piece")]);
        let part = Part::stream(reqwest::Body::wrap_stream(pieces)).file_name("a.txt");
        let form = Form::new().text("chat_id", "7").part("document", part);
        sim.control("limits", json!({ "enabled": false })).await;
        sim.send(client.post(sim.method("sendDocument")).multipart(form)).await.ok();
    }
}
