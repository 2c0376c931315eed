//! The description of the socket: every event that the server tells, with the shape of its data. It
//! stands in the API's description as the schemas `SocketEvent` and `VisitorEvent`, from which clients
//! are made, and at `/api/asyncapi.json` as a document of its own (AsyncAPI 3.0).

use crate::events::EventShape;
use serde_json::{Map, Value, json};
use utoipa::openapi::{
    Object, OpenApi, Ref, RefOr, Schema,
    schema::{ObjectBuilder, OneOfBuilder, SchemaType, Type},
};

/// What the socket tells, and to whom.
#[derive(Default)]
pub struct SocketShapes {
    /// People who are signed in.
    pub users: Vec<EventShape>,
    /// Visitors of a chat page.
    pub visitors: Vec<EventShape>,
}

/// Adds the events to the API's description.
pub(super) fn describe(api: &mut OpenApi, shapes: &SocketShapes) {
    let components = api.components.get_or_insert_default();
    let mut frames = |name: &str, events: &[EventShape]| {
        let mut all = OneOfBuilder::new().description(Some("A frame of the socket."));
        for event in events {
            components.schemas.extend(event.schemas.iter().cloned());
            all = all.item(frame(event));
        }
        components.schemas.insert(name.to_owned(), RefOr::T(Schema::OneOf(all.build())));
    };
    frames("SocketEvent", &shapes.users);
    frames("VisitorEvent", &shapes.visitors);
}

/// A server frame. Those of the log have a number.
fn frame(event: &EventShape) -> Object {
    let word = ObjectBuilder::new()
        .schema_type(SchemaType::new(Type::String))
        .enum_values(Some([event.name]));
    let number = ObjectBuilder::new().schema_type(SchemaType::new(Type::Integer));
    ObjectBuilder::new()
        .property("event", word)
        .required("event")
        .property("data", Ref::from_schema_name(event.data.as_str()))
        .required("data")
        .property("seq", number)
        .build()
}

/// The socket as a document of its own.
pub(super) fn document(shapes: &SocketShapes) -> Value {
    let mut schemas = Map::new();
    let mut messages = Map::new();
    let events = shapes.users.iter().chain(&shapes.visitors);
    for event in events {
        schemas.extend(event.schemas.iter().map(|(name, schema)| (name.clone(), json!(schema))));
        let payload = json!(frame(event));
        messages.insert(event.name.to_owned(), json!({ "name": event.name, "payload": payload }));
    }
    let told = |events: &[EventShape]| -> Vec<Value> {
        let place = |event: &EventShape| format!("#/channels/socket/messages/{}", event.name);
        events.iter().map(|event| json!({ "$ref": place(event) })).collect()
    };
    json!({
        "asyncapi": "3.0.0",
        "info": { "title": "Patchbay's socket", "version": env!("CARGO_PKG_VERSION") },
        "channels": { "socket": { "address": "/socket", "messages": messages } },
        "operations": {
            "tellUsers": {
                "action": "send",
                "channel": { "$ref": "#/channels/socket" },
                "summary": "To people who are signed in.",
                "messages": told(&shapes.users),
            },
            "tellVisitors": {
                "action": "send",
                "channel": { "$ref": "#/channels/socket" },
                "summary": "To visitors of a chat page.",
                "messages": told(&shapes.visitors),
            },
        },
        "components": { "schemas": schemas },
    })
}
