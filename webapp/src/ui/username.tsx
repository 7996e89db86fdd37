import { useUser } from '@/api/use-session';

/** Tells a password manager whose password it is in a form that does not ask for the name; by default, the signed-in person's. */
export function Username({ email }: { email?: string }) {
  const user = useUser();
  const name = email ?? user?.email;
  if (!name) return null;
  // Managers look past a field of type "hidden".
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
