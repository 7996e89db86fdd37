import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { engineReady } from '@/engine';
import { Button } from '@/ui/button';
import { Toaster } from '@/ui/toast';
import { Brand } from './brand';
import { Connectivity } from './connectivity';
import { Push } from './push';
import { queryClient } from './queries';
import { router } from './router';
import { Update } from './update';

type Engine = 'loading' | 'ready' | 'failed';

/** Fades out the splash element, and removes it. */
function endPreloader(): void {
  const preloader = document.getElementById('preloader');
  preloader?.addEventListener('transitionend', () => preloader.remove());
  preloader?.setAttribute('data-over', '');
}

/** Nothing is rendered before the rules are loaded: without them a form could not validate. */
export function App() {
  const [engine, setEngine] = useState<Engine>('loading');
  const load = useCallback(() => {
    setEngine('loading');
    engineReady().then(
      () => setEngine('ready'),
      () => setEngine('failed'),
    );
  }, []);
  useEffect(load, [load]);
  useEffect(() => {
    if (engine !== 'loading') endPreloader();
  }, [engine]);

  if (engine === 'failed') return <EngineFailed onRetry={load} />;
  if (engine === 'loading') return null;
  return (
    <QueryClientProvider client={queryClient}>
      <Brand />
      <RouterProvider router={router} />
      <Connectivity />
      <Update />
      <Push />
      <Toaster />
    </QueryClientProvider>
  );
}

function EngineFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="grid min-h-dvh place-content-center gap-4 p-6 text-center">
      <h1 className="text-xl font-bold">The app did not load completely</h1>
      <p>Please check your connection and try again.</p>
      <Button onClick={onRetry}>Try again</Button>
    </main>
  );
}
