//! Shapes that answers of many rooms share.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        Ref, RefOr,
        schema::{
            AdditionalProperties, ArrayBuilder, ObjectBuilder, OneOfBuilder, Schema, SchemaType,
            Type,
        },
    },
};

/// The word with which an answer says that the call did what it was to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SuccessWord {
    #[default]
    Success,
}

/// The answer of a call that has nothing to tell besides: `{"result": "success"}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Success {
    pub result: SuccessWord,
}

/// A success with what it is about, under `data`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SuccessWith<T> {
    pub result: SuccessWord,
    pub data: T,
}

impl<T> SuccessWith<T> {
    /// A success with this as its `data`.
    pub fn of(data: T) -> Self {
        Self { result: SuccessWord::Success, data }
    }
}

/// Any JSON: what somebody else decides the shape of, such as a plugin or a webhook's receiver.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AnyJson(pub Value);

impl From<Value> for AnyJson {
    fn from(value: Value) -> Self {
        Self(value)
    }
}

impl ToSchema for AnyJson {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("AnyJson")
    }
}

impl PartialSchema for AnyJson {
    fn schema() -> RefOr<Schema> {
        let itself = || Ref::from_schema_name("AnyJson");
        let plain = |kind| ObjectBuilder::new().schema_type(SchemaType::new(kind));
        let any = OneOfBuilder::new()
            .description(Some("Any JSON."))
            .item(plain(Type::String))
            .item(plain(Type::Number))
            .item(plain(Type::Boolean))
            .item(plain(Type::Null))
            .item(ArrayBuilder::new().items(itself()))
            .item(
                plain(Type::Object)
                    .additional_properties(Some(AdditionalProperties::from(itself()))),
            );
        RefOr::T(Schema::OneOf(any.build()))
    }
}

/// The bytes of a file. For the description only.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "only described")]
pub struct FileBytes(Vec<u8>);

/// A whole number, also written as a text, as forms write it. For the description only: what reads it
/// says what to do about anything else.
#[derive(ToSchema)]
#[serde(untagged)]
pub enum IntOrText {
    Number(i64),
    Text(String),
}

#[cfg(test)]
mod tests {
    use super::{Success, SuccessWith};
    use serde_json::to_string;

    #[test]
    fn a_success_says_so() {
        assert_eq!(to_string(&Success::default()).expect("JSON"), r#"{"result":"success"}"#);
        let with = to_string(&SuccessWith::of(7)).expect("JSON");
        assert_eq!(with, r#"{"result":"success","data":7}"#);
    }
}
