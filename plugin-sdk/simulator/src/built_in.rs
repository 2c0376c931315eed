//! The providers that are written in Rust, besides Telegram.
use std::sync::Arc;

use anyhow::Result;
use axum::Router;

use crate::asterisk::Asterisk;
use crate::beacon::Beacon;
use crate::graph_mail::GraphMail;
use crate::line::Line;
use crate::mail_server::MailServer;
use crate::network::Provider;
use crate::sms::Sms;
use crate::x::X;
use crate::{Options, meta};

/// One of them: what the index, the phone and the control API need, and its own addresses.
pub struct BuiltIn {
    pub provider: Arc<dyn Provider>,
    pub routes: Router,
}

/// All of them, as the index lists them.
pub fn all(options: &Options, root: &str) -> Result<Vec<BuiltIn>> {
    let asterisk = Asterisk::start(options);
    let beacon = Beacon::start(options, root);
    let graph_mail = GraphMail::start(options, root)?;
    let line = Line::start(options, root)?;
    let sms = Sms::start(options, root)?;
    let x = X::start(options, root)?;
    let mut all = vec![
        BuiltIn { routes: beacon.routes(), provider: beacon },
        BuiltIn { routes: graph_mail.routes(), provider: graph_mail },
        BuiltIn { routes: line.routes(), provider: line },
        BuiltIn { routes: sms.routes(), provider: sms },
        BuiltIn { routes: x.routes(), provider: x },
    ];
    for graph in meta::start(options, root)? {
        all.push(BuiltIn { routes: graph.routes(), provider: graph });
    }
    all.push(BuiltIn { routes: asterisk.routes(), provider: asterisk });
    let mail = MailServer::start(options, root)?;
    all.push(BuiltIn { routes: mail.routes(), provider: mail });
    Ok(all)
}
