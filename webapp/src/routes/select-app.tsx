import { useRouter } from '@tanstack/react-router';
import { ChartLine, ChevronRight, type LucideIcon, PiggyBank } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { type AccountView, useChooseActive } from '@/features/wallet/active';
import { activeAccount } from '@/lib/active-account';
import { type Service, useOffered } from '@/ui/configuration';
import { IconDisc } from '@/ui/icon-disc';
import { Page } from '@/ui/page';

interface Choice {
  account: AccountView;
  label: string;
  hint: string;
  icon: LucideIcon;
  needs?: readonly Service[];
}

const CHOICES: Choice[] = [
  {
    account: 'investment',
    label: 'Investment',
    hint: 'Coin sets and plans that grow with the market',
    icon: ChartLine,
    needs: ['coin_sets'],
  },
  {
    account: 'savings',
    label: 'Savings',
    hint: 'Put money aside, alone or with others',
    icon: PiggyBank,
  },
];

/** The user's preferred view, one of two. */
export function SelectApp() {
  const router = useRouter();
  const choose = useChooseActive();
  const chosen = useSyncExternalStore(activeAccount.subscribe, activeAccount.get);
  return (
    <Page title="What would you like to see first?" back="/settings/appearance">
      <div className="flex flex-col gap-3">
        {useOffered(CHOICES).map(({ account, label, hint, icon: Icon }) => (
          <button
            key={account}
            type="button"
            aria-pressed={chosen === account}
            className="flex min-h-20 items-center gap-4 rounded-card border border-line bg-raised p-gutter text-start aria-pressed:border-accent-text"
            onClick={() => {
              // The dashboard asks the server for the view, so the choice arrives there first.
              choose({ account }, { onSettled: () => void router.navigate({ to: '/dashboard' }) });
            }}
          >
            <IconDisc icon={Icon} />
            <span className="flex min-w-0 grow flex-col">
              <span className="font-semibold">{label}</span>
              <span className="text-sm text-muted">{hint}</span>
            </span>
            <ChevronRight aria-hidden className="roomy size-5 shrink-0 text-muted rtl:rotate-180" />
          </button>
        ))}
      </div>
    </Page>
  );
}
