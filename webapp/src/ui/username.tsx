import { useUser } from '@/api/use-session';

/** Gives a password manager the username in a form without such a field; by default, the signed-in user's. */
export function Username({ email }: { email?: string }) {
  const user = useUser();
  const name = email ?? user?.email;
  if (!name) return null;
  // Password managers ignore fields of type "hidden".
  return (
    <input
      type="email"
      name="username"
      autoComplete="username"
      value={name}
      readOnly
      tabIndex={-1}
      aria-hidden
      className="sr-only"
    />
  );
}
