import type { Subscription } from '../types';

/** What was decided on a request, and why. */
export function Decision({ loan: { comment } }: { loan: Subscription }) {
  if (comment === null) return null;
  return (
    <section aria-label="What was decided" className="rounded-control bg-sunken p-4 text-sm">
      {comment}
    </section>
  );
}
