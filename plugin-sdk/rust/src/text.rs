//! A text channel in a few functions: implement [`TextChannel`], and settings, webhook and outbound
//! come by themselves.
//!
//! A plugin that outgrows it implements the interfaces of its own: the trait uses nothing that a
//! plugin could not use.

use crate::config::config;
use crate::effects::{Actor, Batch, InboundMessage};
use crate::failure::NetFailure;
use crate::http::{Request, Response};
use crate::outgoing::Message;
use crate::settings::Validation;
use crate::types::{Account, Detail, Failure};
use crate::{outbound, settings, webhook};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A text from a customer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text {
    /// The provider's id of this message.
    pub id: String,
    /// The provider's id of the conversation.
    pub thread: String,
    /// The provider's id of the customer.
    pub from: String,
    /// The customer's name, when the provider tells it.
    pub name: Option<String>,
    /// Milliseconds since the epoch.
    pub at_ms: u64,
    /// What was written.
    pub text: String,
}

/// A channel that carries texts: webhook in, one request out.
///
/// Everything a channel needs besides is done by the defaults: a refused token asks an admin to
/// connect again, `429` waits as long as the provider says, a lost answer is never sent twice.
pub trait TextChannel {
    /// What an admin entered, without the secrets.
    type Settings: DeserializeOwned;
    /// The plugin's id, with which failure codes begin.
    const ID: &'static str;
    /// The channel value of the manifest.
    const CHANNEL: &'static str;

    /// The texts in a webhook request. What is not a text gives none; what cannot be read is a
    /// failure, and the host keeps it for a look.
    fn receive(settings: &Self::Settings, body: &[u8]) -> Result<Vec<Text>, Failure>;

    /// The request that sends a text. Name the credential; never retry here.
    fn request(settings: &Self::Settings, message: &Message, text: &str) -> Request<'static>;

    /// The id that the provider gave the message, out of its answer.
    fn sent_id(answer: &Value) -> Option<String>;

    /// A request that shows whether the token is good, for "Check settings".
    fn who_am_i(_settings: &Self::Settings) -> Option<Request<'static>> {
        None
    }

    /// How the account names itself, out of the answer to [`TextChannel::who_am_i`].
    fn my_name(_answer: &Value) -> Option<String> {
        None
    }

    /// The request that tells the provider where to call, for providers that have one. `url` is
    /// empty when the account was removed.
    fn register(_settings: &Self::Settings, _url: &str) -> Option<Request<'static>> {
        None
    }

    /// What an answer other than 2xx means.
    fn refusal(answer: Response) -> Failure {
        answer.refusal(Self::ID)
    }
}

impl<T: TextChannel> webhook::Guest for T {
    fn handle(
        acc: Account,
        req: webhook::Request,
    ) -> Result<(Option<webhook::Reply>, Batch), Failure> {
        let settings: T::Settings = config(&acc)?;
        let texts = T::receive(&settings, &req.body)?;
        let message = |text: Text| InboundMessage {
            external_id: text.id,
            thread: text.thread,
            channel: T::CHANNEL.to_owned(),
            from: Actor { external_id: text.from, display_name: text.name, attrs: Vec::new() },
            at_ms: text.at_ms,
            text: Some(text.text),
            ..InboundMessage::default()
        };
        Ok((None, texts.into_iter().map(message).fold(Batch::empty(), Batch::event)))
    }
}

impl<T: TextChannel> outbound::Guest for T {
    fn send(acc: Account, msg: Message) -> Result<outbound::Sent, Failure> {
        let settings: T::Settings = config(&acc)?;
        let text = msg.text.clone().unwrap_or_default();
        let answer =
            T::request(&settings, &msg, &text).send().map_err(NetFailure::while_sending)?;
        if !answer.ok() {
            return Err(T::refusal(answer));
        }
        // The provider said yes: whatever its answer looks like, sending again could double it.
        let unclear = || {
            let code = format!("{}.answer", T::ID);
            Failure::OutcomeUnknown(Detail::new(code, "The provider's answer could not be read."))
        };
        let answer: Value = answer.json().map_err(|_| unclear())?;
        let id = T::sent_id(&answer).ok_or_else(unclear)?;
        Ok(outbound::Sent {
            external_ids: vec![id],
            status: "sent".to_owned(),
            batch: Batch::empty(),
        })
    }
}

impl<T: TextChannel> settings::Guest for T {
    fn check(acc: Account) -> Result<Validation, Failure> {
        let settings: T::Settings = config(&acc)?;
        let mut found = Validation::default();
        let Some(request) = T::who_am_i(&settings) else { return Ok(found) };
        let answer = request.send()?;
        if !answer.ok() {
            return Err(T::refusal(answer));
        }
        found.title = T::my_name(&answer.json()?);
        Ok(found)
    }

    fn connect(acc: Account, webhook_url: String) -> Result<(), Failure> {
        let settings: T::Settings = config(&acc)?;
        match T::register(&settings, &webhook_url).map(Request::send).transpose()? {
            Some(answer) if !answer.ok() => Err(T::refusal(answer)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::NetError;
    use crate::testing;
    use serde_json::json;

    struct Plain;

    #[derive(serde::Deserialize)]
    struct Settings {
        base: String,
    }

    impl TextChannel for Plain {
        type Settings = Settings;
        const ID: &'static str = "plain";
        const CHANNEL: &'static str = "PLAIN";

        fn receive(_: &Settings, body: &[u8]) -> Result<Vec<Text>, Failure> {
            let text = String::from_utf8_lossy(body).into_owned();
            Ok(vec![Text { id: "1".into(), thread: "t".into(), text, ..Text::default() }])
        }

        fn request(settings: &Settings, message: &Message, text: &str) -> Request<'static> {
            Request::post(format!("{}/{}", settings.base, message.thread)).json(&json!(text))
        }

        fn sent_id(answer: &Value) -> Option<String> {
            answer["id"].as_str().map(str::to_owned)
        }

        fn who_am_i(settings: &Settings) -> Option<Request<'static>> {
            Some(Request::get(settings.base.clone()))
        }
    }

    fn account() -> Account {
        Account {
            id: "a".into(),
            config: r#"{"base":"https://a.example"}"#.into(),
            public_url: String::new(),
            extras: Vec::new(),
        }
    }

    fn message() -> Message {
        Message {
            op_id: "op".into(),
            attempt: 1,
            prior_unknown: false,
            thread: "t".into(),
            channel: "PLAIN".into(),
            recipient: "c".into(),
            ticket: "1".into(),
            subject: None,
            text: Some("hi".into()),
            html: None,
            reply_to: None,
            references: Vec::new(),
            to: Vec::new(),
            cc: Vec::new(),
            attachments: Vec::new(),
            contents: Vec::new(),
            agent_name: "Ann".into(),
            extras: Vec::new(),
        }
    }

    fn sent() -> Result<outbound::Sent, Failure> {
        <Plain as outbound::Guest>::send(account(), message())
    }

    #[test]
    fn a_text_goes_out_and_its_end_is_told_apart() {
        testing::answers(200, r#"{"id":"m"}"#);
        assert_eq!(sent().unwrap().external_ids, ["m"]);
        assert_eq!(testing::take_sent()[0].url, "https://a.example/t");
        testing::answers(200, r#"{"i"#);
        assert!(matches!(sent(), Err(Failure::OutcomeUnknown(_))));
        testing::answers(401, "no");
        assert!(matches!(sent(), Err(Failure::AuthExpired(_))));
        testing::answers(503, "no");
        assert!(matches!(sent(), Err(Failure::Retryable(_))));
        testing::answers(400, "no");
        assert!(matches!(sent(), Err(Failure::Permanent(_))));
        testing::fails(NetError::Timeout(true));
        assert!(matches!(sent(), Err(Failure::OutcomeUnknown(_))));
        testing::answers(429, "no");
        assert!(matches!(sent(), Err(Failure::RateLimited(_))));
    }

    #[test]
    fn a_text_comes_in() {
        let request = webhook::Request {
            method: "POST".into(),
            path: String::new(),
            query: String::new(),
            headers: Vec::new(),
            body: b"hello".to_vec(),
            verified: "x".into(),
        };
        let (_, batch) = <Plain as webhook::Guest>::handle(account(), request).unwrap();
        let crate::effects::Event::Message(message) = &batch.events[0] else { panic!() };
        assert_eq!((message.channel.as_str(), message.text.as_deref()), ("PLAIN", Some("hello")));
    }

    #[test]
    fn the_token_is_checked() {
        testing::answers(401, "no");
        let checked = <Plain as settings::Guest>::check(account());
        assert!(matches!(checked, Err(Failure::AuthExpired(_))));
        testing::answers(200, "{}");
        assert!(<Plain as settings::Guest>::check(account()).is_ok());
        assert!(<Plain as settings::Guest>::connect(account(), "https://d".into()).is_ok());
    }
}
