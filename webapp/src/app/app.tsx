import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { configurationQuery } from '@/api/configuration';
import { firstRules } from '@/engine/load';
import type { Elements } from '@/lib/elements';
import { hideFirstForm } from '@/lib/first-form';
import { firstPage } from '@/lib/first-page';
import { Button } from '@/ui/button';
import { Toaster } from '@/ui/toast';
import { Brand } from './base/brand';
import { Connectivity } from './base/connectivity';
import { queryClient } from './base/queries';
import { watchFirstPage } from './first-page';
import type Later from './later';
import { router } from './router';

type Engine = 'loading' | 'ready' | 'failed';

/** Newer versions and push messages: nothing of it is urgent. */
const AfterFirstPage = lazy(async () => {
  await firstPage;
  // The app works without it.
  return import('./later').catch((): { default: typeof Later } => ({ default: () => null }));
});

const open = (href: string) => void router.navigate({ href });

/** Fades out the splash element and removes it. */
function endPreloader(): void {
  const preloader = document.getElementById('preloader');
  // Hidden elements do not fade.
  if (document.documentElement.dataset.first !== undefined) preloader?.remove();
  preloader?.addEventListener('transitionend', () => preloader.remove());
  preloader?.setAttribute('data-over', '');
}

/** The first content, which replaces the splash element. */
function First({ children }: { children: Elements }) {
  useEffect(endPreloader, []);
  useEffect(watchFirstPage, []);
  return children;
}

/** Nothing is rendered before the first screen's rules are loaded: without them a form could not validate. */
export function App() {
  const [engine, setEngine] = useState<Engine>('loading');
  const load = useCallback(() => {
    setEngine('loading');
    // Fetched at the same time as the rules.
    void queryClient.prefetchQuery(configurationQuery);
    firstRules().then(
      () => setEngine('ready'),
      () => setEngine('failed'),
    );
  }, []);
  useEffect(load, [load]);

  if (engine === 'failed') {
    return (
      <First>
        <EngineFailed onRetry={load} />
      </First>
    );
  }
  if (engine === 'loading') return null;
  return (
    <QueryClientProvider client={queryClient}>
      <Brand>
        <First>
          <RouterProvider router={router} />
          <Connectivity />
          <Suspense>
            <AfterFirstPage onOpen={open} />
          </Suspense>
          <Toaster />
        </First>
      </Brand>
    </QueryClientProvider>
  );
}

function EngineFailed({ onRetry }: { onRetry: () => void }) {
  useEffect(hideFirstForm, []);
  return (
    <main className="grid min-h-dvh place-content-center gap-4 p-6 text-center">
      <h1 className="text-xl font-bold">The app did not load completely</h1>
      <p>Please check your connection and try again.</p>
      <Button onClick={onRetry}>Try again</Button>
    </main>
  );
}
