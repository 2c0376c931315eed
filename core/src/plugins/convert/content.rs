//! Content besides text and files, and telephone calls.

use super::{Table, actor, attachment, clean, maybe, millis, pairs};
use crate::plugins::{
    bindings::{effects, outgoing},
    model,
};

pub fn content(c: effects::Content) -> model::Content {
    match c {
        effects::Content::Location(l) => model::Content::Location(model::Location {
            latitude: l.latitude,
            longitude: l.longitude,
            name: maybe(l.name),
            address: maybe(l.address),
        }),
        effects::Content::Contact(c) => model::Content::Contact(model::ContactCard {
            name: clean(c.name),
            phones: c.phones.into_iter().map(clean).collect(),
            emails: c.emails.into_iter().map(clean).collect(),
            organisation: maybe(c.organisation),
        }),
        effects::Content::Choice(c) => model::Content::Choice(model::ChoiceMade {
            id: clean(c.id),
            title: clean(c.title),
            offered_by: maybe(c.offered_by),
        }),
        effects::Content::Custom(c) => model::Content::Custom(custom(c)),
    }
}

pub fn custom(c: effects::Custom) -> model::Custom {
    model::Custom { kind: clean(c.kind), payload: c.payload }
}

pub fn call(table: Table<'_>, c: effects::CallEvent) -> wasmtime::Result<model::CallEvent> {
    Ok(model::CallEvent {
        external_id: clean(c.external_id),
        thread: clean(c.thread),
        channel: clean(c.channel),
        from: actor(c.from),
        direction: clean(c.direction),
        kind: clean(c.kind),
        at_ms: millis(c.at_ms),
        extension: maybe(c.extension),
        line: maybe(c.line),
        talk_ms: c.talk_ms,
        recording: c.recording.map(|a| attachment(table, a)).transpose()?,
        extras: pairs(c.extras),
    })
}

pub fn out(c: &model::OutContent) -> outgoing::Content {
    match c {
        model::OutContent::Location(l) => outgoing::Content::Location(effects::Location {
            latitude: l.latitude,
            longitude: l.longitude,
            name: l.name.clone(),
            address: l.address.clone(),
        }),
        model::OutContent::Contact(c) => outgoing::Content::Contact(effects::ContactCard {
            name: c.name.clone(),
            phones: c.phones.clone(),
            emails: c.emails.clone(),
            organisation: c.organisation.clone(),
        }),
        model::OutContent::QuickReplies(list) => outgoing::Content::QuickReplies(
            list.iter()
                .map(|q| outgoing::QuickReply { id: q.id.clone(), title: q.title.clone() })
                .collect(),
        ),
        model::OutContent::Buttons(list) => outgoing::Content::Buttons(
            list.iter()
                .map(|b| outgoing::Button {
                    id: b.id.clone(),
                    title: b.title.clone(),
                    url: b.url.clone(),
                })
                .collect(),
        ),
        model::OutContent::Template(t) => outgoing::Content::Template(outgoing::Template {
            name: t.name.clone(),
            language: t.language.clone(),
            parameters: t.parameters.clone(),
        }),
        model::OutContent::Custom(c) => outgoing::Content::Custom(effects::Custom {
            kind: c.kind.clone(),
            payload: c.payload.clone(),
        }),
    }
}
