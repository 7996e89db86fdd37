import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen, said } from '@/testing/render';
import { UssdStage } from './ussd-stage';

afterEach(() => vi.unstubAllGlobals());

const LABEL = 'Amount (NGN)';
const BANK = { code: '058', name: 'Guaranty Trust Bank', ussd_template: '*737*2*Amount*AccountNumber#' };

it('shows the amount, or why it cannot be dialled, at every keystroke', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data: [BANK] })));
  await renderScreen(<UssdStage onEntered={() => undefined} />);
  const field = await screen.findByLabelText(LABEL);
  const isPriced = () => screen.queryByText('Your bank is charged') !== null;
  for (const [typed, price, reason] of [
    ['0', false, 'The minimum amount is NGN 1.00.'],
    ['500', true, ''],
    ['500.50', false, 'A USSD code takes whole naira.'],
    ['500', true, ''],
    ['', false, ''],
  ] as const) {
    fireEvent.change(field, { target: { value: typed } });
    expect(isPriced(), typed).toBe(price);
    expect(said(LABEL), typed).toBe(reason);
  }
});
