import {
  type AnyRoute,
  type AnyValidator,
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  type StaticDataRouteOption,
} from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { Problem, restore } from '@/api/client';
import { session } from '@/api/session';
import { withLaterRules, withRules } from '@/engine/load';
import { isNotLoaded } from '@/lib/not-loaded';
import { useOnline } from '@/lib/online';
import { keepSheetHistory } from '@/lib/sheet-history';
import { BrandMark } from '@/ui/brand-mark';
import { Button } from '@/ui/button';
import { Drawing } from '@/ui/drawing';
import { Page } from '@/ui/page';
import { Frame, PublicShell } from './base/frame';
import { Header } from './base/header';
import { PageSkeleton } from './base/page-skeleton';
import { type Asked, guard } from './base/session-guard';

/** The previous page stays this long while the next one loads; a loaded page is then shown at once. */
const PENDING = { pendingMs: 500, pendingMinMs: 0 } as const;

/** Query values as text: a code such as 012345 must not become a number. */
const texts =
  <Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): { [Key in Name]?: string } => {
    const known = names.filter((name) => search[name] !== undefined && search[name] !== null);
    return Object.fromEntries(known.map((name) => [name, String(search[name])])) as {
      [Key in Name]?: string;
    };
  };

const root = createRootRoute({
  component: Outlet,
  // With its full type it would refer to the router being defined.
  beforeLoad: (asked: unknown) => guard(asked as Asked),
  notFoundComponent: NotFound,
});

const open = createRoute({ getParentRoute: () => root, id: 'open', component: PublicShell });
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  // Inner pages are rendered only with their shell and the rules that all of them need.
  component: lazyRouteComponent(
    withRules(() => import('./inside/inside')),
    'Inside',
  ),
  pendingComponent: Loading,
  ...PENDING,
});

/** Defines pages below a layout, each a component of a lazily loaded module. */
const pagesOf =
  <Parent extends AnyRoute>(parent: Parent) =>
  <
    const Path extends string,
    Module extends Record<Name, RouteComponent>,
    Name extends keyof Module & string,
    Search extends AnyValidator = undefined,
  >(
    path: Path,
    load: () => Promise<Module>,
    name: Name,
    rest: { validateSearch?: Search; staticData?: StaticDataRouteOption } = {},
  ) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component: lazyRouteComponent(load, name) as RouteComponent,
      errorComponent: Failed,
      ...rest,
    });

const openPage = pagesOf(open);
const insidePage = pagesOf(inside);

const entry = () => import('@/routes/entry');
const login = () => import('@/routes/login');
const register = () => import('@/routes/register');
const password = () => import('@/routes/password');
const otp = () => import('@/routes/otp');
const sandbox = withRules(() => import('@/routes/sandbox'));
const rules = withLaterRules(() => import('@/routes/sandbox-rules'));
const sandboxLiveness = withRules(() => import('@/routes/sandbox-liveness'));
const sandboxCard = withRules(() => import('@/routes/sandbox-card'));
const sandboxMandate = withRules(() => import('@/routes/sandbox-mandate'));
const sandboxTelegram = withRules(() => import('@/routes/sandbox-telegram'));
const sandboxGoogle = withRules(() => import('@/routes/sandbox-google'));
const phone = () => import('@/routes/phone');
const statement = withRules(() => import('@/routes/statement'));
const dashboard = () => import('@/routes/dashboard');
const card = () => import('@/routes/card');
const funding = () => import('@/routes/funding');
const outcome = () => import('@/routes/outcome');
const transactions = () => import('@/routes/transactions');
const accounts = () => import('@/routes/bank-accounts');
const withdrawals = () => import('@/routes/withdrawals');
const profile = () => import('@/routes/profile');
const notices = () => import('@/routes/notices');
const questions = () => import('@/routes/questions');
const security = () => import('@/routes/security-questions');
const verify = () => import('@/routes/verify');
const liveness = () => import('@/routes/liveness');
const selectApp = () => import('@/routes/select-app');
const services = withLaterRules(() => import('@/routes/services'));
const saves = withLaterRules(() => import('@/routes/saves'));
const mySavings = withLaterRules(() => import('@/routes/my-savings'));
const circle = withLaterRules(() => import('@/routes/circle'));
const planSuccess = () => import('@/routes/plan-success');
const settings = () => import('@/routes/settings');
const referral = () => import('@/routes/referral');
const coins = withLaterRules(() => import('@/routes/coins'));
const trade = withLaterRules(() => import('@/routes/trade'));
const accountCheck = () => import('@/routes/account-check');
const account = () => import('@/routes/account');
const strategy = withLaterRules(() => import('@/routes/strategy'));
const chat = () => import('@/routes/chat');
const clusters = () => import('@/routes/clusters');
const loans = withLaterRules(() => import('@/routes/loans'));
const myLoans = withLaterRules(() => import('@/routes/my-loans'));
const coinSets = withLaterRules(() => import('@/routes/coin-sets'));
const myPlans = withLaterRules(() => import('@/routes/my-plans'));

const settingsPage = insidePage('/settings', settings, 'Settings', {
  validateSearch: texts('currency', 'operation', 'mandate'),
});

/** Result pages of payments. */
const payment = {
  validateSearch: texts('reference', 'amount', 'currency', 'bank', 'type', 'recepient'),
  staticData: { result: true },
} as const;

const routeTree = root.addChildren([
  open.addChildren([
    openPage('/', entry, 'Splash', { validateSearch: texts('referrer', 'auth_code') }),
    openPage('/code/$referrer', entry, 'ReferredSplash'),
    openPage('/splash', entry, 'Welcome'),
    openPage('/login', login, 'Login', { validateSearch: texts('google') }),
    openPage('/register', register, 'Register', { validateSearch: texts('step') }),
    openPage('/forgot-password', password, 'ForgotPassword'),
    openPage('/reset-password', password, 'ResetPassword', { validateSearch: texts('email', 'code') }),
    // No `message` parameter: anybody can write a URL, and its text would look like ours. National numbers, the phone and
    // the referrer are passed in memory.
    openPage('/otp-confirm-page', otp, 'OtpConfirm', { validateSearch: texts('email', 'page') }),
    openPage('/verified', otp, 'Verified'),
    openPage('/sandbox', sandbox, 'Sandbox'),
    openPage('/sandbox/rules', rules, 'SandboxRules'),
    openPage('/sandbox/liveness/$reference', sandboxLiveness, 'SandboxLiveness'),
    openPage('/sandbox/card/$reference', sandboxCard, 'SandboxCard'),
    openPage('/sandbox/mandate/$reference', sandboxMandate, 'SandboxMandate'),
    openPage('/sandbox/telegram', sandboxTelegram, 'SandboxTelegram', { validateSearch: texts('start') }),
    openPage('/sandbox/google', sandboxGoogle, 'SandboxGoogle'),
    openPage('/otp-page', phone, 'PhoneEntry'),
    openPage('/statement/$code', statement, 'StatementCheck'),
  ]),
  inside.addChildren([
    insidePage('/dashboard', dashboard, 'Dashboard', { validateSearch: texts('withdraw') }),
    insidePage('/bank-transfer', funding, 'BankTransfer', { validateSearch: texts('amount', 'code') }),
    insidePage('/bank-transfer-usd', funding, 'BankTransferUsd'),
    insidePage('/card', card, 'CardReturn', {
      validateSearch: texts('tx_ref', 'transaction_id'),
      staticData: { result: true },
    }),
    insidePage('/bank-transfer-success', outcome, 'BankTransferSuccess', payment),
    insidePage('/bank-withdraw-success', outcome, 'BankWithdrawSuccess', payment),
    insidePage('/send-sell-success', outcome, 'SendSellSuccess', payment),
    insidePage('/order-placed', outcome, 'OrderPlaced', payment),
    insidePage('/transaction', transactions, 'Transactions'),
    insidePage('/bank-account', accounts, 'BankAccounts'),
    insidePage('/withdraw', withdrawals, 'Withdrawals'),
    insidePage('/profile', profile, 'Profile', { validateSearch: texts('page', 'edit', 'session') }),
    insidePage('/questions', questions, 'OnboardingQuestions'),
    insidePage('/loan-questions', questions, 'LoanQuestions'),
    insidePage('/security-questions', security, 'SecurityQuestions'),
    insidePage('/verify', verify, 'Verify'),
    insidePage('/verify/liveness', liveness, 'Liveness', { validateSearch: texts('check') }),
    insidePage('/select-app', selectApp, 'SelectApp'),
    // The list and its pages are one screen: side by side where there is room.
    settingsPage.addChildren([createRoute({ getParentRoute: () => settingsPage, path: '$page' })]),
    insidePage('/services', services, 'Services', {
      validateSearch: texts('type', 'reference', 'amount', 'currency'),
    }),
    insidePage('/vas/$type', services, 'ServicesOfType'),
    insidePage('/wallet', coins, 'CoinWallet', { validateSearch: texts('coin', 'action') }),
    insidePage('/trade/$coin', trade, 'Trade'),
    insidePage('/account', account, 'AccountPage'),
    insidePage('/account-check', accountCheck, 'AccountCheck'),
    insidePage('/strategy', strategy, 'StrategyPage'),
    insidePage('/saves', saves, 'Saves', {
      validateSearch: texts('name', 'amount', 'funding_source', 'plan', 'goal', 'all'),
    }),
    insidePage('/my-savings', mySavings, 'MySavings', { validateSearch: texts('id', 'code') }),
    insidePage('/circle', circle, 'CirclePage', { validateSearch: texts('id') }),
    insidePage('/save-subscribe-success', planSuccess, 'SaveSubscribed', payment),
    insidePage('/loans', loans, 'Loans'),
    insidePage('/my-loans', myLoans, 'MyLoans', { validateSearch: texts('id') }),
    insidePage('/loan-subscribe-success', loans, 'LoanSubscribed', payment),
    insidePage('/plans', coinSets, 'Plans'),
    insidePage('/my-plans', myPlans, 'MyPlans', { validateSearch: texts('id') }),
    insidePage('/subscribe-success', myPlans, 'CoinsSubscribed', payment),
    insidePage('/referral', referral, 'ReferralPage', { validateSearch: texts('tab') }),
    insidePage('/notices', notices, 'Notices'),
    insidePage('/chat', chat, 'Chat'),
    insidePage('/clusters', clusters, 'Clusters'),
    insidePage('/clusters/$uuid', clusters, 'ClusterRoom'),
    insidePage('/success', profile, 'Success', {
      validateSearch: texts('done', 'next', 'reference', 'amount', 'currency'),
      staticData: { result: true },
    }),
  ]),
]);

keepSheetHistory();

export const router = createRouter({
  routeTree,
  // Plain query strings, as other pages and emails write them: no JSON inside.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    return query.size > 0 ? `?${query}` : '';
  },
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: LayoutFailed,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** A result page: never a destination after signing in. */
    result?: true;
  }
}

/** Shown while an inner page, or the rules that it needs, are loading. */
function Loading() {
  return (
    <Frame beside>
      <Header />
      <main className="flex grow flex-col" aria-busy>
        <PageSkeleton />
      </main>
    </Frame>
  );
}

const ASKED_AGAIN_MS = 5_000;

/** Shown for a page whose layout has failed as well. */
function LayoutFailed(props: ErrorComponentProps) {
  return (
    <Frame>
      <Header />
      <main className="flex grow flex-col">
        <Failed {...props} />
      </main>
    </Frame>
  );
}

/** Shown if the server was not reached, a part of the app did not load, or a screen has a fault. */
function Failed({ error }: ErrorComponentProps) {
  const isOfServer = error instanceof Problem;
  // A browser calls itself online before its connection works, and does not know whether the server can be reached.
  const isLost = isOfServer && error.lost;
  const isFault = !isOfServer && !isNotLoaded(error);
  const isOnline = useOnline();
  useEffect(() => {
    if (isFault) return;
    const again = () => location.reload();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [isFault]);

  useEffect(() => {
    if (!isLost) return;
    const again = () => {
      if (navigator.onLine)
        restore().then(
          () => router.invalidate(),
          () => undefined,
        );
    };
    const timer = setInterval(again, ASKED_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isLost]);

  if (!isFault && !isOnline)
    return (
      <Page title="You are offline">
        <Drawing of="offline" />
        <p>This page opens as soon as your connection is back.</p>
        <Button onClick={() => location.reload()}>Try again</Button>
      </Page>
    );
  if (!isFault)
    return (
      <Page title="This page did not load">
        <Drawing of="offline" />
        <p>{isOfServer && !isLost ? error.message : 'Please check your connection and try again.'}</p>
        <Button onClick={() => location.reload()}>Try again</Button>
      </Page>
    );
  const isMember = session.get().state === 'signed-in';
  return (
    <Page title="This page is not working">
      <p>The problem is in the app: your connection is fine.</p>
      {isMember && <p>If you were paying, look at your transactions before you pay again.</p>}
      <Button onClick={() => location.reload()}>Try again</Button>
      {isMember && (
        <Button look="quiet" onClick={() => location.assign('/transaction')}>
          See transactions
        </Button>
      )}
    </Page>
  );
}

const MemberShell = lazy(withRules(async () => ({ default: (await import('./inside/shell')).AppShell })));

function NotFound() {
  const page = (
    <Page title="We can't find that page">
      <BrandMark />
      <Drawing of="not-found" />
      <p>It may have moved, or the link may be incomplete.</p>
      <Button onClick={() => void router.navigate({ href: '/dashboard' })}>Back to home</Button>
    </Page>
  );
  if (session.get().state === 'signed-in')
    return (
      <Suspense fallback={<Loading />}>
        <MemberShell>{page}</MemberShell>
      </Suspense>
    );
  return (
    <Frame>
      <main className="flex grow flex-col">{page}</main>
    </Frame>
  );
}
