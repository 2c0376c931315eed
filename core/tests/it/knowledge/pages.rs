//! The public pages: without a session, without a script, in each language, and the workspace in their place.

use super::{put, text};
use crate::harness::{Agent, Ground, Start, World, http};
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

on_both_engines!(
    pages_are_readable_by_anybody,
    what_is_written_into_an_article_does_nothing,
    who_is_signed_in_gets_the_workspace,
    the_manual_has_pages_of_its_own,
);

struct Page {
    status: u16,
    headers: HeaderMap,
    text: String,
}

/// A page as a browser asks for it; `cookie` for one that is signed in.
async fn page(url: &str, cookie: &str) -> Page {
    let request = http().get(url).header("accept", "text/html").header("accept-language", "ms");
    let request = match cookie {
        "" => request,
        cookie => request.header("cookie", format!("auth={cookie}")),
    };
    let answer = request.send().await.expect("an answer");
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    Page { status, headers, text: answer.text().await.expect("a text") }
}

impl Page {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("text"))
    }
}

async fn pages_are_readable_by_anybody(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let (admin, url) = (&world.admin, world.desk.url.as_str());
    let names = json!({ "names": { "en": "Orders <1>", "ms": "Pesanan" } });
    let category = admin.post("/api/knowledge/categories", &names).await.ok()["id"].clone();
    let body = "## How long?\n\nA *while*.\n\n## 多久\n\nx\n\n## Why\n\ny";
    let draft =
        json!({ "language": "en", "title": "Returns", "body": body, "category_id": category });
    let id = admin.post("/api/knowledge/articles", &draft).await.ok()["id"].clone();
    let article = format!("/api/knowledge/articles/{id}/translations");
    admin.post(&format!("{article}/en/publish"), &json!({})).await.ok();
    put(admin, &format!("{article}/zh"), &text("退货", "可以", 0)).await.ok();
    admin.post(&format!("{article}/zh/publish"), &json!({})).await.ok();

    let index = page(&format!("{url}/support/kb/en"), "").await;
    assert_eq!(index.status, 200);
    for part in ["Orders &lt;1&gt;", &format!("href=\"/support/kb/en/{id}\""), "Returns", "中文"]
    {
        assert!(index.text.contains(part), "{part}: {}", index.text);
    }
    let policy = index.header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && !policy.contains("script"), "{policy}");
    assert!(!index.text.contains("<script"));
    assert!(index.text.len() < 30_000, "{}", index.text.len());
    let shown = page(&format!("{url}/support/kb/en/{id}"), "").await;
    for part in [
        "<h1>Returns</h1>",
        "<h2 id=\"h-how-long\">How long?</h2>",
        "href=\"#h-多久\"",
        "<link rel=canonical",
        "hreflang=zh",
        "hreflang=x-default",
        "method=post",
    ] {
        assert!(shown.text.contains(part), "{part}: {}", shown.text);
    }
    let tag = shown.header("etag").to_owned();
    let again = http().get(format!("{url}/support/kb/en/{id}")).header("if-none-match", tag);
    assert_eq!(again.send().await.expect("an answer").status(), 304);

    // A question of it, by its slug or its id; a language that it has not; and what is not there.
    for question in ["how-long", "h-how-long"] {
        let led = page(&format!("{url}/support/kb/en/{id}/{question}"), "").await;
        let target = format!("/support/kb/en/{id}#h-how-long");
        assert_eq!((led.status, led.header("location")), (303, target.as_str()));
    }
    let malay = page(&format!("{url}/support/kb/ms/{id}"), "").await;
    assert!(malay.text.contains("Returns") && malay.text.contains("belum ada"), "{}", malay.text);
    for missing in ["kb/en/987650030", "kb/fr", "shop/en", "kb/en/x", "kb/en?client=nobody-here"] {
        let gone = page(&format!("{url}/support/{missing}"), "").await;
        assert_eq!(gone.status, 404, "{missing}");
        assert!(gone.text.contains("noindex"), "{missing}");
    }
    let start = page(&format!("{url}/support"), "").await;
    assert_eq!(start.header("location"), "/support/kb/ms");
    let found = page(&format!("{url}/support/kb/en?q=while"), "").await;
    assert!(found.text.contains("<mark>while</mark>"), "{}", found.text);
    let none = page(&format!("{url}/support/kb/en?q=%3Cb%3Eguarantee"), "").await;
    assert!(none.text.contains("&lt;b&gt;guarantee") && !none.text.contains("<b>guar"));
    let map = page(&format!("{url}/support/sitemap.xml"), "").await;
    assert!(map.text.contains(&format!("/support/kb/zh/{id}</loc>")), "{}", map.text);

    // The form needs no script.
    let form = [("helpful", "yes"), ("comment", "Good")];
    let sent = http().post(format!("{url}/support/kb/en/{id}/feedback")).form(&form);
    let sent = sent.send().await.expect("an answer");
    assert_eq!(sent.status(), 303);
    let thanks = sent.headers()["location"].to_str().expect("text").to_owned();
    assert!(page(&format!("{url}{thanks}"), "").await.text.contains("Thank you"));
    let article = admin.get(&format!("/api/knowledge/articles/{id}")).await.ok();
    assert_eq!(article["helpful"], 1);
}

async fn what_is_written_into_an_article_does_nothing(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let body = "<script>alert(1)</script><p onclick=\"x()\" style=\"color:red\">a</p>\n\n\
        [go](javascript:alert(1)) ![x](https://tracker.example/x.png)\n\n\
        <form action=/x><input></form><iframe src=/></iframe><h2 id=\"root\">b</h2>";
    let title = "<script>alert(2)</script>";
    let (path, id) = super::publish(&world.admin, "en", title, body).await;
    let page = page(&format!("{}/support/kb/en/{id}", world.desk.url), "").await;
    let nobody = Agent::nobody(&world.desk.url);
    let shown = nobody.get(&format!("/api/support/kb/en/{id}")).await.ok();
    let edited = world.admin.get(&path).await.ok();
    let preview = world.admin.post("/api/knowledge/preview", &json!({ "body": body })).await.ok();
    let html = |value: &Value| value.as_str().expect("HTML").to_owned();
    let content = page.text.split("<article").nth(1).expect("an article");
    let content = content.split("</article>").next().expect("its end");
    for text in [
        content,
        &html(&shown["html"]),
        &html(&edited["translations"][0]["html"]),
        &html(&preview["html"]),
    ] {
        for bad in [
            "<script",
            "alert(1)",
            "onclick",
            "style=",
            "javascript:",
            "<img",
            "<form",
            "<iframe",
            "\"root\"",
        ] {
            assert!(!text.contains(bad), "{bad}: {text}");
        }
    }
    assert!(!page.text.contains("<script"), "{}", page.text);
}

async fn who_is_signed_in_gets_the_workspace(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let (_, id) = super::publish(&world.admin, "en", "Returns", "Send it back.").await;
    for path in
        ["/support", "/support/kb/en", &format!("/support/kb/en/{id}"), "/support/manual/en"]
    {
        let url = format!("{}{path}", world.desk.url);
        let inside = page(&url, &world.one.cookie).await;
        assert!(!inside.text.contains("<main id=content>"), "{path}: {}", inside.text);
        assert!(inside.header("vary").contains("cookie"), "{path}");
        // A cookie that counts no more is nobody's.
        let outside = page(&url, "gone").await;
        assert!(matches!(outside.status, 200 | 303), "{path}: {}", outside.status);
    }
    let url = format!("{}/support/kb/en/{id}", world.desk.url);
    assert!(!page(&url, &world.two.cookie).await.text.contains("<main id=content>"));
    super::delete(&world.two, "/api/user/signout").await.ok();
    let left = page(&url, &world.two.cookie).await;
    assert!(left.status == 200 && left.text.contains("<main id=content>"), "{}", left.text);
}

async fn the_manual_has_pages_of_its_own(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let nobody = Agent::nobody(&world.desk.url);
    let index = nobody.get("/api/support/manual/en").await.ok();
    let first = &index["categories"][0]["articles"][0];
    let path = first["path"].as_str().expect("the manual has an article").to_owned();
    let article = nobody.get(&format!("/api{path}")).await.ok();
    assert_eq!((&article["title"], &article["updated_at"]), (&first["title"], &Value::Null));
    let shown = page(&format!("{}{path}", world.desk.url), "").await;
    assert!(shown.status == 200 && !shown.text.contains("method=post"));
    assert_eq!(nobody.get("/api/support/manual/en/9999").await.status, 404);
    let word = first["title"].as_str().expect("a title").split(' ').next_back().expect("a word");
    let found = nobody.get(&format!("/api/support/manual/en?q={word}")).await.ok();
    assert!(found["results"].as_array().is_some_and(|hits| !hits.is_empty()), "{found}");
    // A language without a text shows the one that stands in.
    let malay = nobody.get("/api/support/manual/ms").await.ok();
    assert!(malay["categories"].as_array().is_some_and(|all| !all.is_empty()), "{malay}");
}
