//! What a refusal means. Decided by the status and Microsoft's code, never by its sentence, except
//! for the numbers that the sign-in gives nowhere else.

use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;

/// How long a mailbox that spent its day's recipients waits.
const HOUR_MS: u64 = 3_600_000;

/// A refusal as it came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    pub status: u16,
    /// Graph's code, or the sign-in's error.
    pub code: String,
    pub said: String,
    pub after_ms: Option<u64>,
}

/// What is done about it.
enum Do {
    Retry,
    Wait(Option<u64>),
    Never,
    SignIn,
    Config(&'static str),
}

impl Refusal {
    /// Reads a refusal's body: of Graph, or of the sign-in.
    pub fn read(status: u16, after_ms: Option<u64>, body: &[u8]) -> Self {
        let value: Value = patchbay_plugin::serde_json::from_slice(body).unwrap_or_default();
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let error = &value["error"];
        let (code, said) = match error {
            Value::String(code) => (code.clone(), word(&value["error_description"])),
            _ => (word(&error["code"]), word(&error["message"])),
        };
        let said = match said.as_str() {
            "" => String::from_utf8_lossy(body).chars().take(300).collect(),
            _ => said.lines().next().unwrap_or_default().chars().take(500).collect(),
        };
        Self { status, code, said, after_ms }
    }

    /// Whether the place in the list of changes is too old.
    pub fn stale_cursor(&self) -> bool {
        let codes = ["syncStateNotFound", "syncStateInvalid", "resyncRequired"];
        self.status == 410 || codes.iter().any(|code| self.code.eq_ignore_ascii_case(code))
    }

    /// Whether what was asked for is not there (any more).
    pub fn gone(&self) -> bool {
        self.status == 404
    }

    /// Whether the server had trouble, so that nobody knows how far it got.
    pub fn midway(&self) -> bool {
        self.status == 408 || (self.status >= 500 && !matches!(self.status, 503 | 507 | 509))
    }

    /// The failure the host acts on.
    pub fn failure(&self) -> Failure {
        let (what, code, sentence) = self.meaning();
        let detail = Detail::new(code, sentence).said(format!("{}: {}", self.code, self.said));
        match what {
            Do::Retry => match self.after_ms {
                Some(after) => Failure::retry_after(detail, after),
                None => Failure::retryable(detail),
            },
            Do::Wait(usual) => Failure::rate_limited(detail, self.after_ms.or(usual)),
            Do::Never => Failure::Permanent(detail),
            Do::SignIn => Failure::AuthExpired(detail),
            Do::Config(setting) => Failure::needs_config(setting, detail),
        }
    }

    fn meaning(&self) -> (Do, String, &'static str) {
        let numbered = format!("graph-email.{}", self.status);
        let named = |name: &str| format!("graph-email.{name}");
        let says = |number: &str| self.said.contains(number);
        let lower = self.code.to_ascii_lowercase();
        match (lower.as_str(), self.status) {
            // The sign-in's.
            ("invalid_client", _) => (
                Do::SignIn,
                named("client-secret"),
                "Microsoft refuses the client secret: it is wrong or has run out. Make a new one \
                 and enter its value.",
            ),
            ("unauthorized_client", _) => (
                Do::Config("client_id"),
                named("client-id"),
                "Microsoft does not know this app in this tenant. Compare both IDs.",
            ),
            ("invalid_request" | "invalid_tenant", 400 | 404)
                if says("AADSTS90002") || says("AADSTS900023") =>
            {
                (Do::Config("tenant"), named("tenant"), "Microsoft does not know this tenant.")
            }
            ("invalid_grant" | "interaction_required" | "consent_required", _) => {
                (Do::SignIn, named("sign-in"), "Microsoft wants somebody to sign in again.")
            }
            ("temporarily_unavailable", _) => {
                (Do::Retry, numbered, "Microsoft's sign-in has trouble.")
            }
            // Graph's.
            ("errorsubmissionquotaexceeded" | "errorexceededmessagelimit", _) => (
                Do::Wait(Some(HOUR_MS)),
                named("quota"),
                "This mailbox has sent to as many recipients as it may in a day.",
            ),
            (
                "activitylimitreached"
                | "throttledrequest"
                | "applicationthrottled"
                | "toomanyrequests"
                | "mailboxconcurrency"
                | "errorserverbusy",
                _,
            )
            | (_, 429) => {
                (Do::Wait(None), numbered, "Microsoft asks for fewer requests of this mailbox.")
            }
            ("quotalimitreached" | "errorquotaexceeded" | "errormailboxstorefull", _)
            | (_, 507) => (
                Do::Never,
                named("full"),
                "The mailbox is full. Somebody has to make room; then send it again.",
            ),
            ("errormessagesizeexceeded" | "errorattachmentsizelimitexceeded", _) | (_, 413) => (
                Do::Never,
                named("too-large"),
                "The message is larger than this organisation lets mail be.",
            ),
            ("errorsendasdenied", _) => (
                Do::Config("from_address"),
                named("send-as"),
                "The mailbox may not send as this address. It needs the right Send As in Exchange.",
            ),
            ("errorinvalidrecipients" | "errorrecipientnotfound" | "errornorecipients", _) => (
                Do::Never,
                named("recipient"),
                "Microsoft does not accept an address of this message.",
            ),
            (
                "errorinvaliduser"
                | "mailboxnotenabledforrestapi"
                | "mailboxnothostedinexchangeonline"
                | "request_resourcenotfound"
                | "resourcenotfound"
                | "errornonexistentmailbox",
                _,
            ) => (
                Do::Config("mailbox"),
                named("mailbox"),
                "There is no such mailbox in Exchange Online.",
            ),
            ("invalidauthenticationtoken" | "unauthenticated", _) | (_, 401) => {
                (Do::SignIn, numbered, "Microsoft no longer accepts the sign-in.")
            }
            (_, 403) => (
                Do::Config("mailbox"),
                numbered,
                "The app may not use this mailbox. Grant Mail.ReadWrite and Mail.Send with admin \
                 consent, and let its access policy include the mailbox.",
            ),
            (_, 404 | 410) => {
                (Do::Never, numbered, "The message or folder is no longer in the mailbox.")
            }
            (_, 409 | 412 | 423) => {
                (Do::Retry, numbered, "The mailbox was changed at the same time.")
            }
            (_, 408 | 500..) => (Do::Retry, numbered, "Microsoft has trouble."),
            _ => (Do::Never, numbered, "Microsoft refused the request."),
        }
    }
}
