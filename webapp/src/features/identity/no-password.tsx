import { Link } from '@tanstack/react-router';
import { useUser } from '@/api/use-session';
import { buttonClasses } from '@/ui/button';

/** Whether the user has a password. */
export function useHasPassword(): boolean {
  return useUser()?.has_password ?? false;
}

/** Shown instead of a password field if no password is set. */
export function NoPassword() {
  return (
    <div role="alert" className="flex flex-col gap-4">
      <p className="text-sm font-medium">
        This needs a password, and your account has none yet. Set one in the settings, under Security, and
        come back here. Or write to us in the chat: we can remove a forgotten PIN for you.
      </p>
      <Link to="/chat" className={buttonClasses('quiet', true)}>
        Open the chat
      </Link>
    </div>
  );
}
