//! Support's side of the support chat.

use super::Failure;
use super::user::{Act, Who, failed};
use clap::Subcommand;
use community::chat::attachments::{self, Size};
use community::chat::messages::Message;
use community::chat::{operator, support};
use ground::clock;
use ground::private_file;
use identity::operator::find;
use service::app::AppState;
use std::io::Write;
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum Command {
    /// List the conversations, unanswered ones first
    List {
        /// The brand's identifier
        #[arg(long, default_value = "ajo")]
        tenant: String,
    },
    /// Show the latest messages
    Show {
        #[command(flatten)]
        of: Who,
        /// Show messages before this one
        #[arg(long)]
        before: Option<i64>,
    },
    /// Save a file that the user has sent
    File {
        #[command(flatten)]
        of: Who,
        /// Its identifier, as `show` prints it
        id: String,
        /// The file to write; it must not exist
        to: PathBuf,
    },
    /// Reply; the user is notified
    Reply {
        #[command(flatten)]
        act: Act,
        text: String,
    },
}

impl Command {
    pub const fn only_reads(&self) -> bool {
        matches!(
            self,
            Self::List { .. } | Self::Show { .. } | Self::File { .. }
        )
    }
}

pub async fn run(app: &AppState, command: Command) -> Result<(), Failure> {
    match command {
        Command::List { tenant } => {
            let conversations = operator::list(app, &tenant).await.map_err(failed)?;
            for one in &conversations {
                let state = if one.waits { "waits" } else { "answered" };
                println!(
                    "{} {state} {} {} messages, {} <{}>",
                    one.last_at, one.user, one.messages, one.name, one.email
                );
            }
            println!("support: {} conversations", conversations.len());
        }
        Command::Show { of, before } => {
            let user = find(app, of.tenant(), of.who()).await.map_err(failed)?;
            let part = operator::show(app, &user, before).await.map_err(failed)?;
            part.messages.iter().for_each(print);
        }
        Command::File { of, id, to } => {
            let user = find(app, of.tenant(), of.who()).await.map_err(failed)?;
            let address = support::of(&user.tenant_id, &user.id);
            let found = attachments::find(app, &address, &user.id, &id, Size::Whole).await;
            let (_, bytes) = found.map_err(failed)?.ok_or("there is no such file")?;
            private_file::create(&to)?.write_all(&bytes)?;
            println!("support: {} bytes in {}", bytes.len(), to.display());
        }
        Command::Reply { act, text } => {
            let user = find(app, act.of().tenant(), act.of().who()).await;
            let user = user.map_err(failed)?;
            let number = support::answer(app, &user, &text, act.by()).await;
            println!("support: message {} is sent", number.map_err(failed)?);
        }
    }
    Ok(())
}

/// Marks the author where nobody can forge it: `>` before the user's messages, `<` before ours. Continuation lines
/// begin with a bar, so that none can pass for another message or a file.
pub(super) fn print(message: &Message) {
    let (mark, who) = match (&message.user_id, &message.name) {
        (Some(_), name) => ('>', name.as_deref().unwrap_or_default()),
        (None, _) => ('<', "support"),
    };
    println!(
        "{mark} {} {} {who}: {}",
        message.number,
        clock::rfc3339(message.created_at_ms),
        message.text.replace('\n', "\n  | ")
    );
    for file in &message.attachments {
        println!("    file {} {}", file.id, file.name);
    }
}
