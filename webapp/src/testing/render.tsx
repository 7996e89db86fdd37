import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { configurationQuery } from '@/api/configuration';
import type { AppConfiguration } from '@/api/types';
import { queryClient } from '@/app/base/queries';

/** The query client that `renderScreen` uses. */
export { queryClient };

/** Renders part of a screen as it is in the app: inside a router, with the tenant's configuration already loaded. */
export async function renderScreen(screen: ReactNode, configuration: Partial<AppConfiguration> = {}) {
  queryClient.clear();
  queryClient.setQueryData(configurationQuery.queryKey, configuration as AppConfiguration);
  const router = createRouter({
    routeTree: createRootRoute({ component: Outlet, notFoundComponent: () => screen }),
    history: createMemoryHistory(),
  });
  await router.load();
  return render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

/** The text below a field: its hint and its error. */
export const said = (label: string): string =>
  (screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
