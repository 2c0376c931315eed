//! The codes by which WhatsApp says no, in a response or in a receipt.

use graph::Class::{Account, Again, Never, Slower};
use graph::Row;

const TOKEN: &str = "WhatsApp refuses the access token. Generate a new one for the system user and \
    enter it in the channel's settings.";
const PERMISSION: &str = "The access token may not use this WhatsApp account. Give its system user \
    the account and the permissions whatsapp_business_messaging and whatsapp_business_management.";
const TROUBLE: &str = "WhatsApp has trouble at the moment.";
const FASTER: &str = "WhatsApp asks for fewer messages.";
const FIELDS: &str = "WhatsApp does not accept this message as it is.";
const TEMPLATE: &str = "WhatsApp does not accept this template as it is.";

/// What is not here is judged by its HTTP status.
pub const TABLE: [Row; 51] = [
    Row(0, 0, "auth", Account, TOKEN),
    Row(190, 0, "auth", Account, TOKEN),
    Row(
        104,
        0,
        "auth",
        Account,
        "WhatsApp wants signed requests: switch off Require app secret \
        in the app's advanced settings.",
    ),
    Row(3, 0, "permission", Account, PERMISSION),
    Row(10, 0, "permission", Account, PERMISSION),
    Row(131005, 0, "permission", Account, PERMISSION),
    Row(1, 0, "trouble", Again, TROUBLE),
    Row(2, 0, "trouble", Again, TROUBLE),
    Row(131000, 0, "trouble", Again, TROUBLE),
    Row(131016, 0, "trouble", Again, TROUBLE),
    Row(131057, 0, "maintenance", Again, "WhatsApp is moving this number to more throughput."),
    Row(133004, 0, "trouble", Again, TROUBLE),
    Row(4, 0, "slow", Slower(60_000), FASTER),
    Row(613, 0, "slow", Slower(60_000), FASTER),
    Row(80007, 0, "slow", Slower(60_000), FASTER),
    Row(133016, 0, "slow", Slower(600_000), FASTER),
    Row(130429, 0, "slow", Slower(2_000), "This number sends more messages than WhatsApp takes."),
    Row(
        131056,
        0,
        "pair",
        Slower(6_000),
        "WhatsApp takes one message in six seconds to one person.",
    ),
    Row(
        131047,
        0,
        "window",
        Never,
        "More than 24 hours have passed since the customer wrote. \
        Send an approved template; when they answer, you can write freely again.",
    ),
    Row(
        131026,
        0,
        "unreachable",
        Never,
        "WhatsApp cannot deliver to this customer: they may not \
        use WhatsApp, have an old version, or have not accepted its terms.",
    ),
    Row(131021, 0, "same", Never, "A number cannot write to itself."),
    Row(130403, 0, "blocked", Never, "This desk has blocked the customer at WhatsApp."),
    Row(131050, 0, "opted-out", Never, "The customer does not want marketing messages."),
    Row(
        130472,
        0,
        "experiment",
        Never,
        "WhatsApp withholds marketing messages from this customer \
        as part of an experiment.",
    ),
    Row(
        131049,
        0,
        "ecosystem",
        Never,
        "WhatsApp withheld this message so that the customer does \
        not get too many; try again tomorrow at the earliest.",
    ),
    Row(
        131062,
        0,
        "needs-phone",
        Never,
        "This kind of message needs the customer's phone number, \
        which WhatsApp does not tell.",
    ),
    Row(100, 0, "invalid", Never, FIELDS),
    Row(33, 0, "unknown", Never, "WhatsApp does not know this number or message."),
    Row(131008, 0, "invalid", Never, FIELDS),
    Row(131009, 0, "invalid", Never, FIELDS),
    Row(131051, 0, "kind", Never, "WhatsApp does not know this kind of message."),
    Row(131052, 0, "file", Never, "WhatsApp could not load the customer's file."),
    Row(
        131053,
        0,
        "file",
        Never,
        "WhatsApp does not accept this file: its kind or its encoding \
        is not one of those it takes.",
    ),
    Row(132000, 0, "template", Never, "The template needs another number of values."),
    Row(
        132001,
        0,
        "template",
        Never,
        "There is no approved template of this name in this language.",
    ),
    Row(132005, 0, "template", Never, "With these values the template is too long."),
    Row(132007, 0, "template", Never, TEMPLATE),
    Row(132012, 0, "template", Never, "A value of the template has the wrong form."),
    Row(132015, 0, "template", Never, "The template is paused because of its quality."),
    Row(132016, 0, "template", Never, "The template is switched off because of its quality."),
    Row(132018, 0, "template", Never, TEMPLATE),
    Row(135000, 0, "trouble", Never, "WhatsApp could not send this message and says no more."),
    Row(368, 0, "policy", Account, "WhatsApp has blocked this account for breaking its policies."),
    Row(130497, 0, "country", Never, "This account may not write to customers in this country."),
    Row(
        131031,
        0,
        "locked",
        Account,
        "WhatsApp has locked this account. Look into WhatsApp Manager.",
    ),
    Row(
        131042,
        0,
        "payment",
        Account,
        "WhatsApp wants a valid way of payment; enter one in \
        WhatsApp Manager.",
    ),
    Row(131045, 0, "not-registered", Account, "The number is not registered at the Cloud API."),
    Row(133010, 0, "not-registered", Account, "The number is not registered at the Cloud API."),
    Row(131037, 0, "name", Account, "WhatsApp has not approved the number's display name."),
    Row(
        131048,
        0,
        "spam",
        Never,
        "WhatsApp limits this number because customers reported its messages.",
    ),
    Row(131064, 0, "spam", Never, "WhatsApp limits this number because of its quality."),
];
