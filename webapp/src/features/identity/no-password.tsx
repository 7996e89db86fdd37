import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { endSession, sessionOver } from '@/api/client';
import { useUser } from '@/api/use-session';
import { Button, buttonClasses } from '@/ui/button';

/** Whether the user has a password. */
export function useHasPassword(): boolean {
  return useUser()?.has_password ?? false;
}

interface Props {
  /** The action that requires a password. */
  wanted: 'to set a PIN' | 'to remove a PIN';
}

/** Shown in place of a password field if no password is set: explains the alternative. */
export function NoPassword({ wanted }: Props) {
  const hasEmail = (useUser()?.email ?? '') !== '';
  if (wanted === 'to set a PIN' && !hasEmail) return <LogInAgain />;
  return (
    <div role="alert" className="flex flex-col gap-4">
      <p className="text-sm font-medium">
        {hasEmail
          ? 'This needs a password, and your account has none yet. Set one in the settings, under Security, and come back here. Or write to us in the chat: we can remove a forgotten PIN for you.'
          : 'A forgotten PIN is removed with a password, and your account has none. Write to us in the chat: we remove the PIN for you. Then log in again with your BVN or NIN, and set a new one within ten minutes.'}
      </p>
      <Link to="/chat" className={buttonClasses('quiet', true)}>
        Open the chat
      </Link>
    </div>
  );
}

/** The sign-in code of an account with neither password nor email address proves its owner, for ten minutes. */
function LogInAgain() {
  const [isLeaving, setLeaving] = useState(false);
  const logOut = async () => {
    setLeaving(true);
    await endSession();
    sessionOver('Please log in with your BVN or NIN, and set your PIN.');
  };
  return (
    <div role="alert" className="flex flex-col gap-4">
      <p className="text-sm font-medium">
        For your safety a PIN is set within ten minutes of logging in with your code. Log in again with your
        BVN or NIN, and you come back here to set it.
      </p>
      <Button look="quiet" wide busy={isLeaving} onClick={() => void logOut()}>
        Log out
      </Button>
    </div>
  );
}
