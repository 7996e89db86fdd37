import { getRouteApi, Navigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { withLaterRules } from '@/engine/load';
import { useOwnSettings } from '@/features/settings/own-settings';
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
  const title = page ? titleOf(page) : 'Settings';
  if (isWide) return <SideBySide title={title} shown={page ?? FIRST} name={titleOf(page ?? FIRST)} />;
  if (page === undefined)
    return (
      <Page title={title}>
        <SettingsList chosen={undefined} />
      </Page>
    );
  return (
    <Page title={title} back="/settings">
      <Contents page={page} />
    </Page>
  );
}

interface SideBySideProps {
  title: string;
  shown: PageName;
  /** The name of the page that is shown. */
  name: string;
}

function SideBySide({ title, shown, name }: SideBySideProps) {
  return (
    <Page title={title} quiet wide>
      <div data-in-order className="grid grid-cols-[minmax(19rem,2fr)_3fr] items-start gap-8">
        <div data-in-order className="sticky top-8 flex min-w-0 flex-col gap-5">
          <p aria-hidden className="text-xl font-bold">
            Settings
          </p>
          <SettingsList chosen={shown} />
        </div>
        <section data-in-order aria-label={name} className="flex min-w-0 flex-col gap-5">
          <p aria-hidden className="text-xl font-bold">
            {name}
          </p>
          <Contents page={shown} />
        </section>
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
