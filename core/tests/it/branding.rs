//! The variant of the product follows the host name; who is listed for something is told so.

use crate::harness::{Agent, Ground, Start, World, program};
use reqwest::Method;
use serde_json::json;

on_both_engines!(the_host_name_chooses_the_variant, the_operator_chooses_plans);

async fn the_host_name_chooses_the_variant(ground: Ground) {
    let start = Start::default()
        .set("PATCHBAY_BRANDING_HOSTS", "calls.example.com=call-centre, trade.example.com=trading")
        .set("PATCHBAY_BRANDING_RESTORE_TICKET_CLIENTS", "1");
    let world = World::open(ground, start).await;
    let nobody = Agent::nobody(&world.desk.url);
    for (host, id, name) in [
        ("calls.example.com", "call-centre", "Patchbay Calls"),
        ("Trade.Example.com:8080", "trading", "Patchbay Trading"),
        ("elsewhere.example.com", "all-in-one", "Patchbay"),
        ("calls.example.com", "call-centre", "Patchbay Calls"),
    ] {
        for path in ["/api/variant", "/variant"] {
            let request = nobody.request(Method::GET, path).header("host", host);
            let response = request.send().await.expect("an answer");
            assert_eq!(response.status(), 200, "{host}{path}");
            assert_eq!(response.headers()["cache-control"], "public, max-age=300");
            let body: serde_json::Value = response.json().await.expect("JSON");
            assert_eq!((&body["id"], &body["name"]), (&json!(id), &json!(name)));
            let mut keys: Vec<_> = body.as_object().expect("an object").keys().collect();
            keys.sort();
            let public = [
                "contact_form",
                "features",
                "hidden_menu",
                "id",
                "logo",
                "name",
                "notification_pictures",
                "on_dark",
                "selected_dark",
                "selected_light",
                "shades",
            ];
            assert_eq!(keys, public, "nothing but what everybody may see");
        }
    }
    assert_eq!(nobody.post("/api/variant", &json!({})).await.status, 405);

    assert_eq!(nobody.get("/api/variant/mine").await.status, 401);
    let mine = |restore| json!({ "restore_ticket": restore, "customer_analysis": false, "dashboard": false });
    for _ in 0..2 {
        assert_eq!(world.one.get("/api/variant/mine").await.ok(), mine(true));
    }
    let other = world.outsider.get("/api/variant/mine").await.ok();
    assert_eq!(other["restore_ticket"], false, "another client is not listed");
}

async fn the_operator_chooses_plans(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let plan_of = async |who: &Agent| {
        let session = who.post("/api/auth/check", &json!({})).await.ok();
        assert_eq!(session["plan"], session["settings"][0]["account_type"]);
        session["plan"].as_i64().expect("a number")
    };
    let choose = |client: &str, plan: &str| {
        let mut command = program(&[], &world.ground.data(), world.ground.database());
        let said = command.args(["client", "plan", "--client", client, plan]).output();
        said.expect("it runs")
    };
    assert_eq!(plan_of(&world.admin).await, 4);
    for _ in 0..2 {
        let said = choose("acme", "trial");
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
        assert!(String::from_utf8_lossy(&said.stdout).contains("plan=0"));
    }
    assert_eq!((plan_of(&world.admin).await, plan_of(&world.one).await), (0, 0));
    assert_eq!(plan_of(&world.outsider).await, 4, "another client keeps its own");
    let said = choose("Nobody Ltd", "pro");
    assert!(!said.status.success());
    assert!(String::from_utf8_lossy(&said.stderr).contains("There is no client of that name."));
}
