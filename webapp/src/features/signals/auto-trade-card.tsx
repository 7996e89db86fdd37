import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bot, OctagonX } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '@/api/use-session';
import { evaluate, useEngineForm } from '@/engine/later';
import { Facts } from '@/payment/breakdown';
import { OwnFigure } from '@/payment/money';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import { FormError } from '@/ui/form-error';
import { FormSheet } from '@/ui/form-sheet';
import { Loaded } from '@/ui/loaded';
import { Card } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';
import { SwitchRow } from '@/ui/switch-row';
import { toast } from '@/ui/toast';
import { grouped } from '@/ui/typed';
import { type AutoTradeState, autoTradeQuery, useSetAutoTrade } from './auto-trade-queries';
import { shownFigure } from './figures';
import { useSubscription } from './subscription';

const OFF = 'Nothing is bought for you.';
const ON = 'Signals that match your active strategies are bought with your own Binance key.';
const UNPAID = 'Your trade signals are not paid for.';

/** The current purchases, or the reason why there are none. */
function noteOf({ is_on, connected, trades }: AutoTradeState, isPaid: boolean): string {
  if (!is_on) return OFF;
  // It stays switched on while the key is removed or may no longer trade.
  const { violation } = evaluate('form.field', {
    form: 'auto_trade',
    field: 'is_on',
    values: { is_on },
    context: { connected, trades },
  });
  if (violation) return `${OFF} ${violation.message}`;
  return isPaid ? ON : `${OFF} ${UNPAID}`;
}

/** Automatic trading: its switch, its caps, and a way to stop it at once. */
export function AutoTradeCard({ orders = false }: { orders?: boolean }) {
  const state = useQuery(autoTradeQuery);
  const { active } = useSubscription(useUser());
  const [editing, setEditing] = useState(false);
  const stop = useSetAutoTrade(false);
  const stopAll = () =>
    stop.mutate({ is_on: false }, { onSuccess: () => toast.success('Automatic trading is stopped') });
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold text-muted">Automatic trading</h2>
      <Loaded query={state} waiting={<ListSkeleton rows={1} />} polled>
        {(now) => (
          <>
            <SwitchRow
              icon={Bot}
              label="Auto trade"
              on={now.is_on}
              note={noteOf(now, active)}
              busy={stop.isPending}
              onSwitch={() => (now.is_on ? stopAll() : setEditing(true))}
            />
            {now.is_on && (
              <Button look="danger" wide busy={stop.isPending} onClick={stopAll}>
                <OctagonX aria-hidden className="size-5" />
                <span>Stop all</span>
              </Button>
            )}
            {now.per_trade !== null && <Caps state={now} />}
            {now.is_on && (
              <Button look="quiet" wide onClick={() => setEditing(true)}>
                Change limits
              </Button>
            )}
            {orders && (
              <Link to="/strategy" className="text-sm font-medium underline">
                See strategies and automatic trades
              </Link>
            )}
            {editing && <CapsSheet state={now} onClose={() => setEditing(false)} />}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Caps({ state }: { state: AutoTradeState }) {
  const figure = (text: string | null) =>
    text === null ? '' : <bdi className="figures">{`${shownFigure(text)} USDT`}</bdi>;
  return (
    <Facts
      rows={[
        ['Limit per trade', figure(state.per_trade)],
        ['Limit per day', figure(state.per_day)],
        ['Used today', <OwnFigure key="used" text={`${shownFigure(state.spent_today)} USDT`} />],
      ]}
    />
  );
}

/** The caps. Saving them switches automatic trading on. */
function CapsSheet({ state, onClose }: { state: AutoTradeState; onClose: () => void }) {
  const form = useEngineForm('auto_trade', {
    defaultValues: {
      is_on: true,
      per_trade: shownFigure(state.per_trade ?? ''),
      per_day: shownFigure(state.per_day ?? ''),
    },
    context: { connected: state.connected, trades: state.trades },
  });
  const save = useSetAutoTrade(true);
  const obstacle = form.errorOf('is_on');
  return (
    <FormSheet
      title={state.is_on ? 'Change limits' : 'Switch on auto trade'}
      onClose={onClose}
      action={state.is_on ? 'Save' : 'Switch on'}
      busy={save.isPending}
      error={form.formError}
      onSubmit={form.handleSubmit((values) =>
        save.mutate(
          { ...values, is_on: true },
          {
            onSuccess: () => {
              onClose();
              toast.success(state.is_on ? 'Limits saved' : 'Automatic trading is on');
            },
            onError: form.showProblem,
          },
        ),
      )}
    >
      <p className="text-sm text-muted">
        We buy at Binance with your key, at no more than your strategy's price, and never sell. Every order is
        listed with its reason. Trading can lose money.
      </p>
      {obstacle && <FormError>{obstacle}</FormError>}
      <TextField
        label="Limit per trade (USDT)"
        inputMode="decimal"
        autoComplete="off"
        error={form.errorOf('per_trade')}
        offer={form.offerOf('per_trade')}
        {...grouped(form.register('per_trade'), 'USDT')}
      />
      <TextField
        label="Limit per day (USDT)"
        hint="Days begin at midnight in Lagos."
        inputMode="decimal"
        autoComplete="off"
        error={form.errorOf('per_day')}
        offer={form.offerOf('per_day')}
        {...grouped(form.register('per_day'), 'USDT')}
      />
    </FormSheet>
  );
}
