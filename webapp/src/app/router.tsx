import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { useEffect } from 'react';
import { keepSheetHistory } from '@/lib/sheet-history';
import { Button } from '@/ui/button';
import { Page } from '@/ui/page';
import { Frame, PublicShell } from './frame';
import { type Asked, guard } from './session-guard';

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
  // As it is typed, it would name the router that is being made.
  beforeLoad: (asked: unknown) => guard(asked as Asked),
  notFoundComponent: NotFound,
});

const open = createRoute({ getParentRoute: () => root, id: 'open', component: PublicShell });
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: lazyRouteComponent(() => import('./shell'), 'AppShell'),
});

const identity = {
  entry: () => import('@/routes/entry'),
  login: () => import('@/routes/login'),
  register: () => import('@/routes/register'),
  password: () => import('@/routes/password'),
  otp: () => import('@/routes/otp'),
  profile: () => import('@/routes/profile'),
  settings: () => import('@/routes/settings'),
  phone: () => import('@/routes/phone'),
  verify: () => import('@/routes/verify'),
  questions: () => import('@/routes/questions'),
  security: () => import('@/routes/security-questions'),
  liveness: () => import('@/routes/liveness'),
  selectApp: () => import('@/routes/select-app'),
  referral: () => import('@/routes/referral'),
};

const community = { chat: () => import('@/routes/chat') };

const wallet = {
  dashboard: () => import('@/routes/dashboard'),
  funding: () => import('@/routes/funding'),
  outcome: () => import('@/routes/outcome'),
  transactions: () => import('@/routes/transactions'),
  accounts: () => import('@/routes/bank-accounts'),
  withdrawals: () => import('@/routes/withdrawals'),
  sandbox: () => import('@/routes/sandbox'),
  rules: () => import('@/routes/sandbox-rules'),
  sandboxGoogle: () => import('@/routes/sandbox-google'),
  sandboxLiveness: () => import('@/routes/sandbox-liveness'),
};

const paid = texts('reference', 'amount', 'currency', 'bank', 'type', 'recepient');

const routeTree = root.addChildren([
  open.addChildren([
    createRoute({
      getParentRoute: () => open,
      path: '/',
      validateSearch: texts('referrer', 'auth_code'),
      component: lazyRouteComponent(identity.entry, 'Splash'),
    }),
    createRoute({
      getParentRoute: () => open,
      path: '/code/$referrer',
      component: lazyRouteComponent(identity.entry, 'ReferredSplash'),
    }),
    createRoute({
      getParentRoute: () => open,
      path: '/splash',
      component: lazyRouteComponent(identity.entry, 'Welcome'),
    }),
    createRoute({
      getParentRoute: () => open,
      path: '/login',
      validateSearch: texts('google'),
      component: lazyRouteComponent(identity.login, 'Login'),
    }),
    createRoute({
      getParentRoute: () => open,
      path: '/register',
      component: lazyRouteComponent(identity.register, 'Register'),
    }),
    createRoute({
      getParentRoute: () => open,
      path: '/forgot-password',
      component: lazyRouteComponent(identity.password, 'ForgotPassword'),
    }),
    createRoute({
      getParentRoute: () => open,
      path: '/reset-password',
      validateSearch: texts('email'),
      component: lazyRouteComponent(identity.password, 'ResetPassword'),
    }),
    createRoute({
      getParentRoute: () => open,
      path: '/otp-confirm-page',
      // Not `message`: anybody writes an address, and the words would be read as ours.
      validateSearch: texts('email', 'page', 'referrer'),
      component: lazyRouteComponent(identity.otp, 'OtpConfirm'),
    }),
    createRoute({
      getParentRoute: () => open,
      path: '/verified',
      component: lazyRouteComponent(identity.otp, 'Verified'),
    }),
    createRoute({
      getParentRoute: () => open,
      path: '/sandbox',
      component: lazyRouteComponent(wallet.sandbox, 'Sandbox'),
    }),
    createRoute({
      getParentRoute: () => open,
      path: '/sandbox/rules',
      component: lazyRouteComponent(wallet.rules, 'SandboxRules'),
    }),
    createRoute({
      getParentRoute: () => open,
      path: '/sandbox/liveness/$reference',
      component: lazyRouteComponent(wallet.sandboxLiveness, 'SandboxLiveness'),
    }),
    createRoute({
      getParentRoute: () => open,
      path: '/sandbox/google',
      component: lazyRouteComponent(wallet.sandboxGoogle, 'SandboxGoogle'),
    }),
    createRoute({
      getParentRoute: () => open,
      path: '/otp-page',
      component: lazyRouteComponent(identity.phone, 'PhoneEntry'),
    }),
  ]),
  inside.addChildren([
    createRoute({
      getParentRoute: () => inside,
      path: '/dashboard',
      component: lazyRouteComponent(wallet.dashboard, 'Dashboard'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/bank-transfer',
      validateSearch: texts('amount', 'code'),
      component: lazyRouteComponent(wallet.funding, 'BankTransfer'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/bank-transfer-usd',
      component: lazyRouteComponent(wallet.funding, 'BankTransferUsd'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/bank-transfer-success',
      staticData: { result: true },
      validateSearch: paid,
      component: lazyRouteComponent(wallet.outcome, 'BankTransferSuccess'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/bank-withdraw-success',
      staticData: { result: true },
      validateSearch: paid,
      component: lazyRouteComponent(wallet.outcome, 'BankWithdrawSuccess'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/send-sell-success',
      staticData: { result: true },
      validateSearch: paid,
      component: lazyRouteComponent(wallet.outcome, 'SendSellSuccess'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/transaction',
      component: lazyRouteComponent(wallet.transactions, 'Transactions'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/bank-account',
      component: lazyRouteComponent(wallet.accounts, 'BankAccounts'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/withdraw',
      component: lazyRouteComponent(wallet.withdrawals, 'Withdrawals'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/profile',
      validateSearch: texts('page', 'edit', 'session'),
      component: lazyRouteComponent(identity.profile, 'Profile'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/questions',
      component: lazyRouteComponent(identity.questions, 'OnboardingQuestions'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/loan-questions',
      component: lazyRouteComponent(identity.questions, 'LoanQuestions'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/security-questions',
      component: lazyRouteComponent(identity.security, 'SecurityQuestions'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/verify',
      component: lazyRouteComponent(identity.verify, 'Verify'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/verify/liveness',
      validateSearch: texts('check'),
      component: lazyRouteComponent(identity.liveness, 'Liveness'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/select-app',
      component: lazyRouteComponent(identity.selectApp, 'SelectApp'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/settings',
      validateSearch: texts('currency', 'operation'),
      component: lazyRouteComponent(identity.settings, 'Settings'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/referral',
      validateSearch: texts('tab'),
      component: lazyRouteComponent(identity.referral, 'ReferralPage'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/chat',
      component: lazyRouteComponent(community.chat, 'Chat'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/success',
      staticData: { result: true },
      validateSearch: texts('done'),
      component: lazyRouteComponent(identity.profile, 'Success'),
    }),
  ]),
]);

keepSheetHistory();

export const router = createRouter({
  routeTree,
  // Plain queries, as other pages and letters write them: no JSON inside.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    return query.size > 0 ? `?${query}` : '';
  },
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: RouteFailed,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** It tells of one thing that happened: nobody is led back to it. */
    result?: true;
  }
}

/** A chunk that did not load, or a fault of ours: the way out is the same. */
function RouteFailed() {
  useEffect(() => {
    const again = () => location.reload();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  return (
    <Frame>
      <main className="flex grow flex-col">
        <Page title="This page did not load">
          <p>Please check your connection and try again.</p>
          <Button onClick={() => location.reload()}>Try again</Button>
        </Page>
      </main>
    </Frame>
  );
}

function NotFound() {
  return (
    <Frame>
      <main className="flex grow flex-col">
        <Page title="There is no such page">
          <Button onClick={() => void router.navigate({ href: '/dashboard' })}>Go to the start</Button>
        </Page>
      </main>
    </Frame>
  );
}
