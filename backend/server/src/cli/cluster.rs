//! Clusters: local groups of members, and their messages.

use super::Failure;
use clap::{Args, Subcommand};
use community::clusters::operator::{self, Change};
use domain_core::community::membership::ClusterStatus;
use ground::clock;
use ground::error::ApiError;
use identity::operator::find;
use service::app::AppState;

/// A cluster and its brand.
#[derive(Args)]
pub struct Which {
    /// The cluster's code
    code: String,
    /// The brand's identifier
    #[arg(long, default_value = "ajo")]
    tenant: String,
}

/// Details of a cluster. Omitted ones stay unchanged; an empty contact is removed.
#[derive(Args)]
pub struct Facts {
    /// Its display name
    #[arg(long)]
    name: Option<String>,
    /// The state under which it is listed
    #[arg(long)]
    state: Option<String>,
    /// The local government area
    #[arg(long)]
    lga: Option<String>,
    /// A link to a WhatsApp chat or group: https://wa.me/… or https://chat.whatsapp.com/…
    #[arg(long)]
    whatsapp_link: Option<String>,
    /// The contact address for its members
    #[arg(long)]
    support_email: Option<String>,
    /// open, or closed to new members and messages
    #[arg(long)]
    status: Option<String>,
    /// Your name, for the audit log
    #[arg(long)]
    by: String,
}

#[derive(Subcommand)]
pub enum Command {
    /// Add a cluster; people join with its code
    Add {
        #[command(flatten)]
        which: Which,
        #[command(flatten)]
        facts: Box<Facts>,
    },
    /// Change a cluster: only the given details
    Set {
        #[command(flatten)]
        which: Which,
        #[command(flatten)]
        facts: Box<Facts>,
    },
    /// List the clusters, with the number of reported messages
    List {
        /// The brand's identifier
        #[arg(long, default_value = "ajo")]
        tenant: String,
    },
    /// List current and removed members
    Members(Which),
    /// Show the latest messages and reports
    Show {
        #[command(flatten)]
        which: Which,
        /// Show messages before this one
        #[arg(long)]
        before: Option<i64>,
    },
    /// Remove a message, or a member, who then cannot join again
    Remove {
        #[command(flatten)]
        which: Which,
        /// The message's number
        #[arg(long, required_unless_present = "member", conflicts_with = "member")]
        message: Option<i64>,
        /// The member's email address or identifier
        #[arg(long)]
        member: Option<String>,
        /// Let them join again
        #[arg(long, requires = "member")]
        lift: bool,
        /// Your name, for the audit log
        #[arg(long)]
        by: String,
    },
}

impl Command {
    pub const fn only_reads(&self) -> bool {
        matches!(
            self,
            Self::List { .. } | Self::Members(_) | Self::Show { .. }
        )
    }
}

/// Adds the field to the message of a validation error.
pub fn failed(error: ApiError) -> Failure {
    let refused = error
        .violations()
        .iter()
        .map(|violation| [violation.field.as_ref(), ": ", violation.message.as_ref()].concat());
    let lines: Vec<String> = refused.collect();
    match error.code() {
        "refused" if !lines.is_empty() => lines.join("\nbackend: ").into(),
        "refused" | "not_found" => error.message().into(),
        code => code.into(),
    }
}

fn changed(facts: Facts) -> Result<(Change, String), Failure> {
    let status = match facts.status.as_deref() {
        None => None,
        Some(word) => {
            let status = ClusterStatus::named(word);
            Some(status.ok_or("--status: write open or closed")?)
        }
    };
    let change = Change {
        name: facts.name,
        state: facts.state,
        lga: facts.lga,
        whatsapp_link: facts.whatsapp_link,
        support_email: facts.support_email,
        status,
    };
    Ok((change, facts.by))
}

pub async fn run(app: &AppState, command: Command) -> Result<(), Failure> {
    match command {
        Command::Add { which, facts } => {
            let (change, by) = changed(*facts)?;
            let id = operator::add(app, &which.tenant, &which.code, &change, &by).await;
            println!("cluster: {} is added", id.map_err(failed)?);
        }
        Command::Set { which, facts } => {
            let (change, by) = changed(*facts)?;
            let done = operator::set(app, &which.tenant, &which.code, &change, &by).await;
            done.map_err(failed)?;
            println!("cluster: changed");
        }
        Command::List { tenant } => list(app, &tenant).await?,
        Command::Members(which) => {
            let members = operator::members(app, &which.tenant, &which.code).await;
            for one in members.map_err(failed)? {
                println!(
                    "{} {} {} {} <{}>",
                    clock::rfc3339(one.joined_at_ms),
                    one.membership.as_str(),
                    one.user_id,
                    one.name,
                    one.email
                );
            }
        }
        Command::Show { which, before } => show(app, &which, before).await?,
        Command::Remove {
            which,
            message,
            member,
            lift,
            by,
        } => remove(app, &which, message, member, lift, &by).await?,
    }
    Ok(())
}

async fn list(app: &AppState, tenant: &str) -> Result<(), Failure> {
    let clusters = operator::list(app, tenant).await.map_err(failed)?;
    for one in &clusters {
        let cluster = &one.row.cluster;
        println!(
            "{} {} {}, {}: {}, {} members, {} reported",
            cluster.code,
            cluster.status.as_str(),
            cluster.state,
            cluster.lga,
            cluster.name,
            one.row.members,
            one.reported
        );
    }
    println!("cluster: {} clusters", clusters.len());
    Ok(())
}

async fn show(app: &AppState, which: &Which, before: Option<i64>) -> Result<(), Failure> {
    let (part, reports) = operator::show(app, &which.tenant, &which.code, before)
        .await
        .map_err(failed)?;
    for message in &part.messages {
        super::support::print(message);
        let of_it = reports
            .iter()
            .filter(|(number, _)| *number == message.number);
        for (_, reason) in of_it {
            println!("    reported: {reason}");
        }
        if message.removed {
            println!("    removed");
        }
    }
    Ok(())
}

async fn remove(
    app: &AppState,
    which: &Which,
    message: Option<i64>,
    member: Option<String>,
    lift: bool,
    by: &str,
) -> Result<(), Failure> {
    if let Some(number) = message {
        let done = operator::remove_message(app, &which.tenant, &which.code, number, by).await;
        done.map_err(failed)?;
        println!("cluster: message {number} is removed");
    }
    if let Some(who) = member {
        let user = find(app, &which.tenant, &who).await;
        let user = user.map_err(super::user::failed)?;
        let done = operator::remove_member(app, &which.code, &user, lift, by).await;
        done.map_err(failed)?;
        println!(
            "cluster: {}",
            if lift {
                "the user can join again"
            } else {
                "the user is removed"
            }
        );
    }
    Ok(())
}
