import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { call } from '@/api/client';
import { Problem } from '@/api/problem';
import { PinStage } from '@/payment/pin-stage';
import { renderScreen } from '@/testing/render';
import { TakeSheet } from './take-sheet';

vi.mock('@/api/client');
vi.mock('@/payment/pin-stage', () => ({ PinStage: vi.fn(() => <p>PIN</p>) }));

const wanted = { code: 'AB12CD34', amount: '500' };
const refused = new Problem({ status: 422, code: 'refused', message: 'Refused' });
const answer = (id: string) => ({ data: { id } }) as never;
const button = (name: string, onClick: () => void) => (
  <button type="button" aria-label={name} onClick={onClick} />
);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

it.each([
  ['form', ['Form', 'Form', 'q1'], 'q2'],
  ['review', ['Form', 'Unpriced', 'Refused'], 'Unpriced'],
] as const)('fetches the price at the %s, and again once it has changed', async (priced, presses, again) => {
  vi.mocked(call)
    .mockRejectedValueOnce(refused)
    .mockResolvedValueOnce(answer('q1'))
    .mockResolvedValueOnce(answer('q2'));
  const show = vi.fn();
  await renderScreen(
    <TakeSheet<'group_join', typeof wanted>
      open
      onClose={vi.fn()}
      before={undefined}
      action="group_join"
      title="Join"
      priced={priced}
      form={({ proceed }) => button('Form', () => proceed(wanted, show))}
      review={({ quote, error, accept }) =>
        button(error?.message ?? quote?.id ?? 'Unpriced', () => accept(wanted))
      }
      body={(values) => values}
      pin={() => ({})}
      onPaid={vi.fn()}
    />,
  );
  const order = async () => {
    await screen.findByText('PIN');
    return vi.mocked(PinStage).mock.lastCall?.[0];
  };
  for (const name of presses) await press(name);
  expect((await order())?.order.body).toEqual({ ...wanted, quote_id: 'q1' });
  expect(show.mock.calls).toEqual(priced === 'form' ? [[refused]] : []);
  await act(async () => vi.mocked(PinStage).mock.lastCall?.[0].requote?.());
  await press(again);
  expect((await order())?.order.body).toEqual({ ...wanted, quote_id: 'q2' });
});
