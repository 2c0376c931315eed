//! Authors, acts and entries.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

/// Whose act it is, and at which client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Author {
    pub client_id: i64,
    /// None for the command line and for Patchbay itself.
    pub user_id: Option<i64>,
    /// The username.
    pub name: String,
    /// Where the request came from; empty when there was none.
    pub address: String,
}

impl Author {
    /// Whoever can read the data folder.
    #[must_use]
    pub fn command_line(client_id: i64) -> Self {
        Self::nobody(client_id, "command line")
    }

    /// The program, by itself.
    #[must_use]
    pub fn patchbay(client_id: i64) -> Self {
        Self::nobody(client_id, "Patchbay")
    }

    fn nobody(client_id: i64, name: &str) -> Self {
        Self { client_id, user_id: None, name: name.to_owned(), address: String::new() }
    }
}

/// What was done, to what.
#[derive(Clone, Debug)]
pub struct Act<'a> {
    pub action: Action,
    /// What kind of thing it was done to: `channel`, `user`.
    pub kind: &'static str,
    /// Its id as a text; empty where there is none.
    pub id: String,
    /// Its name as it is now.
    pub name: &'a str,
    /// What changed. Secrets are named here and never shown.
    pub changes: Value,
}

impl Act<'_> {
    /// Things of a kind were put from one order into another, by their ids.
    #[must_use]
    pub fn ordered(action: Action, kind: &'static str, (from, to): (&[i64], &[i64])) -> Self {
        let changes = json!({ "order": { "from": from, "to": to } });
        Self { action, kind, id: String::new(), name: "", changes }
    }
}

macro_rules! actions {
    ($($variant:ident = $text:literal,)+) => {
        /// Everything that is written down. The texts are the API's and the table's.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        #[schema(as = AuditAction)]
        pub enum Action {
            $($variant,)+
        }

        impl Action {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// As it is stored and sent.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }
    };
}

actions! {
    LabelsSaved = "labels_saved",
    ChannelConnected = "channel_connected",
    ChannelChanged = "channel_changed",
    ChannelSignedIn = "channel_signed_in",
    ChannelRemoved = "channel_removed",
    InputReplayed = "input_replayed",
    PackageInstalled = "package_installed",
    PackageActivated = "package_activated",
    PackageDiscarded = "package_discarded",
    PluginRolledBack = "plugin_rolled_back",
    PluginUninstalled = "plugin_uninstalled",
    PluginSwitched = "plugin_switched",
    KeyTrusted = "key_trusted",
    KeyDistrusted = "key_distrusted",
    UserCreated = "user_created",
    UserChanged = "user_changed",
    UserDisabled = "user_disabled",
    UserEnabled = "user_enabled",
    PasswordLinkMade = "password_link_made",
    UserInvited = "user_invited",
    PasswordChanged = "password_changed",
    PasswordReset = "password_reset",
    TwoFactorOn = "two_factor_on",
    TwoFactorOff = "two_factor_off",
    SessionsEnded = "sessions_ended",
    RoleCreated = "role_created",
    RoleChanged = "role_changed",
    RoleRemoved = "role_removed",
    DepartmentCreated = "department_created",
    DepartmentChanged = "department_changed",
    DepartmentRemoved = "department_removed",
    ReplyCreated = "reply_created",
    ReplyChanged = "reply_changed",
    ReplyRemoved = "reply_removed",
    ViewCreated = "view_created",
    ViewChanged = "view_changed",
    ViewRemoved = "view_removed",
    ReportScheduleCreated = "report_schedule_created",
    ReportScheduleChanged = "report_schedule_changed",
    ReportScheduleDeleted = "report_schedule_deleted",
    ReportScheduleSent = "report_schedule_sent",
    SlaPolicyCreated = "sla_policy_created",
    SlaPolicyChanged = "sla_policy_changed",
    SlaPolicyRemoved = "sla_policy_removed",
    SlaPoliciesOrdered = "sla_policies_ordered",
    LivechatWidgetChanged = "livechat_widget_changed",
    LivechatWidgetSecretMade = "livechat_widget_secret_made",
    RoutingQueueCreated = "routing_queue_created",
    RoutingQueueChanged = "routing_queue_changed",
    RoutingQueueRemoved = "routing_queue_removed",
    RoutingQueuesOrdered = "routing_queues_ordered",
    RoutingSkillCreated = "routing_skill_created",
    RoutingSkillRenamed = "routing_skill_renamed",
    RoutingSkillRemoved = "routing_skill_removed",
    RoutingAgentChanged = "routing_agent_changed",
    RoutingSettingsChanged = "routing_settings_changed",
    KnowledgeCategoryCreated = "knowledge_category_created",
    KnowledgeCategoryChanged = "knowledge_category_changed",
    KnowledgeCategoryRemoved = "knowledge_category_removed",
    KnowledgeCategoriesOrdered = "knowledge_categories_ordered",
    KnowledgeArticleCreated = "knowledge_article_created",
    KnowledgeArticleChanged = "knowledge_article_changed",
    KnowledgeArticleRemoved = "knowledge_article_removed",
    KnowledgeArticlePublished = "knowledge_article_published",
    KnowledgeArticleArchived = "knowledge_article_archived",
    CalendarCreated = "calendar_created",
    CalendarChanged = "calendar_changed",
    CalendarRemoved = "calendar_removed",
    HolidayCreated = "holiday_created",
    HolidayChanged = "holiday_changed",
    HolidayRemoved = "holiday_removed",
    AnnouncementPublished = "announcement_published",
    AnnouncementChanged = "announcement_changed",
    AnnouncementWithdrawn = "announcement_withdrawn",
    StatusesChanged = "statuses_changed",
    UserStatusSet = "user_status_set",
    ChatWatched = "chat_watched",
    ChatTakenOver = "chat_taken_over",
    ChatWhispered = "chat_whispered",
    EmojiAdded = "emoji_added",
    EmojiDeleted = "emoji_deleted",
    ApiKeyMade = "api_key_made",
    ApiKeyRevoked = "api_key_revoked",
    WebhookCreated = "webhook_created",
    WebhookChanged = "webhook_changed",
    WebhookRemoved = "webhook_removed",
    WebhookGivenUp = "webhook_given_up",
    SenderBlocked = "sender_blocked",
    SenderUnblocked = "sender_unblocked",
    HeldRestored = "held_restored",
    HeldDiscarded = "held_discarded",
    SignInLinked = "sign_in_linked",
    ClientSignedUp = "client_signed_up",
    PlanChosen = "plan_chosen",
    FeaturesChosen = "features_chosen",
    TicketFormCreated = "ticket_form_created",
    TicketFormChanged = "ticket_form_changed",
    TicketFormRemoved = "ticket_form_removed",
    RuleCreated = "rule_created",
    RuleChanged = "rule_changed",
    RuleRemoved = "rule_removed",
    RulesOrdered = "rules_ordered",
    MacroCreated = "macro_created",
    MacroChanged = "macro_changed",
    MacroRemoved = "macro_removed",
    SurveyCreated = "survey_created",
    SurveyChanged = "survey_changed",
    SurveyRemoved = "survey_removed",
    CustomFieldCreated = "custom_field_created",
    CustomFieldChanged = "custom_field_changed",
    CustomFieldArchived = "custom_field_archived",
    CustomFieldsOrdered = "custom_fields_ordered",
    ContactFieldsChosen = "contact_fields_chosen",
    ContactChanged = "contact_changed",
    ContactMerged = "contact_merged",
    ContactUnmerged = "contact_unmerged",
    AssistChanged = "assist_changed",
    McpChanged = "mcp_changed",
    McpToolCalled = "mcp_tool_called",
    DataExported = "data_exported",
    CallSettingsChanged = "call_settings_changed",
    DashboardSwitched = "dashboard_switched",
    DashboardShared = "dashboard_shared",
    DashboardShareRevoked = "dashboard_share_revoked",
    ImportStarted = "import_started",
    ImportEnded = "import_ended",
    ImportCancelled = "import_cancelled",
    ImportDeleted = "import_deleted",
}

/// Says of a change what was before and what is now; nothing when that is the same.
pub fn step<T: Serialize + PartialEq>(
    changes: &mut Map<String, Value>,
    name: &str,
    from: T,
    to: T,
) {
    if from != to {
        changes.insert(name.to_owned(), json!({ "from": from, "to": to }));
    }
}

/// What a draft changed of another one, by the names of the API.
#[must_use]
pub fn changes<T: Serialize>(before: &T, after: &T) -> Value {
    let (before, after) = (json!(before), json!(after));
    let mut changes = Map::new();
    for name in after.as_object().into_iter().flat_map(Map::keys) {
        step(&mut changes, name, &before[name], &after[name]);
    }
    changes.into()
}

/// An entry of the log.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = AuditEntry)]
pub struct Entry {
    pub id: i64,
    /// Milliseconds since 1970.
    pub at: i64,
    /// None for the command line and for Patchbay itself.
    pub user_id: Option<i64>,
    /// The username as it was then.
    pub actor: String,
    pub address: String,
    #[schema(value_type = Action)]
    pub action: String,
    pub subject_kind: String,
    pub subject_id: String,
    /// The subject's name as it was then.
    pub subject: String,
    #[schema(value_type = Object)]
    pub changes: Value,
}

/// Which entries are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// A part of the username; empty for everybody.
    pub actor: String,
    /// Empty for all.
    pub action: String,
    /// From this moment on, in milliseconds.
    pub from: i64,
    /// Before this moment.
    pub until: Option<i64>,
}
