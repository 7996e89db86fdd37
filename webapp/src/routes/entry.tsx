import { getRouteApi, Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { exchange } from '@/features/identity/google';
import { store } from '@/lib/storage';
import { BrandMark } from '@/ui/brand-mark';
import { buttonClasses } from '@/ui/button';

const SHOWN_MS = 1500;
const FADE_MS = 1000;

export function Splash() {
  const { referrer, auth_code: code } = getRouteApi('/open/').useSearch();
  return code ? <Exchange code={code} /> : <SplashLogo referrer={referrer} />;
}

/** Back from another site with a code, which is exchanged for a session. The code leaves the address bar at once. */
function Exchange({ code }: { code: string }) {
  const router = useRouter();
  useEffect(() => {
    const go = (href: string) => void router.navigate({ href, replace: true });
    exchange(code).then(
      () => go('/dashboard'),
      () => go('/login?google=expired'),
    );
  }, [router, code]);
  return (
    <div className="grid grow place-content-center gap-4 text-center" aria-busy>
      <BrandMark />
      <p role="status">Signing you in</p>
    </div>
  );
}

export function ReferredSplash() {
  const { referrer } = getRouteApi('/open/code/$referrer').useParams();
  return <SplashLogo referrer={referrer} />;
}

/** The logo for 1.5 s, then it fades for 1 s and the welcome page follows. A referrer's code is kept. */
function SplashLogo({ referrer }: { referrer: string | undefined }) {
  const navigate = useNavigate();
  useEffect(() => {
    if (referrer) store('referrer', referrer);
    const timer = setTimeout(() => void navigate({ to: '/splash', replace: true }), SHOWN_MS + FADE_MS);
    return () => clearTimeout(timer);
  }, [navigate, referrer]);
  return (
    <div className="grid grow animate-[fade-out_1s_1.5s_forwards] place-content-center">
      <h1 className="sr-only">Welcome</h1>
      <img src="/icon.svg" alt="" className="size-28 rounded-card" />
    </div>
  );
}

export function Welcome() {
  return (
    <div className="flex grow flex-col justify-between gap-10 px-6 pt-24 pb-10">
      <div className="flex flex-col gap-6">
        <img src="/icon.svg" alt="" className="size-16 rounded-card" />
        <h1 className="text-2xl leading-tight font-extrabold">We don't just hold your money!</h1>
        <p className="text-lg text-muted">
          Receive it, send it, save it. One wallet for naira, dollars and the rest, with every fee shown
          before you pay.
        </p>
      </div>
      <Link to="/login" className={buttonClasses('primary', true)}>
        Get Started
      </Link>
    </div>
  );
}
