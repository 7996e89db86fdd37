import { Link } from '@tanstack/react-router';
import type { Subscription } from '@/features/plans/types';
import { buttonClasses } from '@/ui/button';
import { Card } from '@/ui/page';

/** The newest invitation to a group: who invites to what, and the way to it. */
export function Invited({ invitations: [newest, ...others] }: { invitations: readonly Subscription[] }) {
  if (!newest) return null;
  const { id, name, created_by_name } = newest;
  return (
    <Card>
      <section aria-labelledby="invited" className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="flex min-w-0 grow basis-[min(100%,12rem)] flex-col gap-1 text-sm">
          <h2 id="invited" className="text-lg font-semibold">
            You are invited
          </h2>
          <p className="wrap-anywhere">{`${created_by_name} invites you to save together: ${name}`}</p>
          {others.length > 0 && (
            <p className="text-muted">
              {others.length === 1 ? 'One more invitation waits.' : `${others.length} more invitations wait.`}
            </p>
          )}
        </div>
        <Link
          to="/my-savings"
          search={{ id }}
          aria-label={`Look at it: ${name}`}
          className={buttonClasses('primary')}
        >
          Look at it
        </Link>
      </section>
    </Card>
  );
}
