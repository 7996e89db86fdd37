import { Camera } from 'lucide-react';
import { useId, useState } from 'react';
import type { User } from '@/api/types';
import { evaluate } from '@/engine';
import { classes } from '@/lib/classes';
import { PersonDisc } from '@/ui/person-disc';
import { useSaveAvatar } from './mutations';

/** The user's picture, and a way to change it. */
export function Avatar({ user }: { user: User }) {
  const id = useId();
  const [refused, setRefused] = useState<string | null>(null);
  const send = useSaveAvatar();
  const choose = (file: File | undefined) => {
    if (!file) return;
    const values = { name: file.name, size: file.size, media_type: file.type };
    const { violations } = evaluate('form.avatar', { values });
    setRefused(violations[0]?.message ?? null);
    if (violations.length === 0) send.mutate(file);
  };
  const problem = refused ?? send.error?.message;
  return (
    <div className="flex flex-col items-center gap-2">
      <label
        htmlFor={id}
        className={classes(
          'relative grid size-24 cursor-pointer place-items-center rounded-full',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
          send.isPending && 'animate-[breathe_1.2s_infinite]',
        )}
      >
        {user.profile.image ? (
          <img src={user.profile.image} alt="" className="size-24 rounded-full object-cover" />
        ) : (
          <PersonDisc name={user.name} className="size-24! text-2xl!" />
        )}
        <span className="absolute end-0 bottom-0 grid size-9 place-items-center rounded-full bg-raised text-accent-text shadow-raised">
          <Camera aria-hidden className="size-5" />
        </span>
        <span className="sr-only">Change your picture</span>
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          className="sr-only"
          disabled={send.isPending}
          aria-describedby={`${id}-state`}
          onChange={(event) => {
            choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
      <p
        id={`${id}-state`}
        role="status"
        className={classes('min-h-5 text-sm', problem ? 'text-negative' : 'text-muted')}
      >
        {send.isPending ? 'Uploading your picture' : problem}
      </p>
    </div>
  );
}
