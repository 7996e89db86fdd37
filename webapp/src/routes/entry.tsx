import { getRouteApi, Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { prepareForm } from '@/engine/entry';
import { exchange } from '@/features/identity/google';
import { store } from '@/lib/storage';
import { BrandBanner, BrandLogo, BrandMark } from '@/ui/brand-mark';
import { buttonClasses } from '@/ui/button';
import { useConfiguration, useProductName } from '@/ui/configuration';
import { Ring } from '@/ui/ring';

const SHOWN_MS = 1500;
const FADE_MS = 1000;

export function Splash() {
  const { referrer, auth_code } = getRouteApi('/open/').useSearch();
  // Kept here, because it leaves the address bar before the server has responded.
  const [code] = useState(auth_code);
  return code ? <Exchange code={code} /> : <SplashLogo referrer={referrer} />;
}

/** The redirect back from another site: its code is exchanged for a session and leaves the address bar at once. */
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

/** These pages have no title of their own. */
function useBrandTitle(): void {
  const name = useConfiguration()?.name;
  useEffect(() => {
    if (name) document.title = name;
  }, [name]);
}

/**
 * Whether a referrer code has a valid form. The number form sends it without showing it, so an error about it could not
 * be shown there.
 */
const isCode = (code: string): boolean => prepareForm('identity_number', {}).field('referrer')(code) === null;

/** Shows the logo for 1.5 s, fades it for 1 s and continues to the welcome page. A referrer code is kept. */
function SplashLogo({ referrer }: { referrer: string | undefined }) {
  const navigate = useNavigate();
  useBrandTitle();
  useEffect(() => {
    if (referrer && isCode(referrer)) store('referrer', referrer);
    const timer = setTimeout(() => void navigate({ to: '/splash', replace: true }), SHOWN_MS + FADE_MS);
    return () => clearTimeout(timer);
  }, [navigate, referrer]);
  // A tap skips the wait.
  return (
    <div className="grid grow animate-[fade-out_1s_1.5s_forwards] place-content-stretch">
      <h1 className="sr-only">Welcome</h1>
      <button
        type="button"
        aria-label="Continue"
        className="grid place-content-center place-items-center"
        onClick={() => void navigate({ to: '/splash', replace: true })}
      >
        <Ring drawn className="size-52 text-accent-text">
          <BrandLogo className="h-24 max-w-32 min-w-24 rounded-card" />
        </Ring>
      </button>
    </div>
  );
}

export function Welcome() {
  useBrandTitle();
  const { banner } = useConfiguration() ?? {};
  const name = useProductName();
  return (
    <div className="flex grow flex-col justify-between gap-10 px-6 pt-6 pb-10">
      <div className="flex flex-col gap-6">
        {banner ? <BrandBanner /> : <Scene />}
        <BrandLogo className="h-16 max-w-48 min-w-16 self-start rounded-card" />
        <h1 className="text-2xl font-bold">We don't just hold your money!</h1>
        <p className="text-lg text-muted">
          {`Receive it, send it, save it. ₦0 between ${name} wallets, and every other fee shown before you pay.`}
        </p>
      </div>
      <div className="flex flex-col gap-3">
        <Link to="/login" className={buttonClasses('primary', true)}>
          Get Started
        </Link>
        <Link to="/register" className={buttonClasses('quiet', true)}>
          Create an account
        </Link>
      </div>
    </div>
  );
}

/** A payment between two people, as the app shows it: a picture, whose text grows with it. */
const Scene = () => (
  <svg aria-hidden viewBox="0 0 320 212" direction="ltr" className="w-full max-w-md font-sans">
    <g className="fill-none stroke-accent-text opacity-30" strokeWidth="10">
      <circle cx="60" cy="110" r="92" />
      <circle cx="60" cy="18" r="5" className="fill-accent-text" />
    </g>
    <rect x="0" y="30" width="276" height="104" rx="18" className="fill-accent" />
    <g className="fill-on-accent">
      <text x="20" y="64" fontSize="14">
        Naira wallet
      </text>
      <text x="20" y="100" fontSize="28" fontWeight="700">
        ₦48,250.00
      </text>
    </g>
    <rect x="44" y="118" width="275" height="72" rx="16" className="fill-raised stroke-line" />
    <circle cx="80" cy="154" r="20" className="fill-accent-soft" />
    <text x="80" y="159" fontSize="14" fontWeight="600" textAnchor="middle" className="fill-accent-text">
      TA
    </text>
    <text x="112" y="149" fontSize="15" fontWeight="600" className="fill-text">
      Tomiwa
    </text>
    <text x="112" y="169" fontSize="13" className="fill-muted">
      Fee ₦0.00
    </text>
    <text x="303" y="159" fontSize="15" fontWeight="600" textAnchor="end" className="fill-text">
      −₦5,000.00
    </text>
  </svg>
);
