//! What people may do for a brand, by the roles they carry.

use crate::shape::{input, output, record};

/// Opening an account for somebody else, who proves the address.
pub const OPEN_ACCOUNTS: &str = "users.create";
/// Every permission that a call asks for.
pub const PERMISSIONS: [&str; 1] = [OPEN_ACCOUNTS];

const LONGEST_NAME_BYTES: usize = 40;

/// Whether a role can be called so: up to 40 small letters and hyphens, such as `branch-agent`.
///
/// ```
/// use domain_core::identity::roles::is_role_name;
/// assert!(is_role_name("branch-agent"));
/// assert!(!is_role_name("") && !is_role_name("Agent") && !is_role_name(&"a".repeat(41)));
/// ```
#[must_use]
pub fn is_role_name(name: &str) -> bool {
    (1..=LONGEST_NAME_BYTES).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

record! {
    /// A role, as the signed-in person carries it.
    pub struct Role {
        name: String,
        permissions: Vec<Permission>,
    }

    /// Something that a role allows.
    pub struct Permission {
        name: String,
    }
}

input! {
    /// What is asked about: a role, a permission, or both.
    pub struct PermissionInput {
        roles: Vec<Role>,
        /// The name of a role.
        role: Option<String>,
        /// The name of a permission.
        permission: Option<String>,
    }
}

output! {
    /// Whether that is so.
    pub struct Permitted {
        allowed: bool,
    }
}

/// Whether one of the person's roles allows it.
#[must_use]
pub fn has_permission(roles: &[Role], name: &str) -> bool {
    check(roles, None, Some(name))
}

/// Whether the person carries the role, and a role with the permission. Whoever asks about nothing is allowed nothing.
#[inline(never)]
fn check(roles: &[Role], role: Option<&str>, permission: Option<&str>) -> bool {
    let (mut carries, mut may) = (role.is_none(), permission.is_none());
    if carries && may {
        return false;
    }
    for one in roles {
        carries |= role == Some(one.name.as_str());
        for allowed in &one.permissions {
            may |= permission == Some(allowed.name.as_str());
        }
    }
    carries && may
}

/// Role, permission, or both. Source: document 1, section 6.
pub fn permitted(input: &PermissionInput) -> Permitted {
    Permitted {
        allowed: check(
            &input.roles,
            input.role.as_deref(),
            input.permission.as_deref(),
        ),
    }
}
