import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '@/api/client';
import { type Fields, useEngineForm } from '@/engine/later';
import { Button } from '@/ui/button';
import { useServices } from '@/ui/configuration';
import { TextField } from '@/ui/field';
import { FormSheet } from '@/ui/form-sheet';
import { IconDisc } from '@/ui/icon-disc';
import { Loaded } from '@/ui/loaded';
import { Card } from '@/ui/page';
import { Sheet } from '@/ui/sheet';
import { ListSkeleton } from '@/ui/states';
import { toast } from '@/ui/toast';
import { autoTradeKeys, exchangeBalancesQuery } from './auto-trade-queries';
import { longDay } from './subscription';

const connectionQuery = queryOptions({
  queryKey: ['exchange-keys'] as const,
  queryFn: async () => (await call('GET', '/exchange-keys')).data,
});

/** The key to the user's own account at Binance. (Document 3, section 2.) */
export function ExchangeCard() {
  const connection = useQuery(connectionQuery);
  const [connecting, setConnecting] = useState(false);
  const [removing, setRemoving] = useState(false);
  const has = useServices();
  // If no exchange can be connected, only an existing key is shown.
  if (!has('exchange_keys') && !connection.data?.last_four) return null;
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold text-muted">Binance</h2>
      <Loaded query={connection} waiting={<ListSkeleton rows={1} />}>
        {({ last_four, connected_at, trades }) => (
          <>
            <p className="flex items-center gap-3">
              <IconDisc icon={Link2} />
              <span className="flex min-w-0 grow flex-col">
                <span className="font-medium">
                  {last_four === null ? 'Not connected' : `Connected: key ending in ${last_four}`}
                </span>
                {connected_at !== null && (
                  <span className="text-sm text-muted">
                    {`Since ${longDay(connected_at)}, ${trades ? 'may read and trade' : 'may only read'}`}
                  </span>
                )}
              </span>
            </p>
            <div className="flex flex-wrap gap-3">
              {has('exchange_keys') && (
                <Button look="quiet" className="grow" onClick={() => setConnecting(true)}>
                  {last_four === null ? 'Connect Binance' : 'Replace key'}
                </Button>
              )}
              {last_four !== null && (
                <Button look="quiet" className="grow" onClick={() => setRemoving(true)}>
                  Remove
                </Button>
              )}
            </div>
          </>
        )}
      </Loaded>
      {connecting && <ConnectSheet onClose={() => setConnecting(false)} />}
      <RemoveSheet open={removing} onClose={() => setRemoving(false)} />
    </Card>
  );
}

function ConnectSheet({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const form = useEngineForm('exchange_keys', { defaultValues: { api_key: '', api_secret: '' } });
  const connect = useMutation({
    mutationFn: async (body: Fields<'exchange_keys'>) => (await call('PUT', '/exchange-keys', { body })).data,
    meta: { quiet: true, silent: true },
    onSuccess: (connection) => {
      queries.setQueryData(connectionQuery.queryKey, connection);
      void queries.invalidateQueries({ queryKey: autoTradeKeys.all });
      void queries.invalidateQueries({ queryKey: exchangeBalancesQuery.queryKey });
      toast.success('Binance is connected');
    },
  });
  return (
    <FormSheet
      title="Connect Binance"
      onClose={onClose}
      action="Connect"
      busy={connect.isPending}
      disabled={!form.formState.isValid}
      error={form.formError}
      onSubmit={form.handleSubmit((values) =>
        connect.mutate(values, { onSuccess: onClose, onError: form.showProblem }),
      )}
    >
      <p className="text-sm text-muted">
        Create a Binance key with reading and trading enabled and withdrawals and transfers disabled: other
        keys are refused. We test it at once and keep it encrypted. Only automatic trading needs a key that
        may trade; nothing is bought with it before you switch that on.
      </p>
      <TextField
        label="API key"
        autoComplete="off"
        spellCheck={false}
        error={form.errorOf('api_key')}
        {...form.register('api_key')}
      />
      <TextField
        label="API secret"
        type="password"
        autoComplete="off"
        error={form.errorOf('api_secret')}
        {...form.register('api_secret')}
      />
    </FormSheet>
  );
}

function RemoveSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call('DELETE', '/exchange-keys'),
    meta: { silent: true },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: connectionQuery.queryKey });
      void queries.invalidateQueries({ queryKey: autoTradeKeys.all });
      void queries.invalidateQueries({ queryKey: exchangeBalancesQuery.queryKey });
      toast.success('The key is removed');
    },
  });
  return (
    <Sheet open={open} onClose={onClose} title="Remove key" held={remove.isPending}>
      <p>We delete our copy of the key. Delete it at Binance as well, so that nobody can use it.</p>
      <Button
        look="danger"
        wide
        busy={remove.isPending}
        onClick={() => remove.mutate(undefined, { onSuccess: onClose })}
      >
        Remove
      </Button>
    </Sheet>
  );
}
