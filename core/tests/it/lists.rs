//! Lists: what they can be narrowed to, in which order they stand, and how they are paged.

use crate::harness::{Agent, Bot, Ground, Start, World};
use patchbay::{db::Db, execute};
use serde_json::{Value, json};
use std::collections::BTreeSet;

on_both_engines!(
    lists_are_narrowed_by_everything_they_know,
    lists_are_narrowed_by_appointments,
    days_are_those_of_the_reader,
    what_seldom_meets_is_found_together,
    priority_comes_before_time,
    a_page_begins_where_the_one_before_ended,
    groups_are_counted,
    unread_is_ones_own_and_counted_so_far,
    a_colleague_has_conversations_and_points,
);

/// Between the two zones there are 25 hours, so that they never have the same day.
async fn days_are_those_of_the_reader(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    let ids = write(&world, &bot, &["Hello"]).await;
    let id = ids[0].as_i64().expect("a number");
    let created = world.admin.messages(id).await[0]["ts_ms"].clone();
    let created = jiff::Timestamp::from_millisecond(created.as_i64().expect("a time"));
    let created = created.expect("a time");
    for (who, zone) in [(&world.admin, "Pacific/Kiritimati"), (&world.one, "Pacific/Pago_Pago")] {
        let set = json!({ "timezone": zone });
        who.call(reqwest::Method::PATCH, "/api/me", Some(&set)).await.ok();
        let here = created.in_tz(zone).expect("a zone").date();
        let conversation = who.get(&format!("/api/ticket/data/{id}/0")).await.ok();
        assert_eq!(conversation[1]["date"], here.strftime("%d/%m/%Y").to_string(), "{zone}");
        let day = |day: jiff::civil::Date| format!("all/ticket/0?received={day}&receivedEnd={day}");
        shows(who, &day(here), &["Hello"]).await;
        shows(who, &day(here.yesterday().expect("a day")), &[]).await;
        shows(who, &day(here.tomorrow().expect("a day")), &[]).await;
    }
}

async fn page(who: &Agent, path: &str) -> (Vec<String>, i64) {
    let page = who.get(&format!("/api/ticket/load/-/{path}")).await.ok();
    let rows = page["data"].as_array().expect("a list").iter();
    let texts = rows.map(|row| row["snippet"].as_str().expect("text").to_owned()).collect();
    assert_eq!(page["countMore"], false);
    (texts, page["count"].as_i64().expect("a number"))
}

/// The rows and the count agree.
async fn shows(who: &Agent, path: &str, wanted: &[&str]) {
    let (texts, count) = page(who, path).await;
    assert_eq!(texts, wanted, "{path}");
    assert_eq!(count, i64::try_from(wanted.len()).expect("few"), "{path}");
}

async fn write(world: &World, bot: &Bot, texts: &[&str]) -> Vec<Value> {
    let mut ids = vec![];
    for (n, text) in (0_i64..).zip(texts) {
        bot.write(300 + n, text).await;
        ids.push(world.ticket_saying(text).await["id"].clone());
    }
    ids
}

/// What no call sets: how grave it is from the start, and that a machine opened it.
async fn set(world: &World, id: &Value, severity: &str, automatic: bool) {
    let db = Db::open(&world.ground.url()).await.expect("the database");
    let mut tx = db.begin().await.expect("a transaction");
    let id = id.as_i64().expect("a number");
    execute!(
        &mut tx,
        "update tickets set severity = $2, automatic = $3 where id = $1",
        id,
        severity,
        automatic
    )
    .expect("set");
    tx.commit().await.expect("committed");
    db.close().await;
}

/// So many open tickets like one, each with something unread and an appointment of its own.
async fn make(world: &World, like: &Value, tickets: i64, appointment: i64) {
    let db = Db::open(&world.ground.url()).await.expect("the database");
    let mut tx = db.begin().await.expect("a transaction");
    let like = like.as_i64().expect("a number");
    execute!(
        &mut tx,
        "with recursive made (n) as (
             select 1 union all select n + 1 from made where n < cast($3 as bigint))
         insert into tickets (client_id, number, channel, kind, thread, title, status,
                              appointment_at, last_in_id, created_at, updated_at)
         select t.client_id, 100000 + n, t.channel, t.kind, 'made ' || n, 'Made', 0,
                cast($2 as bigint) + n, t.last_in_id, t.created_at, 1000 + n
           from made, tickets t where t.id = $1",
        like,
        appointment,
        tickets,
    )
    .expect("made");
    tx.commit().await.expect("committed");
    db.close().await;
}

async fn put_into(who: &Agent, ticket: &Value, department: &Value) {
    let body = json!({ "ticket_id": ticket, "department_id": department });
    who.post("/api/ticket/department", &body).await.ok();
}

async fn lists_are_narrowed_by_everything_they_know(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let (admin, one) = (&world.admin, &world.one);
    let sales =
        admin.post("/api/departments", &json!({ "name": "Sales" })).await.ok()["id"].clone();
    let bot = world.bot().await;
    let ids = write(&world, &bot, &["First", "Second", "Third", "Fourth"]).await;
    put_into(one, &ids[1], &sales).await;
    for (id, users) in [(&ids[0], json!(["agent1"])), (&ids[2], json!(["agent1", "agent2"]))] {
        let path = format!("/api/tickets/{id}/participants");
        let body = json!({ "participants": users });
        admin.call(reqwest::Method::PUT, &path, Some(&body)).await.ok();
    }
    set(&world, &ids[3], "H", false).await;
    one.reply(ids[0].as_i64().expect("a number"), "An answer").await;

    // The answer made the first the newest.
    let order = |path: &'static str| async move { page(admin, path).await.0 };
    assert_eq!(order("open/ticket/0").await, ["An answer", "Third", "Second", "Fourth"]);
    shows(admin, "open/ticket/0?agent=agent1", &["An answer", "Third"]).await;
    shows(admin, "open/ticket/0?agent=AGENT2", &["Third"]).await;
    shows(admin, "open/ticket/0?agent=agent2,-", &["Third", "Second", "Fourth"]).await;
    shows(admin, "open/ticket/0?agent=-", &["Second", "Fourth"]).await;
    shows(admin, "open/ticket/0?agent=somebody", &[]).await;
    shows(admin, "open/ticket/0?agent=outsider", &[]).await;
    shows(admin, &format!("all/ticket/0?depFilter={sales}"), &["Second"]).await;
    shows(admin, "all/ticket/0?depFilter=0", &["An answer", "Third", "Fourth"]).await;
    shows(admin, &format!("all/ticket/0?depFilter=[0,{sales}]&agent=-"), &["Second", "Fourth"])
        .await;
    shows(admin, "all/ticket/0?priorityFilter=H", &["Fourth"]).await;
    let telegram = page(admin, "all/ticket/0?channelFilter=TELEGRAM").await.1;
    assert_eq!(page(admin, "all/ticket/0?channelFilter=telegram").await.1, telegram);
    assert!(telegram > 0, "some came by it");
    shows(admin, "all/ticket/0?priorityFilter=N&agent=-", &["Second"]).await;
    shows(admin, "all/ticket/0?withReply=1", &["An answer"]).await;
    shows(admin, "open/ticket/0?withReply=0", &["Third", "Second", "Fourth"]).await;
    shows(admin, "open/ticket/0?withReply=1&advFilter=1", &["An answer"]).await;
    let off =
        "open/ticket/0?advFilter=0&withReply=1&automatic=1&replyTAT=9&field=number&fieldValue=2";
    assert_eq!(page(admin, off).await.1, 4, "they are switched off");
    shows(admin, &format!("{off}&agent=agent2"), &["Third"]).await;
    shows(admin, "open/ticket/0?automatic=1", &[]).await;
    assert_eq!(page(admin, "open/ticket/0?automatic=0").await.1, 4);
    set(&world, &ids[2], "", true).await;
    shows(admin, "open/ticket/0?automatic=1", &["Third"]).await;
    shows(admin, "open/ticket/0?automatic=1&agent=agent1", &["Third"]).await;
    shows(admin, "closed/ticket/0?automatic=1", &[]).await;
    assert_eq!(page(admin, "open/ticket/0?automatic=0").await.1, 3);
    set(&world, &ids[2], "", false).await;
    shows(admin, "all/ticket/0?field=number&fieldValue=2", &["Second"]).await;
    shows(admin, "all/ticket/0?field=number&fieldValue=77", &[]).await;
    shows(admin, "all/ticket/0?campaignId=1", &[]).await;
    shows(admin, "all/ticket/0?replyTAT=1000", &["An answer"]).await;
    assert_eq!(page(admin, "all/ticket/0?replyTAT=").await.1, 4, "an empty one is none");
    assert_eq!(page(admin, "all/ticket/0?received=2020-01-01").await.1, 4);
    shows(admin, "all/ticket/0?received=2020-01-01&receivedEnd=2020-12-31", &[]).await;
    shows(admin, "all/ticket/0?startDate=4000000000", &[]).await;
    assert_eq!(page(admin, "all/ticket/0?endDate=4000000000&sort=priority").await.1, 4);
    assert_eq!(
        order("open/ticket/0?sort=oldest").await,
        ["Fourth", "Second", "Third", "An answer"],
    );
    let contact = admin.get(&format!("/api/ticket/info/-/{}", ids[1])).await.ok();
    let contact = contact["contact_id"].as_i64().or(contact["data"]["contact_id"].as_i64());
    let path = format!("all/ticket/0?field=contact_id&fieldValue={}", contact.expect("a number"));
    shows(admin, &path, &["Second"]).await;

    // Whoever does not take part in a ticket does not find it by any of this either.
    shows(&world.two, "open/ticket/0?agent=agent1", &["Third"]).await;
    shows(&world.two, "open/ticket/0?withReply=1", &[]).await;
    shows(&world.two, "all/ticket/0?field=number&fieldValue=1", &[]).await;
    shows(&world.outsider, &format!("all/ticket/0?depFilter={sales}"), &[]).await;
    shows(&world.outsider, "all/ticket/0?field=number&fieldValue=1", &[]).await;
    for (name, value) in [
        ("depFilter", "x"),
        ("priorityFilter", "urgent"),
        ("withReply", "perhaps"),
        ("automatic", "2"),
        ("advFilter", "on"),
        ("received", "soon"),
        ("endDate", "-1"),
        ("replyTAT", "1.5"),
        ("sort", "colour"),
        ("agent", "a,b,c,d,e,f,g,h,i"),
    ] {
        let answer = admin.get(&format!("/api/ticket/load/-/all/ticket/0?{name}={value}")).await;
        answer.refused(422, "invalid");
        assert_ne!(answer.body["error"]["fields"][name], Value::Null, "{answer:?}");
    }
}

async fn lists_are_narrowed_by_appointments(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let (admin, bot) = (&world.admin, world.bot().await);
    let ids = write(&world, &bot, &["Never", "Over", "Tomorrow", "Next week"]).await;
    let now = patchbay::clock::Clock::system().now_ms();
    let day = 86_400_000;
    for (id, at) in [(&ids[1], now - day), (&ids[2], now + day), (&ids[3], now + 7 * day)] {
        let path = format!("/api/tickets/{id}/appointment");
        admin.call(reqwest::Method::PUT, &path, Some(&json!({ "at": at }))).await.ok();
    }
    let dated: &[&str] = &["Next week", "Tomorrow", "Over"];
    shows(admin, "open/ticket/0?appt=1", dated).await;
    shows(admin, "open/ticket/0?appt=0", &["Never"]).await;
    shows(admin, "open/ticket/0?appt=soon", &["Tomorrow", "Over"]).await;
    let seconds = now / 1000;
    let ahead = format!("open/ticket/0?apptStart={seconds}");
    shows(admin, &ahead, &["Next week", "Tomorrow"]).await;
    shows(admin, &format!("{ahead}&appt=soon"), &["Tomorrow"]).await;
    shows(admin, &format!("{ahead}&sort=oldest"), &["Tomorrow", "Next week"]).await;
    shows(admin, &format!("open/ticket/0?apptEnd={seconds}"), &["Over"]).await;
    shows(admin, "closed/ticket/0?appt=1", &[]).await;
    for wrong in ["appt=2", "apptStart=soon", "appt=0&apptEnd=100"] {
        let path = format!("/api/ticket/load/-/open/ticket/0?{wrong}");
        admin.get(&path).await.refused(422, "invalid");
    }

    // With more of them than are looked up one by one, the list is walked instead.
    make(&world, &ids[1], 4100, now + 30 * day).await;
    let page = admin.get("/api/ticket/load/-/open/ticket/0?appt=1").await.ok();
    let rows = page["data"].as_array().expect("a list");
    let first: Vec<&str> = rows.iter().take(3).filter_map(|r| r["snippet"].as_str()).collect();
    assert_eq!((&first[..], rows.len(), &page["count"]), (dated, 30, &json!(4103)));
    shows(admin, "open/ticket/0?appt=0", &["Never"]).await;
    shows(admin, "open/ticket/0?appt=soon", &["Tomorrow", "Over"]).await;
}

/// Thousands of the tickets that were made have the label, others the department, others the agent.
async fn spread(world: &World, label: &Value, department: &Value) {
    let db = Db::open(&world.ground.url()).await.expect("the database");
    let mut tx = db.begin().await.expect("a transaction");
    let id = |of: &Value| of.as_i64().expect("a number");
    execute!(
        &mut tx,
        "update tickets set labels = '[' || cast($1 as bigint) || ']'
          where number between 100001 and 104100",
        id(label)
    )
    .expect("labelled");
    execute!(
        &mut tx,
        "update tickets set department_id = $1 where number between 104101 and 108200",
        id(department)
    )
    .expect("moved");
    execute!(
        &mut tx,
        "update tickets
            set assignee = 'agent1',
                assignee_ids = (select cast(u.id as text) from users u
                                 where u.client_id = tickets.client_id and u.username = 'agent1')
          where number between 108201 and 112300",
    )
    .expect("assigned");
    tx.commit().await.expect("committed");
    db.close().await;
}

async fn what_seldom_meets_is_found_together(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let (admin, bot) = (&world.admin, world.bot().await);
    let ids = write(&world, &bot, &["All three", "Label", "Department", "Agent"]).await;
    let sales =
        admin.post("/api/departments", &json!({ "name": "Sales" })).await.ok()["id"].clone();
    let label = |name: &str| json!({ "name": name, "color": "#336699", "level": 0, "sla": 30 });
    let array = [label("Fragile"), label("Heavy")];
    let labels = admin.post("/api/label/update", &json!({ "labelArray": array })).await.ok();
    let (fragile, heavy) = (labels[0]["id"].clone(), labels[1]["id"].clone());
    for id in [&ids[0], &ids[1]] {
        let body = json!({ "ticket_id": id, "label": [fragile] });
        admin.post("/api/ticket/label", &body).await.ok();
    }
    for id in [&ids[0], &ids[2]] {
        put_into(admin, id, &sales).await;
    }
    for id in [&ids[0], &ids[3]] {
        let path = format!("/api/tickets/{id}/participants");
        let body = json!({ "participants": ["agent1"] });
        admin.call(reqwest::Method::PUT, &path, Some(&body)).await.ok();
    }
    make(&world, &ids[1], 12_300, 1).await;
    spread(&world, &fragile, &sales).await;
    for narrowed in [
        format!("labelFilter={fragile}&depFilter={sales}"),
        format!("labelFilter={fragile}&agent=agent1"),
        format!("depFilter={sales}&agent=agent1"),
        format!("labelFilter={fragile}&depFilter={sales}&agent=agent1"),
    ] {
        // A walk would look at the newest 5,000 and say that there may be more.
        let path = format!("open/ticket/0?{narrowed}");
        shows(admin, &path, &["All three"]).await;
        shows(&world.one, &format!("{path}&sort=oldest"), &["All three"]).await;
        shows(&world.two, &path, &[]).await;
        shows(&world.outsider, &path, &[]).await;
        shows(admin, &format!("closed/ticket/0?{narrowed}"), &[]).await;
        shows(admin, &format!("{path}&priorityFilter=H"), &[]).await;
    }
    // None among the wanted, beside a label or an agent whose tickets are walked.
    for (narrowed, first) in [
        (format!("labelFilter={fragile}&agent=-"), "Label"),
        ("labelFilter=0&agent=agent1".to_owned(), "Agent"),
    ] {
        let found = page(admin, &format!("open/ticket/0?{narrowed}")).await;
        assert_eq!((found.0[0].as_str(), found.0.len(), found.1), (first, 30, 4101), "{narrowed}");
    }
    let none = format!("open/ticket/0?labelFilter=[0,{fragile}]&agent=agent1&depFilter={sales}");
    shows(admin, &none, &["All three"]).await;
    let both =
        format!("open/ticket/0?labelFilter={fragile}&agent=agent1,agent2&depFilter=[0,{sales}]");
    shows(admin, &both, &["All three"]).await;
    // A ticket of two wanted labels is one ticket, in what a page has all of and in what it has not.
    let body = json!({ "ticket_id": ids[0], "label": [fragile, heavy] });
    admin.post("/api/ticket/label", &body).await.ok();
    let path = format!("all/ticket/0?labelFilter=[{fragile},{heavy}]");
    assert_eq!(page(admin, &path).await.1, 4102);
    let body = json!({ "ticket_id": ids[0], "status": 3, "sender": "server" });
    admin.post("/api/ticket/message", &body).await.ok();
    assert_eq!(page(admin, &path).await.1, 4102);
    shows(admin, &format!("{path}&depFilter={sales}"), &["All three"]).await;
    let many = format!("/api/ticket/load/-/open/ticket/0?labelFilter={fragile}");
    assert_eq!(admin.get(&many).await.ok()["data"].as_array().map(Vec::len), Some(30));
}

async fn priority_comes_before_time(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    let texts = ["Low", "None", "High", "Medium", "High again", "None again"];
    let ids = write(&world, &bot, &texts).await;
    for (at, severity) in [(0, "L"), (2, "H"), (3, "M"), (4, "H")] {
        set(&world, &ids[at], severity, false).await;
    }
    let wanted = ["High again", "High", "None again", "None", "Medium", "Low"];
    for filter in ["open", "all"] {
        shows(&world.one, &format!("{filter}/ticket/0?sort=priority"), &wanted).await;
        let path = format!("{filter}/ticket/0?sort=priority&priorityFilter=L,H");
        shows(&world.admin, &path, &["High again", "High", "Low"]).await;
        let path = format!("{filter}/ticket/0?priorityFilter=L,H");
        shows(&world.admin, &path, &["High again", "High", "Low"]).await;
        let path = format!("{filter}/ticket/2?sort=priority");
        assert_eq!(page(&world.admin, &path).await.0, wanted[2..]);
    }
}

async fn a_page_begins_where_the_one_before_ended(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    let texts: Vec<String> = (0..65).map(|n| format!("Ticket {n}")).collect();
    for (n, text) in (0_i64..).zip(&texts) {
        bot.write(500 + n, text).await;
    }
    for (filter, sort) in
        [("open", "updated"), ("all", "updated"), ("open", "oldest"), ("all", "priority")]
    {
        let (mut seen, mut sizes) = (BTreeSet::new(), vec![]);
        for offset in [0, 30, 60] {
            let path = format!("{filter}/ticket/{offset}?sort={sort}");
            let (texts, count) = page(&world.one, &path).await;
            assert_eq!(count, 65, "{path}");
            sizes.push(texts.len());
            seen.extend(texts);
        }
        assert_eq!((sizes, seen.len()), (vec![30, 30, 5], 65), "{filter} {sort}");
    }
    // A ticket that moves to the top while somebody pages makes no other appear twice.
    let first = page(&world.one, "open/ticket/0").await.0;
    bot.write(500, "Ticket 0 again").await;
    let second = page(&world.one, "open/ticket/30").await.0;
    assert_eq!(second.len(), 30);
    assert!(second.iter().all(|text| !first.contains(text)), "{second:?}");
    // Nobody has read the pages before: the rows are counted off.
    let jumped = page(&world.two, "open/ticket/31").await.0;
    assert_eq!(jumped, page(&world.admin, "all/ticket/31").await.0);
    assert_eq!(jumped.len(), 30);
    assert_eq!(page(&world.one, "open/ticket/65").await.0.len(), 0);
}

async fn groups_are_counted(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let admin = &world.admin;
    let sales =
        admin.post("/api/departments", &json!({ "name": "Sales" })).await.ok()["id"].clone();
    let label = json!({ "name": "Refund", "color": "#000000", "level": 0, "sla": 30 });
    let labels = admin.post("/api/label/update", &json!({ "labelArray": [label] })).await.ok();
    let refund = labels[0]["id"].clone();
    let bot = world.bot().await;
    let ids = write(&world, &bot, &["First", "Second", "Third"]).await;
    for id in &ids[..2] {
        put_into(&world.one, id, &sales).await;
    }
    let body = json!({ "ticket_id": ids[0], "label": [refund] });
    world.one.post("/api/ticket/label", &body).await.ok();
    let counts = |who: Agent, path: &'static str| async move {
        let answer = who.get(&format!("/api/ticket/groups/{path}")).await.ok();
        assert_eq!(answer["countMore"], false);
        answer["data"].clone()
    };
    let group = |id: &Value, count: i64| json!({ "id": id, "count": count });
    let none = json!(0);
    assert_eq!(
        counts(world.one.clone(), "department/open").await,
        json!([group(&none, 1), group(&sales, 2)])
    );
    assert_eq!(
        counts(world.one.clone(), "label/all").await,
        json!([group(&none, 2), group(&refund, 1)])
    );
    assert_eq!(counts(world.one.clone(), "label/closed").await, json!([]));
    assert_eq!(counts(world.outsider.clone(), "department/all").await, json!([]));
    let users = json!({ "participants": ["agent2"] });
    let path = format!("/api/tickets/{}/participants", ids[0]);
    admin.call(reqwest::Method::PUT, &path, Some(&users)).await.ok();
    assert_eq!(
        counts(world.one.clone(), "department/open").await,
        json!([group(&none, 1), group(&sales, 1)])
    );
    world.one.get("/api/ticket/groups/colour/open").await.refused(422, "invalid");
    world.one.get("/api/ticket/groups/label/new").await.refused(422, "invalid");
    Agent::nobody(&world.desk.url)
        .get("/api/ticket/groups/label/open")
        .await
        .refused(401, "unauthorized");
}

async fn unread_is_ones_own_and_counted_so_far(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    let ids = write(&world, &bot, &["First", "Second", "Third"]).await;
    let unread = async |who: &Agent| who.get("/api/unread").await.ok()["ticket"].clone();
    let body = json!({ "participants": ["agent2"] });
    let path = format!("/api/tickets/{}/participants", ids[0]);
    world.admin.call(reqwest::Method::PUT, &path, Some(&body)).await.ok();
    let mut one = world.one.live().await;
    one.call("readMessage", json!({ "ticket_id": ids[1] })).await.expect("read");
    // Another's ticket is not agent1's to read, and what agent1 read is new to everybody else.
    for (who, wanted) in [(&world.one, 1), (&world.two, 3), (&world.admin, 3)] {
        assert_eq!(unread(who).await, wanted, "{}", who.username);
    }
    assert_eq!(unread(&world.outsider).await, 0);
    bot.write(301, "Once more").await;
    world.ticket_saying("Once more").await;
    assert_eq!(unread(&world.one).await, 2);
    make(&world, &ids[1], 1100, 0).await;
    for who in [&world.one, &world.admin] {
        assert_eq!(unread(who).await, 1000, "{}", who.username);
    }
}

async fn a_colleague_has_conversations_and_points(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    let ids = write(&world, &bot, &["One", "Two", "Three"]).await;
    for id in &ids[..2] {
        let users = json!({ "participants": ["agent2"] });
        let path = format!("/api/tickets/{id}/participants");
        world.admin.call(reqwest::Method::PUT, &path, Some(&users)).await.ok();
    }
    let of = |username: &str| format!("/api/ticket/user/list?type=ticket&username={username}");
    let titles = |page: &Value| -> Vec<String> {
        let rows = page["data"].as_array().expect("a list").iter();
        rows.map(|row| row["title"].as_str().expect("a title").to_owned()).collect()
    };
    let own = world.two.get(&of("AGENT2")).await.ok();
    assert_eq!(titles(&own), ["Two", "One"]);
    assert_eq!((&own["exp"], &own["expLevel"]), (&json!(0), &json!(1)));
    for key in ["ticket_number", "channel", "title", "label", "ts", "read", "name"] {
        assert!(!own["data"][0][key].is_null(), "{key}");
    }
    assert_eq!(titles(&world.two.get(&format!("{}&offset=1", of("agent2"))).await.ok()), ["One"]);
    assert_eq!(titles(&world.one.get(&of("agent2")).await.ok()), [""; 0], "not for other eyes");
    let body = json!({ "ticket_id": ids[0], "status": 3, "sender": "server" });
    world.two.post("/api/ticket/message", &body).await.ok();
    let seen = world.one.get(&of("agent2")).await.ok();
    assert_eq!((&seen["exp"], &seen["expLevel"]), (&json!(10), &json!(1)), "whoever looks");
    let chats = "/api/ticket/user/list?type=livechat&username=agent2";
    assert_eq!(world.two.get(chats).await.ok()["data"], json!([]));
    world.two.get(&of("nobody")).await.refused(404, "not_found");
    world.outsider.get(&of("agent2")).await.refused(404, "not_found");
    let wrong = "/api/ticket/user/list?type=call&username=agent2";
    world.two.get(wrong).await.refused(422, "invalid");
    world.two.get(&format!("{}&offset=-1", of("agent2"))).await.refused(422, "invalid");
}
