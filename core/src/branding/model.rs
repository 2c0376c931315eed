//! Which variant a host name shows, and who is listed for what.

use crate::config;
use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::LazyLock,
};
use utoipa::ToSchema;

const FILES: [&str; 3] = [
    include_str!("../../../config/variants/call-centre.toml"),
    include_str!("../../../config/variants/all-in-one.toml"),
    include_str!("../../../config/variants/trading.toml"),
];

/// One variant of the product. Everything in it is public.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    #[schema(example = "all-in-one")]
    pub id: String,
    /// The product's name.
    pub name: String,
    /// The accent in ten shades from light to dark; the eighth is for light ground, the fifth for
    /// dark ground.
    pub shades: Vec<String>,
    /// What lies behind a chosen entry on light ground.
    pub selected_light: String,
    /// What lies behind a chosen entry on dark ground.
    pub selected_dark: String,
    /// Text on the accent on dark ground.
    pub on_dark: String,
    /// What this variant offers.
    pub features: Vec<String>,
    /// Addresses whose menu entries hide while the panel is collapsed, until a person chooses.
    pub hidden_menu: Vec<String>,
    /// An SVG picture.
    pub logo: String,
    /// The token of the form that strangers write to; empty for none. The configuration's, not a file's.
    #[serde(default)]
    pub contact_form: String,
    /// Where pictures of notifications lie: `uid` and `file_name` are put behind it, each after a slash.
    #[serde(default)]
    #[schema(example = "/api/photos")]
    pub notification_pictures: String,
}

/// Where this server has the photos that notifications show.
const OWN_PICTURES: &str = "/api/photos";

fn pictures(config: &config::Branding) -> String {
    match config.notification_pictures.trim_end_matches('/') {
        "" => OWN_PICTURES.to_owned(),
        base => base.to_owned(),
    }
}

/// Everything that some variant offers, in the alphabet's order.
#[must_use]
pub fn features() -> &'static [String] {
    static ALL: LazyLock<Vec<String>> = LazyLock::new(|| {
        let variants = FILES.iter().filter_map(|text| toml::from_str::<Variant>(text).ok());
        let all: BTreeSet<String> = variants.flat_map(|variant| variant.features).collect();
        all.into_iter().collect()
    });
    &ALL
}

/// All variants, and which host name shows which.
pub(super) struct Variants {
    all: Vec<Variant>,
    hosts: HashMap<String, usize>,
    default: usize,
}

impl Variants {
    pub(super) fn read(config: &config::Branding) -> Result<Self> {
        let all = FILES
            .iter()
            .map(|text| -> Result<Variant> {
                let mut variant: Variant = toml::from_str(text)?;
                variant.logo = variant.logo.trim().to_owned();
                variant.contact_form.clone_from(&config.contact_form);
                variant.notification_pictures = pictures(config);
                Ok(variant)
            })
            .collect::<Result<Vec<_>>>()
            .context("a variant of the product cannot be read")?;
        let place = |id: &str| {
            all.iter()
                .position(|variant| variant.id == id)
                .with_context(|| format!("there is no variant \"{id}\""))
        };
        let default = place(&config.default_variant)?;
        let mut hosts = HashMap::new();
        for pair in &config.hosts {
            let (host, id) = pair.split_once('=').context("a host names no variant")?;
            hosts.insert(bare(host.trim()), place(id.trim())?);
        }
        Ok(Self { all, hosts, default })
    }

    /// The variant for the host a browser asked, as its `Host` header says it.
    pub(super) fn of(&self, host: &str) -> &Variant {
        &self.all[self.hosts.get(&bare(host)).copied().unwrap_or(self.default)]
    }

    #[cfg(test)]
    pub(super) fn all(&self) -> &[Variant] {
        &self.all
    }
}

/// A host name in lower case, without its port and the dot of the root.
fn bare(host: &str) -> String {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    name.trim_end_matches('.').to_lowercase()
}

/// The clients and users whom the configuration names.
pub(super) struct Listed {
    restore_ticket: HashSet<i64>,
    customer_analysis: HashSet<i64>,
    dashboard: HashSet<i64>,
}

/// What the configuration gives the person who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct Mine {
    /// Agents of this client return to the ticket they had open last.
    pub restore_ticket: bool,
    /// This client has the customer analysis whatever its plan.
    pub customer_analysis: bool,
    /// This user has the dashboard.
    pub dashboard: bool,
}

impl Listed {
    pub(super) fn read(config: &config::Branding) -> Self {
        // The configuration's rules have let only numbers pass.
        let numbers = |list: &[String]| list.iter().filter_map(|text| text.parse().ok()).collect();
        Self {
            restore_ticket: numbers(&config.restore_ticket_clients),
            customer_analysis: numbers(&config.customer_analysis_clients),
            dashboard: numbers(&config.dashboard_users),
        }
    }

    pub(super) fn of(&self, client_id: i64, user_id: i64) -> Mine {
        Mine {
            restore_ticket: self.restore_ticket.contains(&client_id),
            customer_analysis: self.customer_analysis.contains(&client_id),
            dashboard: self.dashboard.contains(&user_id),
        }
    }
}
