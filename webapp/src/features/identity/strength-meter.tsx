import { Check, Circle } from 'lucide-react';
import { evaluate } from '@/engine/entry';
import { classes } from '@/lib/classes';
import { Advice } from './advice';

const COLOURS: Record<string, string> = { red: 'bg-negative', amber: 'bg-warning', green: 'bg-positive' };
const WORDS: Record<string, string> = { red: 'Weak', amber: 'Fair', green: 'Strong' };
const CRITERIA = [
  ['mixed_case', 'Upper- and lower-case letters'],
  ['digit', 'A digit'],
  ['special', 'A special character, such as ! or #'],
  ['long', 'More than 7 characters'],
] as const;

/** Whether the typed password is too weak to submit. (Document 1, section 5.) */
export const isTooWeak = (password: string): boolean =>
  password !== '' && !evaluate('password.strength', { password }).acceptable;

/**
 * The strength of a new password, from the first character on, in words as well as in colour. `known` are the user's
 * own words, which are guessed first.
 */
export function StrengthMeter({ password, known }: { password: string; known: (string | null)[] }) {
  if (password === '') return null;
  const { score, colour, criteria } = evaluate('password.strength', { password });
  return (
    <div className="flex flex-col gap-2">
      <div
        role="progressbar"
        aria-label="Password strength"
        aria-valuemin={0}
        aria-valuemax={4}
        aria-valuenow={score}
        aria-valuetext={WORDS[colour]}
        className="grid grid-cols-4 gap-1.5"
      >
        {CRITERIA.map(([name], index) => (
          <span
            key={name}
            className={classes('h-1.5 rounded-full', index < score ? COLOURS[colour] : 'bg-sunken')}
          />
        ))}
      </div>
      <p className="text-xs font-semibold">{WORDS[colour]}</p>
      <ul className="grid gap-1 text-xs text-muted">
        {CRITERIA.map(([name, label]) => {
          const met = criteria[name];
          const Icon = met ? Check : Circle;
          return (
            <li key={name} className={classes('flex items-center gap-2', met && 'text-positive')}>
              <Icon aria-hidden className="size-3.5" />
              <span>{label}</span>
              <span className="sr-only">{met ? '(met)' : '(missing)'}</span>
            </li>
          );
        })}
      </ul>
      <Advice password={password} known={known} />
    </div>
  );
}
