import { getRouteApi, Navigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { withLaterRules } from '@/engine/load';
import { useOwnSettings } from '@/features/settings/own-settings';
import { classes } from '@/lib/classes';
import { useDesktop } from '@/lib/desktop';
import { Page } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';
import { SettingsList } from './settings/list';
import { isPage, type PageName, usePages } from './settings/places';

/** Each page is loaded when it is first opened. */
const CONTENTS = {
  profile: lazy(() => import('./settings/profile')),
  banks: lazy(() => import('./settings/banks')),
  security: lazy(() => import('./settings/security')),
  notifications: lazy(() => import('./settings/notifications')),
  saving: lazy(() => import('./settings/saving')),
  trading: lazy(withLaterRules(() => import('./settings/trading'))),
  appearance: lazy(() => import('./settings/appearance')),
  help: lazy(() => import('./settings/help')),
} satisfies Record<PageName, unknown>;

const FIRST: PageName = 'profile';

/** The list of the settings, one of their pages, or both side by side. (Document 3, section 2.) */
export function Settings() {
  const { operation, mandate } = getRouteApi('/inside/settings').useSearch();
  const { page } = useParams({ strict: false });
  const isWide = useDesktop();
  const pages = usePages();
  useOwnSettings();
  if (page === undefined) {
    // These open a dialog, or show an outcome, on one of the pages.
    const search = (given: object) => given;
    if (operation === 'reset-pin')
      return <Navigate to="/settings/$page" params={{ page: 'security' }} search={search} replace />;
    if (mandate !== undefined)
      return <Navigate to="/settings/$page" params={{ page: 'saving' }} search={search} replace />;
  }
  const isOffered = pages.some((one) => one.page === page);
  if (page !== undefined && !(isPage(page) && isOffered)) return <Navigate to="/settings" replace />;
  const titleOf = (name: PageName) => pages.find((one) => one.page === name)?.label ?? 'Settings';
  const shown = page ?? (isWide ? FIRST : undefined);
  return (
    <Page
      title={page ? titleOf(page) : 'Settings'}
      back={isWide || page === undefined ? undefined : '/settings'}
      quiet={isWide}
      wide={isWide}
    >
      {/* One tree for both widths: a turned tablet keeps what is open and typed. */}
      <div
        data-in-order
        className={classes(
          isWide ? 'grid grid-cols-[minmax(19rem,2fr)_3fr] items-start gap-8' : 'flex flex-col gap-5',
        )}
      >
        {(isWide || shown === undefined) && (
          <div
            key="list"
            data-in-order
            className={classes('flex min-w-0 flex-col gap-5', isWide && 'sticky top-8')}
          >
            {isWide && (
              <p aria-hidden className="text-xl font-bold">
                Settings
              </p>
            )}
            <SettingsList chosen={isWide ? shown : undefined} />
          </div>
        )}
        {shown !== undefined && (
          <section
            key="page"
            data-in-order
            aria-label={titleOf(shown)}
            className="flex min-w-0 flex-col gap-5"
          >
            {isWide && (
              <p aria-hidden className="text-xl font-bold">
                {titleOf(shown)}
              </p>
            )}
            <Contents page={shown} />
          </section>
        )}
      </div>
    </Page>
  );
}

function Contents({ page }: { page: PageName }) {
  const Shown = CONTENTS[page];
  return (
    <Suspense key={page} fallback={<ListSkeleton rows={4} />}>
      <Shown />
    </Suspense>
  );
}
