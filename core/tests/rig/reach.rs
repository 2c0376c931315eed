//! The entries of `egress.allow_private` that let plugins reach what plays their providers.

/// Every plugin that the tests bring.
const PLUGINS: [&str; 17] = [
    "beacon",
    "calls",
    "chatbot",
    "email",
    "facebook",
    "graph-email",
    "hostile",
    "instagram",
    "line",
    "livechat",
    "pigeon",
    "py-helper",
    "sms",
    "telegram",
    "whatsapp",
    "whole",
    "x",
];
/// The numbers that the tests' clients have.
const CLIENTS: std::ops::RangeInclusive<i64> = 1..=3;

/// Addresses, separated by commas, that all plugins of all clients may reach.
pub fn plugins_reach(addresses: &str) -> String {
    let mut entries = vec![];
    for address in addresses.split(',').map(str::trim) {
        for client in CLIENTS {
            for plugin in PLUGINS {
                entries.push(format!("plugin/{plugin}/{client}={address}"));
                entries.push(format!("plugin/{plugin}.recorded/{client}={address}"));
            }
        }
    }
    entries.join(", ")
}
