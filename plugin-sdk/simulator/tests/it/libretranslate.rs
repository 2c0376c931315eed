//! The translation servers through real HTTP.
use serde_json::{Value, json};

use crate::sim::{Reply, Sim};

async fn post(sim: &Sim, path: &str, body: Value) -> Reply {
    sim.send(sim.client.post(format!("{}/{path}", sim.base)).json(&body)).await
}

fn ask(q: Value) -> Value {
    json!({ "q": q, "source": "auto", "target": "ms", "format": "text" })
}

#[tokio::test]
async fn texts_are_translated_alone_and_together() {
    let sim = Sim::start().await;
    let one = post(&sim, "libretranslate/translate", ask(json!("Hello"))).await;
    assert_eq!(one.body["translatedText"], "[ms] Hello");
    assert_eq!(one.body["detectedLanguage"]["language"], "en");
    let several = ask(json!(["Apa khabar?", "👍 {{x}}"]));
    let several = post(&sim, "libretranslate/translate", several).await.body;
    assert_eq!(several["translatedText"], json!(["[ms] Apa khabar?", "[ms] 👍 {{x}}"]));
    assert_eq!(several["detectedLanguage"][0]["language"], "ms");
    let form = [("q", "Hello"), ("source", "en"), ("target", "zh-Hans")];
    let request = sim.client.post(format!("{}/libretranslate/translate", sim.base)).form(&form);
    let came = sim.send(request).await.body;
    assert_eq!(came, json!({ "translatedText": "[zh-Hans] Hello" }));
}

#[tokio::test]
async fn what_the_server_refuses_is_refused() {
    let sim = Sim::start().await;
    for (change, said) in [
        (json!({ "q": null }), "Invalid request: missing q parameter"),
        (json!({ "q": [] }), "Invalid request: missing q parameter"),
        (json!({ "target": "" }), "Invalid request: missing target parameter"),
        (json!({ "target": "zh" }), "zh is not supported"),
        (json!({ "format": "pdf" }), "pdf format is not supported"),
        (
            json!({ "q": "x".repeat(2001) }),
            "Invalid request: request (2001) exceeds text limit (2000)",
        ),
    ] {
        let mut body = ask(json!("Hello"));
        for (name, value) in change.as_object().unwrap() {
            body[name.as_str()] = value.clone();
        }
        let came = post(&sim, "libretranslate/translate", body).await;
        assert_eq!((came.status, &came.body["error"]), (400, &json!(said)));
    }
    for (word, status) in [("429", 429), ("403", 403), ("500", 500), ("signs", 200)] {
        let body = ask(json!([format!("Hello fault:{word}")]));
        let came = post(&sim, "libretranslate/translate", body).await;
        assert_eq!(came.status, status);
        assert!(word != "signs" || came.body["translatedText"].is_string());
    }
}

#[tokio::test]
async fn one_of_them_wants_a_key() {
    let sim = Sim::start().await;
    let url = format!("{}/libretranslate-keys/frontend/settings", sim.base);
    assert_eq!(sim.send(sim.client.get(url)).await.body["keyRequired"], true);
    for (key, status) in [("", 400), ("no", 403), ("libre-test-key-0123456789abcdef", 200)] {
        let body = json!({ "q": "Hello", "api_key": key });
        let came = post(&sim, "libretranslate-keys/detect", body).await;
        assert_eq!(came.status, status, "{}", came.body);
    }
}
