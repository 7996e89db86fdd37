import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { configurationKeys } from '@/api/configuration';
import type { AppConfiguration } from '@/api/types';
import { queryClient } from '@/app/base/queries';
import { router } from '@/app/router';
import { choose, modules } from '@/engine/modules';

/** The parts of a page that the server fills in: `backend/service/src/settings/sign_in_page.rs`. */
const MARKS: Partial<AppConfiguration> = {
  name: '{{name}}',
  logo: '{{logo}}',
  google: true,
  national_numbers: true,
};

/** The HTML of a page for visitors, as the app renders it. Used by the build alone. */
export async function prerender(path: string, rules: BufferSource): Promise<string> {
  await modules.entry.default({ module_or_path: rules });
  choose('entry');
  queryClient.setQueryData(configurationKeys.all, MARKS);
  router.update({ history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
