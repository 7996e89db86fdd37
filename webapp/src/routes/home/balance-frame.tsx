import type { Elements } from '@/lib/elements';

/** The card that the balance stands on. */
export const BalanceFrame = ({ children }: { children: Elements }) => (
  <div className="relative flex flex-col overflow-clip rounded-card bg-accent px-gutter py-2 low:py-0 text-on-accent shadow-raised">
    {children}
  </div>
);
