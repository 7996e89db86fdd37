import { Link, Outlet, useMatch, useRouterState } from '@tanstack/react-router';
import {
  ArrowUpRight,
  Bitcoin,
  ChartLine,
  Gift,
  HandCoins,
  House,
  Languages,
  List,
  LogOut,
  type LucideIcon,
  Menu,
  Moon,
  PiggyBank,
  ReceiptText,
  Settings,
  Sun,
  Users,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useUser } from '@/api/use-session';
import { evaluate } from '@/engine';
import { ChatIcon } from '@/features/community/chat-icon';
import { useUnread } from '@/features/community/queries';
import { NoticesButton } from '@/features/inbox/bell';
import { BellIcon } from '@/features/inbox/bell-icon';
import { useUnreadNotices } from '@/features/inbox/queries';
import { activeAccount } from '@/lib/active-account';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';
import { useFirstFrame } from '@/lib/first-form';
import { firstPage } from '@/lib/first-page';
import { useWatched } from '@/lib/use-watched';
import { type Service, useOffered } from '@/ui/configuration';
import { PersonDisc } from '@/ui/person-disc';
import { Sheet } from '@/ui/sheet';
import { setTheme, setViewMode, theme, viewMode } from '@/ui/theme';
import { Frame } from '../base/frame';
import { Header, Logo } from '../base/header';
import { logOut } from '../base/leave';
import { queryClient } from '../base/queries';
import { Inactivity } from './inactivity';
import { LiveChat } from './live-chat';
import { LiveMoney } from './live-money';

const Overdue = lazy(async () => {
  await firstPage;
  return import('@/features/plans/overdue');
});

/** Offered on the first page, once it is there. */
const PasskeyOffer = lazy(async () => {
  await firstPage;
  return { default: (await import('@/features/identity/passkeys/offer')).PasskeyOffer };
});

// The last answers are kept for the session's next page; the first page does not wait for it.
void firstPage
  .then(() => import('../kept/answers'))
  .then(({ keepAnswers }) => keepAnswers(queryClient))
  .catch(() => undefined);

interface Place {
  to: string;
  label: string;
  icon: LucideIcon;
  /** The page of what can be begun, which belongs to the place. */
  offer?: string;
  needs?: readonly Service[];
}

const HOME: Place = { to: '/dashboard', label: 'Home', icon: House };
const SAVINGS: Place = { to: '/my-savings', label: 'Savings', icon: PiggyBank, offer: '/saves' };
const LOANS: Place = { to: '/my-loans', label: 'Loans', icon: HandCoins, offer: '/loans' };
const INVESTMENT: Place = {
  to: '/my-plans',
  label: 'Investment',
  icon: ChartLine,
  offer: '/plans',
  needs: ['coin_sets'],
};
const TRANSACTION: Place = { to: '/transaction', label: 'Transaction', icon: List };
const SETTINGS: Place = { to: '/settings', label: 'Settings', icon: Settings };

/** The places of the menu between Home and Settings. */
const PLACES: readonly Place[] = [
  { to: '/services', label: 'Bills', icon: ReceiptText, needs: ['bills'] },
  SAVINGS,
  LOANS,
  INVESTMENT,
  { to: '/wallet', label: 'Coins', icon: Bitcoin, needs: ['coins', 'coin_transfers'] },
  TRANSACTION,
  { to: '/clusters', label: 'Clusters', icon: Users },
  { to: '/referral', label: 'Refer a friend', icon: Gift },
];

/** The destinations in the footer, from the rule's paths. The start page redirects to the dashboard. */
const FOOTER: Record<string, Place> = {
  '/': HOME,
  '/my-savings': SAVINGS,
  '/my-loans': LOANS,
  '/my-plans': INVESTMENT,
  '/transaction': TRANSACTION,
  '/settings': SETTINGS,
};

const ROW =
  'flex min-h-12 w-full items-center gap-3 rounded-control px-4 text-start font-medium hover:bg-sunken md:min-h-11';
/** The side menu also marks the current place with a bar, for users who cannot tell the colours apart. */
const CHOSEN =
  'relative bg-accent-soft font-semibold md:before:absolute md:before:inset-y-2 md:before:start-0 md:before:w-1 md:before:rounded-full md:before:bg-accent-text md:[&>svg]:stroke-[2.5]';

/** Pages for signed-in people: header, side menu, footer. */
export function AppShell({ children = <Outlet /> }: { children?: Elements }) {
  const [open, setOpen] = useState(false);
  useFirstFrame();
  return (
    <div className="md:flex">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-50 focus:bg-raised focus:p-3"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh w-64 shrink-0 flex-col gap-2 overflow-y-auto border-e border-line bg-raised p-gutter md:flex">
        <Logo />
        <MenuItems />
      </aside>
      <div className="w-full min-w-0">
        <Frame beside>
          <Header lead={useIsHome() ? <Greeting /> : undefined}>
            <div className="flex shrink-0 items-center">
              <NoticesButton />
              <ChatButton />
              <button
                type="button"
                className="grid size-11 place-items-center rounded-full hover:bg-sunken"
                aria-label="Menu"
                onClick={() => setOpen(true)}
              >
                <Menu aria-hidden className="size-6" />
              </button>
            </div>
          </Header>
          <Suspense>
            <Overdue />
          </Suspense>
          <main id="main" className="flex grow flex-col">
            {children}
          </main>
          <FooterNavigation />
        </Frame>
      </div>
      <Sheet open={open} onClose={() => setOpen(false)} title="Menu">
        <MenuItems onLeave={() => setOpen(false)} />
      </Sheet>
      <Suspense>
        <PasskeyOffer />
      </Suspense>
      <Inactivity />
      <LiveMoney />
      <LiveChat />
    </div>
  );
}

/** Whether the page that stands is Home, not one that is being opened. */
const useIsHome = () => useMatch({ from: '/inside/dashboard', shouldThrow: false }) !== undefined;

/** On Home the page's title, with the way to the profile. */
function Greeting() {
  const user = useUser();
  if (!user) return null;
  const { first_name, image } = user.profile;
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Link to="/profile" aria-label="Your profile" className="shrink-0 rounded-full">
        <PersonDisc name={user.name} image={image} />
      </Link>
      {/* For screen readers it is the page's heading. */}
      <span
        aria-hidden
        className="truncate text-lg font-semibold"
      >{`Hello, ${first_name ?? user.name}`}</span>
    </div>
  );
}

const chatLabel = (unread: string | null) => (unread === null ? 'Chat' : `Chat, ${unread} unread`);

function ChatButton() {
  const { text: unread } = useUnread();
  return (
    <Link
      to="/chat"
      aria-label={chatLabel(unread)}
      className="grid size-11 place-items-center rounded-full hover:bg-sunken"
      activeProps={{ className: 'bg-sunken' }}
    >
      <ChatIcon unread={unread} className="size-6" />
    </Link>
  );
}

function MenuItems({ onLeave }: { onLeave?: () => void }) {
  const dark = useWatched(theme) === 'dark';
  const rtl = useWatched(viewMode) === 'rtl';
  const { text: unread } = useUnread();
  const notices = useUnreadNotices();
  const places = useOffered<Place>(PLACES);
  const isRestricted = useUser()?.restricted ?? true;
  const Sky = dark ? Sun : Moon;
  return (
    <nav aria-label="Menu" className="flex flex-col gap-1 md:gap-0.5">
      <MenuLink place={HOME} onLeave={onLeave} />
      {!isRestricted && (
        // Home opens the sheet.
        <Link to="/dashboard" search={{ withdraw: '' }} className={ROW} onClick={onLeave}>
          <ArrowUpRight aria-hidden className="size-5 rtl:-scale-x-100" />
          <span>Send</span>
        </Link>
      )}
      {places.map((place) => (
        <MenuLink key={place.to} place={place} onLeave={onLeave} />
      ))}
      <Link to="/chat" className={ROW} activeProps={{ className: CHOSEN }} onClick={onLeave}>
        <ChatIcon unread={unread} className="size-5" />
        <span>Chat</span>
        {unread !== null && <span className="sr-only">{`${unread} unread`}</span>}
      </Link>
      <Link to="/notices" className={ROW} activeProps={{ className: CHOSEN }} onClick={onLeave}>
        <BellIcon unread={notices} className="size-5" />
        <span>Notices</span>
        {notices !== null && <span className="sr-only">{`${notices} unread`}</span>}
      </Link>
      <hr className="my-2 border-line" />
      <MenuLink place={SETTINGS} onLeave={onLeave} />
      <button
        type="button"
        className={ROW}
        aria-pressed={dark}
        onClick={() => setTheme(dark ? 'light' : 'dark')}
      >
        <Sky aria-hidden className="size-5" />
        <span>Night mode</span>
        <Switch on={dark} />
      </button>
      <button
        type="button"
        className={ROW}
        aria-pressed={rtl}
        onClick={() => setViewMode(rtl ? 'ltr' : 'rtl')}
      >
        <Languages aria-hidden className="size-5" />
        <span>Right to left</span>
        <Switch on={rtl} />
      </button>
      <hr className="my-2 border-line" />
      <button type="button" className={ROW} onClick={() => void logOut()}>
        <LogOut aria-hidden className="size-5 rtl:rotate-180" />
        <span>Log out</span>
      </button>
    </nav>
  );
}

interface MenuLinkProps {
  place: Place;
  onLeave: (() => void) | undefined;
}

function MenuLink({ place: { to, label, icon: Icon, offer }, onLeave }: MenuLinkProps) {
  const isOffer = useRouterState({ select: ({ location }) => location.pathname === offer });
  return (
    <Link
      to={to}
      className={isOffer ? classes(ROW, CHOSEN) : ROW}
      activeProps={{ className: CHOSEN }}
      onClick={onLeave}
    >
      <Icon aria-hidden className="size-5" />
      <span>{label}</span>
    </Link>
  );
}

/** The state of a toggle button; screen readers get it from the button. */
const Switch = ({ on }: { on: boolean }) => (
  <span
    aria-hidden
    className={classes(
      'ms-auto flex h-6 w-10 shrink-0 items-center rounded-full border-2 px-0.5',
      on ? 'justify-end border-accent-text bg-accent-text' : 'border-line-strong',
    )}
  >
    <span className={classes('size-4 rounded-full', on ? 'bg-overlay' : 'bg-line-strong')} />
  </span>
);

/** The destinations of the preferred view. */
function usePlaces() {
  const account = useWatched(activeAccount);
  const { places } = evaluate('route.footer', { active_account: account });
  return useOffered(places.flatMap((path) => FOOTER[path] ?? []));
}

function FooterNavigation() {
  const shown = usePlaces();
  return (
    <nav
      aria-label="Main"
      data-footer
      className="fixed inset-x-0 bottom-0 z-30 mx-auto flex max-w-(--frame-width) border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {shown.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          className="flex min-h-16 min-w-0 flex-1 flex-col items-center justify-center gap-1 text-center text-[min(var(--text-xs),3.7vw)]"
          inactiveProps={{ className: 'text-muted' }}
          activeProps={{ className: 'font-semibold text-accent-text [&>svg]:stroke-[2.5]' }}
        >
          <Icon aria-hidden className="size-5" />
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  );
}
