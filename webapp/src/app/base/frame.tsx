import { Outlet } from '@tanstack/react-router';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';

/** The centred frame around every page; beside the side menu a page takes the remaining width. */
export function Frame({ beside = false, children }: { beside?: boolean; children: Elements }) {
  return (
    <div
      className={classes(
        'mx-auto flex min-h-dvh w-full max-w-(--frame-width) flex-col bg-surface',
        beside ? 'md:max-w-none' : 'md:border-x md:border-line',
      )}
    >
      {children}
    </div>
  );
}

/** Pages for visitors: the frame and the page. */
export function PublicShell() {
  return (
    <Frame>
      <main className="flex grow flex-col">
        <Outlet />
      </main>
    </Frame>
  );
}
