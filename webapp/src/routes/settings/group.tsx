import type { Elements } from '@/lib/elements';
import { Card } from '@/ui/page';

/** A card of rows under a small title. */
export function Group({ title, children }: { title: string; children: Elements }) {
  return (
    <Card>
      <h2 className="pb-2 text-sm font-semibold text-muted">{title}</h2>
      {children}
    </Card>
  );
}
