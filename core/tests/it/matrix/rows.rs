//! Who may make which call.

use serde_json::{Value, json};

/// Who a call is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// It takes no session of a user, or judges what it is given by itself; other stories have it.
    Itself,
    /// Everybody who is signed in.
    User,
    /// Whom a permission string lets, and every admin.
    Right,
    /// Admins.
    Admin,
    /// Admins of the client that was made first.
    Operator,
}

/// A call of the description and how the matrix makes it.
pub struct Row {
    /// The method and the path as the description has it.
    pub call: &'static str,
    pub who: Who,
    /// The path with `{…}` for things of the client; empty when it is the description's.
    pub at: &'static str,
    pub body: Option<Value>,
}

impl Row {
    fn at(mut self, path: &'static str) -> Self {
        self.at = path;
        self
    }

    fn with(mut self, body: Value) -> Self {
        self.body = Some(body);
        self
    }

    /// Whether it names something of the client.
    pub fn names_something(&self) -> bool {
        let body = self.body.as_ref().map(Value::to_string).unwrap_or_default();
        self.at.contains('{') || super::things::NAMES.iter().any(|(name, _)| body.contains(name))
    }
}

fn row(call: &'static str, who: Who) -> Row {
    Row { call, who, at: "", body: None }
}

fn itself(call: &'static str) -> Row {
    row(call, Who::Itself)
}

fn user(call: &'static str) -> Row {
    row(call, Who::User)
}

fn right(call: &'static str) -> Row {
    row(call, Who::Right)
}

fn admin(call: &'static str) -> Row {
    row(call, Who::Admin)
}

fn operator(call: &'static str) -> Row {
    row(call, Who::Operator)
}

/// A row for every call.
pub fn rows() -> Vec<Row> {
    vec![
        user("GET /api/agent/{token}").at("/api/agent/-"),
        admin("GET /api/announcements"),
        admin("POST /api/announcements").with(json!({ "text": "x" })),
        user("GET /api/announcements/current"),
        admin("PUT /api/announcements/{id}")
            .at("/api/announcements/{announcement}")
            .with(json!({ "text": "x" })),
        admin("DELETE /api/announcements/{id}").at("/api/announcements/{announcement}"),
        user("POST /api/announcements/{id}/dismiss")
            .at("/api/announcements/{announcement}/dismiss"),
        user("GET /api/assist"),
        admin("GET /api/assist/results"),
        user("POST /api/assist/results/{id}/feedback")
            .at("/api/assist/results/987650034/feedback")
            .with(json!({ "feedback": "taken" })),
        admin("PUT /api/assist/setting")
            .with(json!({ "emotions": false, "voices": false, "redact": true })),
        user("GET /api/wauchat").at("/api/wauchat?type=anchor&message={message}"),
        user("GET /api/wauchat/recommendation")
            .at("/api/wauchat/recommendation?messageId={message}"),
        user("GET /api/wauchat/ticket_recommendation")
            .at("/api/wauchat/ticket_recommendation?messageId={message}"),
        user("POST /api/upload/voice"),
        itself("GET /api/attachments/{id}"),
        user("POST /api/attachments/{id}/transcript")
            .at("/api/attachments/{file}/transcript")
            .with(json!({})),
        user("POST /api/attachments/{id}/voice-analysis")
            .at("/api/attachments/{file}/voice-analysis"),
        right("GET /api/audit"),
        right("GET /api/audit/export"),
        itself("POST /api/auth/check"),
        itself("POST /api/auth2"),
        admin("GET /api/blocks"),
        admin("DELETE /api/blocks/{id}").at("/api/blocks/{block}"),
        admin("GET /api/blocks/{id}/held").at("/api/blocks/{block}/held"),
        admin("DELETE /api/blocks/{id}/held").at("/api/blocks/{block}/held"),
        admin("POST /api/blocks/{id}/restore").at("/api/blocks/{block}/restore"),
        admin("GET /api/channels"),
        admin("POST /api/channels")
            .with(json!({ "plugin": "livechat", "name": "Page", "settings": {} })),
        admin("GET /api/channels/{id}").at("/api/channels/{channel}"),
        admin("DELETE /api/channels/{id}").at("/api/channels/{channel}"),
        admin("PATCH /api/channels/{id}").at("/api/channels/{channel}").with(json!({})),
        admin("POST /api/channels/{id}/check").at("/api/channels/{channel}/check"),
        admin("GET /api/channels/{id}/log").at("/api/channels/{channel}/log"),
        admin("POST /api/channels/{id}/oauth/{name}/start")
            .at("/api/channels/{channel}/oauth/login/start"),
        admin("GET /api/channels/{id}/usage").at("/api/channels/{channel}/usage"),
        itself("GET /api/contact"),
        itself("POST /api/contact"),
        user("GET /api/contact-fields"),
        admin("PUT /api/contact-fields").with(json!({ "fields": [], "identity_types": [] })),
        right("GET /api/contacts/list"),
        right("GET /api/contacts/{id}").at("/api/contacts/{contact}"),
        right("PUT /api/contacts/{id}")
            .at("/api/contacts/{contact}")
            .with(json!({ "salutation": "Ms" })),
        right("GET /api/contacts/{id}/tickets").at("/api/contacts/{contact}/tickets"),
        right("GET /api/user/profile/{offset}").at("/api/user/profile/0?id={contact}"),
        right("GET /api/contacts/{id}/merge").at("/api/contacts/{contact}/merge?into=1"),
        right("PUT /api/contacts/{id}/merge")
            .at("/api/contacts/{contact}/merge")
            .with(json!({ "into": 1 })),
        right("DELETE /api/contacts/{id}/merge").at("/api/contacts/{contact}/merge"),
        itself("GET /api/contacts/{id}/avatar"),
        user("GET /api/custom-fields"),
        admin("POST /api/custom-fields").with(json!({ "kind": "text", "label": "Order" })),
        admin("PUT /api/custom-fields/order").with(json!({ "ids": [] })),
        admin("PATCH /api/custom-fields/{id}").at("/api/custom-fields/{field}").with(json!({})),
        admin("POST /api/custom_statuses").with(json!({ "alternate": "Lunch" })),
        admin("PUT /api/custom_statuses/order").with(json!({ "ids": [] })),
        admin("DELETE /api/custom_statuses/{id}").at("/api/custom_statuses/{status}"),
        admin("PATCH /api/custom_statuses/{id}")
            .at("/api/custom_statuses/{status}")
            .with(json!({ "alternate": "Training" })),
        user("GET /api/customstatus/get"),
        user("GET /api/department/{client}").at("/api/department/{client}"),
        user("GET /api/department2/{token}").at("/api/department2/-"),
        admin("GET /api/departments"),
        admin("POST /api/departments").with(json!({ "name": "Night" })),
        admin("DELETE /api/departments/{id}").at("/api/departments/{department}"),
        admin("PATCH /api/departments/{id}").at("/api/departments/{department}").with(json!({})),
        user("GET /api/fcm/key"),
        user("POST /api/fcm/token").with(json!({})),
        user("POST /api/fcm/token/remove").with(json!({})),
        user("GET /api/holidays"),
        admin("POST /api/holidays").with(json!({ "name": "x", "date": "2026-01-01" })),
        admin("PUT /api/holidays/{id}")
            .at("/api/holidays/{holiday}")
            .with(json!({ "name": "x", "date": "2026-01-01" })),
        admin("DELETE /api/holidays/{id}").at("/api/holidays/{holiday}"),
        right("GET /api/call/settings"),
        right("PUT /api/call/settings")
            .with(json!({ "acw_seconds": 30, "popup_on_call": true })),
        user("GET /api/presence/durations"),
        user("GET /api/hours"),
        admin("POST /api/hours").with(json!({ "name": "x", "zone": "UTC" })),
        admin("PUT /api/hours/{id}")
            .at("/api/hours/{calendar}")
            .with(json!({ "name": "x", "zone": "UTC" })),
        admin("DELETE /api/hours/{id}").at("/api/hours/{calendar}"),
        user("GET /api/hours/{id}/state").at("/api/hours/{calendar}/state"),
        right("GET /api/keys"),
        right("POST /api/keys").with(json!({ "name": "x", "scopes": ["read"] })),
        right("DELETE /api/keys/{id}").at("/api/keys/{key}"),
        user("GET /api/label/get"),
        user("POST /api/language/set").with(json!({ "ticketId": "{ticket}", "lang": "ms" })),
        user("POST /api/translate").with(
            json!({ "ticketId": "{ticket}", "text": [{ "id": "{message}" }], "target": "ms" }),
        ),
        right("POST /api/translate2").with(
            json!({ "ticketId": "{ticket}", "text": [{ "id": 1, "message": "x" }], "target": "ms" }),
        ),
        admin("POST /api/label/update").with(json!({ "labelArray": [], "delete": [] })),
        itself("POST /api/livechat/info"),
        itself("POST /api/livechat/link"),
        user("GET /api/livechat/links"),
        user("GET /api/livechat/queue"),
        user("POST /api/livechat/links").with(json!({ "channel_id": "{page}" })),
        admin("GET /api/livechat/widgets"),
        admin("PUT /api/livechat/widgets/{channel_id}")
            .at("/api/livechat/widgets/{page}")
            .with(json!({ "enabled": false })),
        admin("POST /api/livechat/widgets/{channel_id}/secret")
            .at("/api/livechat/widgets/{page}/secret"),
        itself("GET /api/livechat/messages"),
        itself("POST /api/livechat/rate"),
        itself("POST /api/livechat/register"),
        itself("POST /api/livechat/upload"),
        user("POST /api/livechat/{ticket_id}/end").at("/api/livechat/{chat}/end"),
        user("POST /api/livechat/{ticket_id}/convert").at("/api/livechat/{chat}/convert"),
        user("GET /api/macros"),
        admin("POST /api/macros")
            .with(json!({ "name": "x", "then": [{ "do": "severity", "value": "H" }] })),
        admin("DELETE /api/macros/{id}").at("/api/macros/{macro}"),
        admin("PATCH /api/macros/{id}").at("/api/macros/{macro}").with(json!({})),
        user("POST /api/macros/{id}/run")
            .at("/api/macros/{macro}/run")
            .with(json!({ "tickets": [1], "run_id": "x" })),
        // It takes keys alone; its own stories have them.
        itself("DELETE /api/mcp"),
        itself("GET /api/mcp"),
        itself("POST /api/mcp"),
        right("GET /api/mcp/setting"),
        admin("PUT /api/mcp/setting").with(json!({ "on": false, "redact": true })),
        user("GET /api/me"),
        user("PATCH /api/me").with(json!({})),
        user("POST /api/me/password").with(json!({})),
        user("POST /api/me/photo"),
        user("DELETE /api/me/photo"),
        user("GET /api/me/sessions"),
        user("POST /api/me/sessions/end-others"),
        user("DELETE /api/me/sessions/{id}").at("/api/me/sessions/987650001"),
        user("GET /api/me/two-factor"),
        user("POST /api/me/two-factor").with(json!({})),
        user("POST /api/me/two-factor/confirm").with(json!({})),
        user("POST /api/me/two-factor/off").with(json!({})),
        user("POST /api/me/two-factor/recovery-codes").with(json!({})),
        user("DELETE /api/messages/{id}").at("/api/messages/{message}"),
        user("PATCH /api/messages/{id}").at("/api/messages/{message}").with(json!({ "text": "x" })),
        user("GET /api/messages/{id}/html").at("/api/messages/{message}/html"),
        user("POST /api/messages/{id}/notes")
            .at("/api/messages/{message}/notes")
            .with(json!({ "text": "x" })),
        user("DELETE /api/messages/{id}/notes/{note}")
            .at("/api/messages/{message}/notes/987650001"),
        user("PUT /api/messages/{id}/pin").at("/api/messages/{message}/pin"),
        user("DELETE /api/messages/{id}/pin").at("/api/messages/{message}/pin"),
        user("PUT /api/messages/{id}/reaction")
            .at("/api/messages/{message}/reaction")
            .with(json!({ "emoji": "x" })),
        user("POST /api/messages/{id}/retry").at("/api/messages/{message}/retry"),
        admin("GET /api/messages/{id}/trace").at("/api/messages/{message}/trace"),
        user("POST /api/messages/{id}/translation")
            .at("/api/messages/{message}/translation")
            .with(json!({ "target": "ms" })),
        user("GET /api/event/{event_id}").at("/api/event/0"),
        right("GET /api/extension/get"),
        user("GET /api/emoji/custom"),
        admin("POST /api/emoji/custom"),
        admin("DELETE /api/emoji/custom/{id}").at("/api/emoji/custom/{emoji}"),
        itself("GET /api/emoji/pictures/{key}"),
        right("GET /api/dashboard"),
        user("GET /api/dashboard/setting"),
        admin("PUT /api/dashboard/setting").with(json!({ "on": false })),
        admin("GET /api/dashboard/shares"),
        admin("POST /api/dashboard/shares")
            .with(json!({ "name": "Lobby", "days": 7, "expires_in_days": 1 })),
        admin("DELETE /api/dashboard/shares/{id}").at("/api/dashboard/shares/987650033"),
        itself("GET /api/dashboard/shared/{token}"),
        admin("GET /api/imports"),
        admin("POST /api/imports").at("/api/imports?kind=contacts"),
        admin("GET /api/imports/{id}").at("/api/imports/{import}"),
        admin("PUT /api/imports/{id}")
            .at("/api/imports/{import}")
            .with(json!({ "fields": ["email"] })),
        admin("DELETE /api/imports/{id}").at("/api/imports/{import}"),
        admin("POST /api/imports/{id}/check").at("/api/imports/{import}/check"),
        admin("POST /api/imports/{id}/start").at("/api/imports/{import}/start"),
        admin("POST /api/imports/{id}/cancel").at("/api/imports/{import}/cancel"),
        admin("GET /api/imports/{id}/refusals").at("/api/imports/{import}/refusals"),
        admin("GET /api/imports/{id}/refusals.csv").at("/api/imports/{import}/refusals.csv"),
        user("GET /api/imports/templates/{kind}").at("/api/imports/templates/contacts"),
        admin("GET /api/exports/{kind}").at("/api/exports/contacts"),
        itself("GET /api/new_ticket/{token}"),
        itself("POST /api/new_ticket/{token}"),
        user("GET /api/notification/check"),
        user("GET /api/notification/get"),
        user("GET /api/notification/preferences"),
        user("PUT /api/notification/preferences").with(json!({ "muted": [] })),
        user("POST /api/notification/read").with(json!({})),
        user("POST /api/notification/remove").with(json!({})),
        user("POST /api/online_status/update").with(json!({ "status": "BUSY", "reason": "x" })),
        itself("GET /api/oauth"),
        itself("GET /api/oauth/callback"),
        itself("POST /api/oauth/start"),
        itself("POST /api/oauth/verify"),
        itself("GET /api/password_reset"),
        itself("POST /api/password_reset"),
        itself("POST /api/password_reset/check"),
        itself("POST /api/password_reset/finish"),
        itself("GET /api/photos/{key}"),
        itself("GET /api/photos/{uid}/{file_name}"),
        operator("GET /api/plugin-keys"),
        operator("POST /api/plugin-keys").with(json!({ "name": "x", "public_key": "x" })),
        operator("DELETE /api/plugin-keys/{id}").at("/api/plugin-keys/987650001"),
        operator("GET /api/plugin-packages"),
        operator("POST /api/plugin-packages").with(json!({ "url": "https://localhost/x.pbp" })),
        operator("GET /api/plugin-packages/{id}").at("/api/plugin-packages/987650001"),
        operator("DELETE /api/plugin-packages/{id}").at("/api/plugin-packages/987650001"),
        operator("POST /api/plugin-packages/{id}/activate")
            .at("/api/plugin-packages/987650001/activate")
            .with(json!({ "granted": true })),
        user("GET /api/plugins"),
        admin("GET /api/plugins/{id}").at("/api/plugins/telegram"),
        operator("DELETE /api/plugins/{id}").at("/api/plugins/unheard-of"),
        admin("PUT /api/plugins/{id}/enabled")
            .at("/api/plugins/telegram/enabled")
            .with(json!({ "enabled": true })),
        admin("GET /api/plugins/{id}/log").at("/api/plugins/telegram/log"),
        operator("POST /api/plugins/{id}/rollback").at("/api/plugins/unheard-of/rollback"),
        admin("GET /api/plugins/{id}/usage").at("/api/plugins/telegram/usage"),
        admin("GET /api/quarantine"),
        admin("GET /api/quarantine/{id}/export").at("/api/quarantine/{input}/export"),
        admin("POST /api/quarantine/{id}/replay")
            .at("/api/quarantine/{input}/replay")
            .with(json!({})),
        user("GET /api/routing/agents"),
        admin("PUT /api/routing/agents/{user_id}")
            .at("/api/routing/agents/{user}")
            .with(json!({ "capacity": 5, "skills": [] })),
        user("GET /api/routing/offers"),
        user("POST /api/routing/offers/{ticket_id}/accept")
            .at("/api/routing/offers/{ticket}/accept")
            .with(json!({})),
        user("POST /api/routing/offers/{ticket_id}/decline")
            .at("/api/routing/offers/{ticket}/decline")
            .with(json!({})),
        user("POST /api/routing/offers/visits/{session_id}/accept")
            .at("/api/routing/offers/visits/987650001/accept")
            .with(json!({})),
        user("POST /api/routing/offers/visits/{session_id}/decline")
            .at("/api/routing/offers/visits/987650001/decline")
            .with(json!({})),
        user("GET /api/routing/queues"),
        admin("POST /api/routing/queues").with(json!({ "name": "x" })),
        admin("PUT /api/routing/queues/order").with(json!({ "ids": [] })),
        admin("PUT /api/routing/queues/{id}")
            .at("/api/routing/queues/{queue}")
            .with(json!({ "name": "x", "enabled": false })),
        admin("DELETE /api/routing/queues/{id}").at("/api/routing/queues/{queue}"),
        admin("GET /api/routing/replays"),
        admin("POST /api/routing/replays").with(json!({ "days": 1 })),
        admin("GET /api/routing/replays/{id}").at("/api/routing/replays/{replay}"),
        admin("DELETE /api/routing/replays/{id}").at("/api/routing/replays/{replay}"),
        user("GET /api/routing/settings"),
        admin("PUT /api/routing/settings").with(json!({ "capacity": 5, "chat_capacity": 2 })),
        user("GET /api/routing/skills"),
        admin("POST /api/routing/skills").with(json!({ "name": "x" })),
        admin("PUT /api/routing/skills/{id}")
            .at("/api/routing/skills/{skill}")
            .with(json!({ "name": "x" })),
        admin("DELETE /api/routing/skills/{id}").at("/api/routing/skills/{skill}"),
        admin("POST /api/conditions/dry-run").with(json!({ "conditions": [] })),
        right("GET /api/supervisory"),
        right("POST /api/supervisory/agents/{user_id}/status")
            .at("/api/supervisory/agents/{user}/status")
            .with(json!({ "status": "ONLINE" })),
        right("POST /api/supervisory/chats/{ticket_id}/watch")
            .at("/api/supervisory/chats/{chat}/watch"),
        right("POST /api/supervisory/chats/{ticket_id}/whisper")
            .at("/api/supervisory/chats/{chat}/whisper")
            .with(json!({ "text": "x" })),
        right("POST /api/supervisory/chats/{ticket_id}/take_over")
            .at("/api/supervisory/chats/{chat}/take_over"),
        user("GET /api/sla/policies"),
        admin("POST /api/sla/policies").with(json!({ "name": "x", "first_reply": 5 })),
        admin("PUT /api/sla/policies/order").with(json!({ "ids": [] })),
        admin("PUT /api/sla/policies/{id}")
            .at("/api/sla/policies/{policy}")
            .with(json!({ "name": "x", "first_reply": 5 })),
        admin("DELETE /api/sla/policies/{id}").at("/api/sla/policies/{policy}"),
        right("GET /api/knowledge/categories"),
        admin("POST /api/knowledge/categories").with(json!({ "names": { "en": "x" } })),
        admin("PUT /api/knowledge/categories/order").with(json!({ "ids": [] })),
        admin("PUT /api/knowledge/categories/{id}")
            .at("/api/knowledge/categories/{category}")
            .with(json!({ "names": { "en": "y" } })),
        admin("DELETE /api/knowledge/categories/{id}").at("/api/knowledge/categories/{category}"),
        right("GET /api/knowledge/articles"),
        admin("POST /api/knowledge/articles").with(json!({ "language": "en", "title": "x" })),
        right("GET /api/knowledge/articles/{id}").at("/api/knowledge/articles/{article}"),
        admin("PUT /api/knowledge/articles/{id}")
            .at("/api/knowledge/articles/{article}")
            .with(json!({ "verified_until": 1 })),
        admin("DELETE /api/knowledge/articles/{id}").at("/api/knowledge/articles/{article}"),
        admin("PUT /api/knowledge/articles/{id}/translations/{language}")
            .at("/api/knowledge/articles/{article}/translations/en")
            .with(json!({ "title": "x", "body": "y", "revision": 1 })),
        admin("POST /api/knowledge/articles/{id}/translations/{language}/publish")
            .at("/api/knowledge/articles/{article}/translations/en/publish"),
        admin("POST /api/knowledge/articles/{id}/translations/{language}/archive")
            .at("/api/knowledge/articles/{article}/translations/en/archive"),
        admin("GET /api/knowledge/articles/{id}/translations/{language}/revisions")
            .at("/api/knowledge/articles/{article}/translations/en/revisions"),
        admin("GET /api/knowledge/articles/{id}/translations/{language}/revisions/{revision}")
            .at("/api/knowledge/articles/{article}/translations/en/revisions/1"),
        admin("POST /api/knowledge/preview").with(json!({ "body": "x" })),
        right("GET /api/knowledge/search").at("/api/knowledge/search?q=x"),
        admin("GET /api/knowledge/gaps"),
        admin("DELETE /api/knowledge/gaps").with(json!({ "words": "nothing", "language": "en" })),
        itself("GET /api/support/{space}/{language}"),
        itself("GET /api/support/{space}/{language}/{id}"),
        itself("POST /api/support/kb/{language}/{id}/feedback"),
        user("GET /api/views"),
        user("GET /api/views/counts"),
        user("POST /api/views").with(json!({ "name": "x" })),
        user("PUT /api/views/order").with(json!({ "ids": [], "shared": false })),
        admin("PUT /api/views/{id}")
            .at("/api/views/{view}")
            .with(json!({ "name": "x", "shared": true })),
        admin("DELETE /api/views/{id}").at("/api/views/{view}"),
        user("GET /api/replies"),
        user("POST /api/replies").with(json!({ "title": "x", "shortcut": "y", "text": "x" })),
        admin("PUT /api/replies/{id}")
            .at("/api/replies/{reply}")
            .with(json!({ "title": "x", "shortcut": "x", "text": "x", "shared": true })),
        admin("DELETE /api/replies/{id}").at("/api/replies/{reply}"),
        user("POST /api/replies/{id}/insert")
            .at("/api/replies/{reply}/insert")
            .with(json!({ "ticket_id": "{ticket}" })),
        admin("GET /api/roles"),
        admin("POST /api/roles").with(json!({ "name": "Night shift" })),
        admin("PATCH /api/roles/{id}")
            .at("/api/roles/{role}")
            .with(json!({ "permissions": ["view_report"] })),
        admin("DELETE /api/roles/{id}").at("/api/roles/{role}"),
        right("GET /api/report/csat"),
        right("GET /api/report/aux"),
        right("GET /api/report/busy_hours"),
        right("GET /api/proxy/imc_user"),
        right("GET /api/proxy/recordings"),
        right("GET /api/report/calls"),
        right("GET /api/report/calls/export"),
        right("GET /api/report/performance"),
        right("GET /api/report/performance/opened")
            .at("/api/report/performance/opened?figure=created"),
        right("GET /api/report/performance/export"),
        admin("GET /api/report/schedules"),
        admin("POST /api/report/schedules").with(json!({ "name": "x", "recipients": [] })),
        admin("PUT /api/report/schedules/{id}")
            .at("/api/report/schedules/{schedule}")
            .with(json!({ "name": "x", "recipients": [] })),
        admin("DELETE /api/report/schedules/{id}").at("/api/report/schedules/{schedule}"),
        admin("POST /api/report/schedules/{id}/send")
            .at("/api/report/schedules/{schedule}/send")
            .with(json!({})),
        itself("GET /api/report/sent/{token}"),
        right("GET /api/report/interval"),
        right("GET /api/report/generate"),
        right("GET /api/report/export/{token}").at("/api/report/export/-"),
        admin("GET /api/rules"),
        admin("POST /api/rules").with(
            json!({ "name": "x", "when": "opened", "then": [{ "do": "severity", "value": "H" }] }),
        ),
        admin("PUT /api/rules/order").with(json!({ "ids": [] })),
        admin("POST /api/rules/trial").with(json!({})),
        admin("DELETE /api/rules/{id}").at("/api/rules/{rule}"),
        admin("PATCH /api/rules/{id}").at("/api/rules/{rule}").with(json!({})),
        admin("GET /api/rules/{id}/runs").at("/api/rules/{rule}/runs"),
        user("DELETE /api/scheduled/{id}").at("/api/scheduled/987650001"),
        user("POST /api/scheduled/{id}/send").at("/api/scheduled/987650001/send"),
        user("GET /api/search/data").at("/api/search/data?message=hello"),
        itself("GET /api/session/info"),
        user("GET /api/signatures"),
        user("GET /api/sip/refresh"),
        user("PUT /api/signatures").with(json!({ "signatures": [] })),
        itself("POST /api/setup"),
        itself("GET /api/signup"),
        itself("POST /api/signup"),
        user("GET /api/status/get"),
        user("PUT /api/status/me/auto_away").with(json!({ "on": true })),
        user("GET /api/status/me/get"),
        right("GET /api/survey-answers"),
        right("GET /api/survey-answers/export"),
        itself("GET /api/survey/{token}"),
        itself("POST /api/survey/{token}"),
        admin("GET /api/surveys"),
        admin("POST /api/surveys").with(json!({ "name": "x" })),
        admin("PATCH /api/surveys/{id}").at("/api/surveys/{survey}").with(json!({})),
        admin("DELETE /api/surveys/{id}").at("/api/surveys/{survey}"),
        user("GET /api/ticket/data/sync").at("/api/ticket/data/sync?ts=0"),
        user("GET /api/ticket/data/{id}/{count}").at("/api/ticket/data/{ticket}/0"),
        user("GET /api/ticket/data3/{id}/{count}").at("/api/ticket/data3/{ticket}/0"),
        user("POST /api/ticket/data/check/{id}/{last}")
            .at("/api/ticket/data/check/{ticket}/0")
            .with(json!({})),
        user("GET /api/ticket/user/list").at("/api/ticket/user/list?username=agent1"),
        user("POST /api/ticket/department")
            .with(json!({ "ticket_id": "{ticket}", "department_id": "{department}" })),
        user("GET /api/ticket/info/{token}/{id}").at("/api/ticket/info/-/{ticket}"),
        user("GET /api/ticket/groups/{group}/{filter}").at("/api/ticket/groups/label/open"),
        user("POST /api/ticket/label").with(json!({ "ticket_id": "{ticket}", "label": [] })),
        // Nothing in a list of calls is anybody else's: a client without calls has an empty one.
        right("GET /api/ticket/load/{token}/{filter}/call2/{offset}")
            .at("/api/ticket/load/-/all/call2/0"),
        user("GET /api/ticket/load/{token}/{filter}/{kind}/{offset}")
            .at("/api/ticket/load/-/open/ticket/0"),
        user("GET /api/ticket/load2/{group}/{filter}/ticket/{offset}/{id}")
            .at("/api/ticket/load2/department/open/ticket/0/0"),
        user("POST /api/ticket/message")
            .with(json!({ "ticket_id": "{ticket}", "status": 1, "sender": "server" })),
        // The message is a customer's: agents delete their own ones only.
        admin("POST /api/ticket/message/delete")
            .with(json!({ "ticket_id": "{ticket}", "message_id": "{message}" })),
        user("POST /api/ticket/message/reply")
            .with(json!({ "ticket_id": "{ticket}", "message": "x" })),
        user("POST /api/ticket/priority").with(json!({ "id": "{ticket}", "priority": "H" })),
        admin("GET /api/ticket-forms"),
        admin("POST /api/ticket-forms").with(json!({ "name": "x" })),
        admin("PATCH /api/ticket-forms/{id}").at("/api/ticket-forms/{form}").with(json!({})),
        admin("DELETE /api/ticket-forms/{id}").at("/api/ticket-forms/{form}"),
        user("POST /api/tickets")
            .with(json!({ "name": "x", "message": "x", "department_id": "{department}" })),
        user("POST /api/tickets/{id}/analysis").at("/api/tickets/{ticket}/analysis"),
        user("GET /api/tickets/{id}/draft").at("/api/tickets/{ticket}/draft"),
        user("PUT /api/tickets/{id}/draft")
            .at("/api/tickets/{ticket}/draft")
            .with(json!({ "draft": null })),
        user("GET /api/tickets/{id}/history").at("/api/tickets/{ticket}/history"),
        user("GET /api/tickets/{id}/sla").at("/api/tickets/{ticket}/sla"),
        user("PUT /api/tickets/{id}/queue")
            .at("/api/tickets/{ticket}/queue")
            .with(json!({ "queue_id": null })),
        user("GET /api/tickets/{id}/routing").at("/api/tickets/{ticket}/routing"),
        user("PUT /api/tickets/{id}/participants")
            .at("/api/tickets/{ticket}/participants")
            .with(json!({ "participants": ["agent1"] })),
        user("GET /api/conversations/channels"),
        user("POST /api/conversations").with(json!({ "channel_id": 987_650_001 })),
        user("POST /api/tickets/{id}/notes")
            .at("/api/tickets/{ticket}/notes")
            .with(json!({ "text": "x" })),
        user("POST /api/tickets/{id}/suggestions").at("/api/tickets/{ticket}/suggestions"),
        right("PUT /api/tickets/{id}/block")
            .at("/api/tickets/{ticket}/block")
            .with(json!({ "reason": "Spam" })),
        right("DELETE /api/tickets/{id}/block").at("/api/tickets/{ticket}/block"),
        user("POST /api/tickets/{id}/forward")
            .at("/api/tickets/{ticket}/forward")
            .with(json!({ "to": ["a@x.example"] })),
        user("POST /api/tickets/{id}/split")
            .at("/api/tickets/{ticket}/split")
            .with(json!({ "message_id": 1 })),
        user("GET /api/tickets/{id}/fields").at("/api/tickets/{ticket}/fields"),
        user("PUT /api/tickets/{id}/fields/{field}")
            .at("/api/tickets/{ticket}/fields/{field}")
            .with(json!({ "value": "A-17" })),
        user("GET /api/tickets/{id}/survey").at("/api/tickets/{ticket}/survey"),
        user("POST /api/tickets/{id}/survey").at("/api/tickets/{ticket}/survey").with(json!({})),
        user("PUT /api/tickets/{id}/merge")
            .at("/api/tickets/{ticket}/merge")
            .with(json!({ "into": 1 })),
        user("DELETE /api/tickets/{id}/merge").at("/api/tickets/{ticket}/merge"),
        user("POST /api/tickets/{id}/links")
            .at("/api/tickets/{ticket}/links")
            .with(json!({ "to": 2 })),
        user("DELETE /api/tickets/{id}/links/{other}").at("/api/tickets/{ticket}/links/2"),
        user("PUT /api/tickets/{id}/spam")
            .at("/api/tickets/{ticket}/spam")
            .with(json!({ "spam": false })),
        right("POST /api/tickets/{id}/call")
            .at("/api/tickets/{ticket}/call")
            .with(json!({ "op": "matrix-1", "kind": "hang-up", "call": "1" })),
        user("PUT /api/tickets/{id}/appointment")
            .at("/api/tickets/{ticket}/appointment")
            .with(json!({ "at": null })),
        user("PUT /api/tickets/{id}/follow").at("/api/tickets/{ticket}/follow"),
        user("DELETE /api/tickets/{id}/follow").at("/api/tickets/{ticket}/follow"),
        user("PUT /api/tickets/{id}/snooze")
            .at("/api/tickets/{ticket}/snooze")
            .with(json!({ "until": null })),
        user("GET /api/unread"),
        user("POST /api/upload"),
        user("GET /api/user/profile/data/info"),
        user("GET /api/user/profile2/info"),
        itself("DELETE /api/user/signout"),
        admin("GET /api/users"),
        admin("POST /api/users").with(json!({ "username": "newcomer", "password": "long enough" })),
        admin("PATCH /api/users/{id}").at("/api/users/{user}").with(json!({})),
        admin("PUT /api/users/{id}/enabled")
            .at("/api/users/{user}/enabled")
            .with(json!({ "enabled": true })),
        admin("POST /api/users/{id}/invitation").at("/api/users/{user}/invitation"),
        admin("POST /api/users/{id}/password-link").at("/api/users/{user}/password-link"),
        itself("GET /api/variant"),
        user("GET /api/variant/mine"),
        admin("GET /api/webhooks"),
        admin("POST /api/webhooks")
            .with(json!({ "url": "https://127.0.0.1:1/", "events": ["ticket.created"] })),
        admin("DELETE /api/webhooks/{id}").at("/api/webhooks/{webhook}"),
        admin("PATCH /api/webhooks/{id}").at("/api/webhooks/{webhook}").with(json!({})),
        admin("GET /api/webhooks/{id}/deliveries").at("/api/webhooks/{webhook}/deliveries"),
        admin("POST /api/webhooks/{id}/deliveries/{delivery}/replay")
            .at("/api/webhooks/{webhook}/deliveries/987650001/replay"),
        admin("POST /api/webhooks/{id}/ping").at("/api/webhooks/{webhook}/ping"),
    ]
}
