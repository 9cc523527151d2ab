//! What the domain's DNS should say, so that the players' servers take the mails: only told, never asked
//! for. And what is known of some providers.

use crate::mail::address::Address;

/// A provider whose servers are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Provider {
    domains: &'static [&'static str],
    /// The host of its IMAP server.
    pub imap: &'static str,
    /// The host of its SMTP server.
    pub smtp: &'static str,
    /// Whether its SMTP server has no port with TLS from the first byte.
    pub smtp_starttls: bool,
    /// What an SPF record of a domain of one's own has to include.
    spf: &'static str,
    /// The names of the keys it signs with.
    selectors: &'static [&'static str],
}

const PROVIDERS: &[Provider] = &[
    Provider {
        domains: &["gmail.com", "googlemail.com"],
        imap: "imap.gmail.com",
        smtp: "smtp.gmail.com",
        smtp_starttls: false,
        spf: "include:_spf.google.com",
        selectors: &["google"],
    },
    Provider {
        domains: &["outlook.com", "hotmail.com", "live.com"],
        imap: "outlook.office365.com",
        smtp: "smtp.office365.com",
        smtp_starttls: true,
        spf: "include:spf.protection.outlook.com",
        selectors: &["selector1", "selector2"],
    },
    Provider {
        domains: &["fastmail.com", "fastmail.fm"],
        imap: "imap.fastmail.com",
        smtp: "smtp.fastmail.com",
        smtp_starttls: false,
        spf: "include:spf.messagingengine.com",
        selectors: &["fm1", "fm2", "fm3"],
    },
];

impl Provider {
    /// The provider whose own domain this is.
    pub fn of(domain: &str) -> Option<&'static Provider> {
        PROVIDERS
            .iter()
            .find(|provider| provider.domains.iter().any(|own| own.eq_ignore_ascii_case(domain)))
    }

    /// The provider whose server this is.
    pub fn of_server(host: &str) -> Option<&'static Provider> {
        PROVIDERS.iter().find(|provider| provider.smtp.eq_ignore_ascii_case(host))
    }
}

/// The records to look at, each with the command that shows it.
pub(super) fn text(address: &Address, smtp: &str) -> String {
    let domain = address.domain();
    if Provider::of(domain).is_some() {
        return format!("The DNS records of {domain} are its provider's, and in order.\n");
    }
    let provider = Provider::of_server(smtp);
    let (spf, selectors) = match provider {
        Some(provider) => (provider.spf.to_owned(), provider.selectors),
        None => (format!("a:{smtp}"), &["SELECTOR"][..]),
    };
    let mut text = format!(
        "DNS records of {domain} to check, so that the players' servers take the mails:\n\n  \
         MX     {domain}            names the server that receives mail for {mailbox}\n         \
         dig +short MX {domain}\n  \
         SPF    {domain}            permits {smtp} to send: TXT \"v=spf1 {spf} -all\"\n         \
         dig +short TXT {domain}\n",
        mailbox = address.mailbox(),
    );
    for selector in selectors {
        text += &format!(
            "  DKIM   {selector}._domainkey.{domain}   the key that {smtp} signs with\n         \
             dig +short TXT {selector}._domainkey.{domain}\n"
        );
    }
    text += &format!(
        "  DMARC  _dmarc.{domain}     what to do with forgeries: TXT \"v=DMARC1; p=quarantine\"\n         \
         dig +short TXT _dmarc.{domain}\n"
    );
    if provider.is_none() {
        text += "  (SELECTOR stands in the DKIM-Signature header, behind s=, of any mail that server sent.)\n";
    }
    text
}
