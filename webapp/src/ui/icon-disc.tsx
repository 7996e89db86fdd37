import type { LucideIcon } from 'lucide-react';

/** The icon of a row, which shrinks in favour of text if text is large. */
export const IconDisc = ({ icon: Icon }: { icon: LucideIcon }) => (
  <span aria-hidden className="roomy grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft">
    <Icon className="size-5" />
  </span>
);
