import { BadgeCheck } from 'lucide-react';
import type { User } from '@/api/types';
import { Card } from '@/ui/page';
import { PersonDisc } from '@/ui/person-disc';
import { Ring } from '@/ui/ring';
import type { Verification } from './verification';

interface Props {
  user: User;
  /** Undefined until its data has loaded. */
  verification: Verification | undefined;
}

/** The number of completed verification steps. */
export const doneOf = ({ steps }: Verification): number =>
  steps.filter(({ status }) => status === 'completed').length;

/** The signed-in user and their verification progress. */
export function PersonCard({ user, verification }: Props) {
  const { name, email, phone, profile, meta } = user;
  return (
    <Card className="flex flex-wrap items-center gap-4">
      <Ring
        done={verification ? doneOf(verification) : 0}
        of={verification?.steps.length ?? 1}
        className="roomy size-20 shrink-0 text-accent-text"
      >
        <PersonDisc name={name} image={profile.image} className="size-14! text-lg! text-text" />
      </Ring>
      <div className="min-w-min grow basis-0">
        <p className="text-lg font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted wrap-anywhere">{email || phone}</p>
        {meta.identity_verified && (
          <p className="mt-2 inline-flex items-center gap-1.5 rounded-full bg-accent-soft px-3 py-1 text-xs font-semibold">
            <BadgeCheck aria-hidden className="size-4 text-positive" />
            <span>Identity verified</span>
          </p>
        )}
      </div>
    </Card>
  );
}
