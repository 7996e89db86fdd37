import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** A warning to read before continuing. */
export const Warning = ({ role, children }: { role?: 'alert'; children: ReactNode }) => (
  <p role={role} className="flex gap-3 rounded-control border border-warning p-4 text-sm font-medium">
    <TriangleAlert aria-hidden className="roomy size-5 shrink-0 text-warning" />
    <span className="min-w-0">{children}</span>
  </p>
);
