import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The centred frame around every page. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-(--frame-width) flex-col bg-surface md:border-x md:border-line">
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
