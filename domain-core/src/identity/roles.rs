//! Permissions granted through roles of a brand.

use crate::shape::{input, output, record};

/// Opening accounts for customers, who confirm their address themselves.
pub const OPEN_ACCOUNTS: &str = "users.create";
/// All permissions that the API checks.
pub const PERMISSIONS: [&str; 1] = [OPEN_ACCOUNTS];

const LONGEST_NAME_BYTES: usize = 40;

/// Whether this is a valid role name: up to 40 lower-case letters and hyphens, such as `branch-agent`.
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
    /// A role of the signed-in user.
    pub struct Role {
        /// The name of the role, such as `branch-agent`.
        name: String,
        /// The permissions that the role carries.
        permissions: Vec<Permission>,
    }

    /// A permission of a role.
    pub struct Permission {
        /// The name of the permission, such as `users.create`.
        name: String,
    }
}

input! {
    /// The required role, permission, or both.
    pub struct PermissionInput {
        /// The roles of the signed-in user.
        roles: Vec<Role>,
        /// The name of a role.
        role: Option<String>,
        /// The name of a permission.
        permission: Option<String>,
    }
}

output! {
    /// Whether the user has the required role and permission.
    pub struct Permitted {
        /// Whether the user has what is required; false if nothing is required.
        allowed: bool,
    }
}

/// Whether one of the user's roles has the permission.
#[must_use]
pub fn has_permission(roles: &[Role], name: &str) -> bool {
    check(roles, None, Some(name))
}

/// Whether the user has the role, and a role with the permission. If nothing is required, the answer is no.
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
