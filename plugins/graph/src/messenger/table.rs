//! The codes by which Messenger and Instagram say no.

use crate::Class::{Account, Again, Never, Slower};
use crate::Row;

const TOKEN: &str =
    "The access token is refused. Make a new one and enter it in the channel's settings.";
const PERMISSION: &str =
    "The access token lacks a permission, or the app has not been reviewed for it.";
const WINDOW: &str = "More than 24 hours have passed since the customer wrote. Until they write again nothing \
    can be sent, except within seven days by apps with the feature Human Agent.";
const SLOWER: &str = "The provider asks for fewer calls.";
const TROUBLE: &str = "The provider has trouble at the moment.";
const GONE: &str =
    "This customer cannot be reached: they closed the chat, blocked the account or are gone.";
const THREAD: &str =
    "Another app answers this customer at the moment, so nothing can be sent from here.";
const FILE: &str = "The provider does not accept this file.";

/// What is not here is judged by its HTTP status.
pub const TABLE: [Row; 46] = [
    Row(190, 0, "auth", Account, TOKEN),
    Row(102, 0, "auth", Account, TOKEN),
    Row(
        104,
        0,
        "auth",
        Account,
        "Signed requests are wanted: switch off Require app secret in the app's \
        advanced settings.",
    ),
    Row(200, 1545041, "unreachable", Never, GONE),
    Row(200, 2018028, "permission", Account, PERMISSION),
    Row(
        200,
        2534041,
        "access-off",
        Account,
        "The owner of the account has switched off access to its \
        messages: in the Instagram app, allow access to messages under Connected tools.",
    ),
    Row(200, 0, "permission", Account, PERMISSION),
    Row(10, 2018278, "window", Never, WINDOW),
    Row(10, 2534022, "window", Never, WINDOW),
    Row(10, 2018065, "window", Never, WINDOW),
    Row(10, 2018108, "unreachable", Never, GONE),
    Row(
        10,
        1893063,
        "restricted",
        Account,
        "The provider has restricted this page for breaking its policies.",
    ),
    Row(
        10,
        2534077,
        "link",
        Account,
        "The link between the page and the Instagram account needs attention: \
        sign in to both and check two-factor authentication.",
    ),
    Row(10, 0, "permission", Account, PERMISSION),
    Row(551, 0, "unreachable", Never, GONE),
    Row(9000001, 0, "gone", Never, "The message that is answered no longer exists."),
    Row(100, 2018164, "permission", Account, PERMISSION),
    Row(100, 2534013, "link", Account, "The Instagram account is not linked to this page."),
    Row(100, 2534014, "id", Never, "The provider does not know this customer under this account."),
    Row(100, 2534015, "invalid", Never, "The provider does not accept this message as it is."),
    Row(
        100,
        2534025,
        "comment",
        Never,
        "This comment cannot be answered in private: it is older than seven \
        days, was answered already, or is gone.",
    ),
    Row(100, 2534029, "policy", Never, "The provider blocks this message by its policies."),
    Row(100, 2534037, "thread", Never, THREAD),
    Row(100, 2018001, "unreachable", Never, "The provider knows no such customer."),
    Row(100, 2018008, "fetch", Never, "The provider could not fetch the file from this desk."),
    Row(100, 2018014, "invalid", Never, "The provider does not accept this message as it is."),
    Row(100, 2018047, "file", Never, FILE),
    Row(100, 2018074, "file", Never, FILE),
    Row(100, 2018109, "file", Never, "The file is larger than the provider allows."),
    Row(100, 2018294, "file", Never, "The provider cannot play this video."),
    Row(100, 33, "unknown", Never, "The provider does not know this, or the token may not see it."),
    Row(100, 0, "invalid", Never, "The provider does not accept this message as it is."),
    Row(4, 0, "slow", Slower(60_000), SLOWER),
    Row(17, 0, "slow", Slower(60_000), SLOWER),
    Row(32, 0, "slow", Slower(60_000), SLOWER),
    Row(613, 2534040, "slow", Slower(10_000), SLOWER),
    Row(
        613,
        2018338,
        "slow",
        Slower(60_000),
        "The provider asks to slow down: customers found messages bothersome.",
    ),
    Row(613, 0, "slow", Slower(10_000), SLOWER),
    Row(80006, 0, "slow", Slower(60_000), SLOWER),
    Row(1, 0, "trouble", Again, TROUBLE),
    Row(2, 0, "trouble", Again, TROUBLE),
    Row(2018300, 0, "thread", Never, THREAD),
    Row(2018321, 0, "thread", Never, THREAD),
    Row(
        2022,
        0,
        "policy",
        Account,
        "The provider has blocked this account for breaking its policies.",
    ),
    Row(
        368,
        0,
        "policy",
        Account,
        "The provider has blocked this account for breaking its policies.",
    ),
    Row(1200, 0, "trouble", Again, TROUBLE),
];
