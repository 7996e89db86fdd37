//! Resolves a push service's name to public addresses only. The connection uses those same addresses, so a name that
//! resolves differently the second time gains nothing.

use super::endpoint::is_public;
use hyper_util::client::legacy::connect::dns::Name;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use tower::Service;

/// The system's resolver, filtered to public addresses.
#[derive(Debug, Clone, Copy)]
pub struct PublicResolver;

impl Service<Name> for PublicResolver {
    type Response = std::vec::IntoIter<SocketAddr>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Self::Response>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|address| is_public(address.ip())).collect();
            if public.is_empty() {
                return Err(io::Error::other("the name resolves to a private network"));
            }
            Ok(public.into_iter())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn names_resolving_to_this_machine_are_refused() {
        let name: Name = "localhost".parse().unwrap();
        assert!(PublicResolver.call(name).await.is_err());
    }
}
