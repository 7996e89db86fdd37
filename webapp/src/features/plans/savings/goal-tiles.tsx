import { Link } from '@tanstack/react-router';
import { GoalArt } from './goal-art';
import { GOALS } from './goals';

/** Tiles, two in a row; one where large text leaves no room for two, and more on a wide page. */
export const TILES =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.25rem),1fr))] gap-3 @2xl/page:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] @2xl/page:gap-4';

/** Every goal with its drawing; each leads to its amount and day. */
export function GoalTiles() {
  return (
    <ul aria-label="Goals" className={TILES}>
      {GOALS.map(({ kind, label }) => (
        <li key={kind} className={kind === 'other' ? 'col-span-full' : undefined}>
          <Link
            to="/saves"
            search={{ goal: kind }}
            className={
              kind === 'other'
                ? 'flex min-h-16 items-center gap-4 rounded-card bg-raised px-5 py-3 font-semibold shadow-raised hover:bg-accent-soft'
                : 'flex h-full min-h-32 flex-col justify-between gap-4 rounded-card bg-raised p-5 font-semibold shadow-raised hover:bg-accent-soft'
            }
          >
            <GoalArt
              kind={kind}
              className={
                kind === 'other'
                  ? 'roomy size-10 shrink-0 text-accent-text'
                  : 'size-14 text-accent-text rtl:-scale-x-100'
              }
            />
            <span className="wrap-anywhere">{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
