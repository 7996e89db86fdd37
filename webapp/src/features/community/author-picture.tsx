import { UserRound } from 'lucide-react';
import type { Contract } from '@/api/contract';

/** The sender's picture; the name stands in the message. */
export function AuthorPicture({ user }: { user: Contract<'Author'> }) {
  return (
    <span className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-full bg-sunken text-muted">
      {user.image ? (
        <img src={user.image} alt="" loading="lazy" className="size-9 object-cover" />
      ) : (
        <UserRound aria-hidden className="size-5" />
      )}
    </span>
  );
}
