//! News of tickets for those who follow them: what customers and colleagues write there, and what becomes of
//! its status.

use crate::{
    accounts::{self, Person},
    db::{Conn, DbResult, Tx},
    events::{Audience, Event, LogConsumer, NewEvent},
    tickets::{
        Tickets,
        api::{FollowedNews, NewsKind},
        model::Status,
        store,
    },
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Names of what is told of, longer ones are cut.
const TITLE_MAX: usize = 200;

impl LogConsumer for Tickets {
    const NAME: &'static str = "followed_news";
    const EVENTS: Option<&'static [&'static str]> = Some(&["newMessage", "ticketStatusChanged"]);
    const EVERY_CLIENT: bool = true;

    async fn is_idle(&self, conn: &mut Conn, client_id: i64) -> DbResult<bool> {
        Ok(!store::has_followers(conn, client_id).await?)
    }

    async fn select(
        &self,
        conn: &mut Conn,
        client_id: i64,
        events: Vec<Event>,
    ) -> DbResult<Vec<Event>> {
        let tickets: BTreeSet<i64> = events.iter().filter_map(|event| event.ticket_id).collect();
        let followers =
            store::followers(conn, client_id, &Vec::from_iter(tickets)).await?.into_iter();
        let followed: BTreeSet<i64> = followers.map(|(ticket, _, _)| ticket).collect();
        let concerns = |event: &Event| event.ticket_id.is_some_and(|id| followed.contains(&id));
        Ok(events.into_iter().filter(concerns).collect())
    }

    async fn act(&self, tx: &mut Tx, client_id: i64, events: &[Event]) -> DbResult<()> {
        let tickets: BTreeSet<i64> = events.iter().filter_map(|event| event.ticket_id).collect();
        let mut followers: BTreeMap<i64, Vec<(i64, i64)>> = BTreeMap::new();
        for (ticket, user, since) in
            store::followers(tx, client_id, &Vec::from_iter(tickets)).await?
        {
            followers.entry(ticket).or_default().push((user, since));
        }
        let people = accounts::people(tx, client_id).await?;
        let now = self.clock.now_ms();
        for event in events {
            let following = event.ticket_id.and_then(|id| followers.get(&id));
            let Some(news) = following.and_then(|ids| news(event, ids, &people)) else { continue };
            let (users, data) = news;
            tx.announce(NewEvent::new(client_id, Audience::these(users), &data, now));
        }
        Ok(())
    }
}

/// What an event tells which of the followers, each with the moment since when; none where it is no news or for nobody.
fn news(
    event: &Event,
    followers: &[(i64, i64)],
    people: &[Person],
) -> Option<(Vec<i64>, FollowedNews)> {
    let data: Value = serde_json::from_str(&event.data).ok()?;
    let message = &data["message"];
    let (kind, by) = match &*event.name {
        "newMessage" if message["automatic"] == true => return None,
        "newMessage" => match message["direction"].as_str()? {
            "in" => (NewsKind::Message, ""),
            "out" => (NewsKind::Reply, message["sender"].as_str().unwrap_or_default()),
            _ => return None,
        },
        _ => {
            let kind = match Status::from_code(data["status"].as_i64()?)? {
                Status::Open => NewsKind::Opened,
                Status::Pending => NewsKind::Pending,
                Status::Resolved => NewsKind::Resolved,
                Status::Closed => NewsKind::Closed,
                Status::Spam => return None,
            };
            (kind, data["by"].as_str().unwrap_or_default())
        }
    };
    let follows =
        |id: i64| followers.iter().any(|(user, since)| *user == id && *since < event.at_ms);
    // Whoever did it knows, and what others have taken meanwhile is for those who see it.
    let told: Vec<&Person> = people
        .iter()
        .filter(|person| follows(person.id) && person.username != by)
        .filter(|person| event.audience.includes_user(person.id, person.admin, person.view_all))
        .collect();
    if told.is_empty() {
        return None;
    }
    let ticket = &data["ticket"];
    let title = ticket["title"].as_str().unwrap_or_default();
    let news = FollowedNews {
        ticket_id: event.ticket_id?,
        ticket_number: ticket["ticket_number"].as_i64()?,
        livechat: ticket["livechat"] == true,
        title: title.chars().take(TITLE_MAX).collect(),
        kind,
        usernames: told.iter().map(|person| person.username.clone()).collect(),
        by: by.to_owned(),
    };
    Some((told.iter().map(|person| person.id).collect(), news))
}
