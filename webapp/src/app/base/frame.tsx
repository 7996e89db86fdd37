import { Outlet } from '@tanstack/react-router';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';
import { useConfiguration } from '@/ui/configuration';
import { Ring } from '@/ui/ring';

/** The centred frame around every page; beside the side menu a page takes the remaining width. */
export function Frame({ beside = false, children }: { beside?: boolean; children: Elements }) {
  return (
    <div
      className={classes(
        'mx-auto flex min-h-dvh w-full max-w-(--frame-width) flex-col bg-surface',
        beside ? 'md:max-w-none' : 'md:border-x md:border-line lg:border-x-0',
      )}
    >
      {children}
    </div>
  );
}

/** Pages for visitors: the frame and the page, beside the brand where there is room for both. */
export function PublicShell() {
  return (
    <div className="lg:grid lg:grid-cols-2">
      <BrandPanel />
      <Frame>
        <main className="flex grow flex-col">
          <Outlet />
        </main>
      </Frame>
    </div>
  );
}

/** The brand's half of a wide page. */
const BrandPanel = () => (
  <aside className="sticky top-0 hidden h-dvh flex-col justify-end gap-3 overflow-clip bg-accent p-16 text-on-accent lg:flex">
    <Ring className="absolute! -end-40 -top-40 size-160 opacity-15" />
    <p className="relative text-2xl font-bold">{useConfiguration()?.name}</p>
    <p className="relative max-w-md text-lg">Your money in one place, with every fee shown before you pay.</p>
  </aside>
);
