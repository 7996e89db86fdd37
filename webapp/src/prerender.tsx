import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { configurationKeys } from '@/api/configuration';
import { session } from '@/api/session';
import type { AppConfiguration, User } from '@/api/types';
import { PageSkeleton } from '@/app/base/page-skeleton';
import { queryClient } from '@/app/base/queries';
import { router } from '@/app/router';
import { choose, type ModuleName, modules } from '@/engine/modules';

/**
 * The parts of a page that are filled in later: on the sign-in page by the server
 * (`backend/service/src/settings/sign_in_page.rs`), in the frame of the pages inside by `src/start.ts`.
 */
const MARKS: Partial<AppConfiguration> = {
  name: '{{name}}',
  logo: '{{logo}}',
  google: true,
  national_numbers: true,
};

/** A user without a name: the page does not say whose it is. */
const NOBODY = {
  name: '',
  restricted: false,
  profile: { first_name: '', image: null, dob: '01-01-1990' },
  meta: { is_verified: true, sub: null },
  settings: {},
} as Partial<User> as User;

async function load(module: ModuleName, rules: BufferSource): Promise<void> {
  await modules[module].default({ module_or_path: rules });
  choose(module);
}

async function drawn(path: string): Promise<string> {
  queryClient.setQueryData(configurationKeys.all, MARKS);
  router.update({ history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

/** The HTML of a page for visitors, as the app renders it. Used by the build alone. */
export async function prerender(path: string, rules: BufferSource): Promise<string> {
  await load('entry', rules);
  return drawn(path);
}

/** The HTML of the dashboard before its figures have arrived. */
export async function prerenderInside(path: string, rules: BufferSource): Promise<string> {
  await load('rules', rules);
  session.set({ state: 'signed-in', user: NOBODY });
  return drawn(path);
}

/** The content of any other page inside that is still loading. */
export const elsewhere = (): string => renderToStaticMarkup(<PageSkeleton />);

/** The first folders of the pages inside. */
export const foldersInside = (): string[] => [
  ...new Set(
    Object.values(router.routesById)
      .filter(({ id }) => id.startsWith('/inside/'))
      .map(({ fullPath }) => fullPath.split('/')[1] ?? ''),
  ),
];
