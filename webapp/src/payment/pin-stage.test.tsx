import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { Problem } from '@/api/problem';
import { renderScreen } from '@/testing/render';
import { SheetOpen } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { PinStage } from './pin-stage';
import { forgetPayment, paymentKey } from './send';

const ORDER = { currency: 'NGN', amount: '500.00', payee: 'address-verification', body: {} } as const;

interface Sent {
  path: string;
  body: Record<string, unknown>;
  headers: Headers;
}
let sent: Sent[] = [];
let answers: Record<string, [status: number, body: unknown]> = {};

beforeEach(() => {
  sent = [];
  answers = {
    '/api/wallet/pin-confirm': [200, { data: { authorisation: 'granted' } }],
    '/api/verify/address': [201, { data: { reference: 'r1' } }],
  };
  vi.stubGlobal('fetch', async (path: string, { body, headers }: { body: string; headers: Headers }) => {
    sent.push({ path, body: JSON.parse(body), headers });
    const [status, answer] = answers[path] ?? [500, {}];
    return new Response(JSON.stringify(answer), { status });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  forgetPayment();
});

const WRONG = 'The PIN is not correct.';
const boxes = () => screen.getAllByLabelText<HTMLInputElement>(/^Transaction PIN, character/);
const said = () =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .filter(Boolean);

/** Expects empty boxes, with the focus for the next try. */
function expectEmpty() {
  expect(boxes().map(({ value }) => value)).toEqual(['', '', '', '']);
  expect(document.activeElement).toBe(boxes()[0]);
}

async function pay({ onRefused = vi.fn(), requote }: { onRefused?: Mock; requote?: Mock } = {}) {
  const [onPaid, onSending] = [vi.fn(), vi.fn()];
  await renderScreen(
    <PinStage
      kind="address_verification"
      order={ORDER}
      total="505.00"
      onSending={onSending}
      onPaid={onPaid}
      {...(requote && { requote })}
      onRefused={onRefused}
    />,
  );
  await userEvent.click(screen.getByLabelText('Transaction PIN, character 1 of 4'));
  await userEvent.keyboard('2580');
  await waitFor(() => expect(onSending).toHaveBeenLastCalledWith(false));
  return { onPaid, onRefused };
}

it('authorises exactly this payment with the PIN, and sends it once', async () => {
  const key = paymentKey();
  const { onPaid, onRefused } = await pay();
  expect(sent.map(({ path }) => path)).toEqual(['/api/wallet/pin-confirm', '/api/verify/address']);
  expect(sent[0]?.body).toEqual({
    pin: '2580',
    currency: 'NGN',
    action: 'address_verification',
    amount: '500.00',
    payee: 'address-verification',
    idempotency_key: key,
    request: {},
  });
  expect(sent[1]?.headers.get('x-pin-authorisation')).toBe('granted');
  expect(sent[1]?.headers.get('idempotency-key')).toBe(key);
  expect(onPaid).toHaveBeenCalledExactlyOnceWith({ reference: 'r1' });
  expect(onRefused).not.toHaveBeenCalled();
});

it('says why a PIN is refused, clears the boxes, and sends no payment', async () => {
  answers['/api/wallet/pin-confirm'] = [
    422,
    {
      code: 'refused',
      message: WRONG,
      violations: [{ field: 'pin', code: 'wrong_pin', message: WRONG, params: {} }],
    },
  ];
  const { onPaid, onRefused } = await pay();
  expect(screen.getByRole('group', { name: 'Transaction PIN' }).getAttribute('aria-invalid')).toBe('true');
  expect(said()).toEqual([WRONG]);
  expectEmpty();
  expect(sent).toHaveLength(1);
  expect(onPaid).not.toHaveBeenCalled();
  expect(onRefused).toHaveBeenCalledOnce();
});

it('reports other refusals without blaming the PIN, which can be entered again', async () => {
  const message = 'Your balance is too low.';
  answers['/api/verify/address'] = [
    422,
    {
      code: 'refused',
      message,
      violations: [{ field: 'amount', code: 'insufficient_balance', message, params: {} }],
    },
  ];
  const { onPaid } = await pay();
  expect(screen.getByRole('group', { name: 'Transaction PIN' }).getAttribute('aria-invalid')).toBe(null);
  expect(said()).toEqual([message]);
  expectEmpty();
  expect(onPaid).not.toHaveBeenCalled();
});

describe('a changed price', () => {
  beforeEach(() => {
    const message = 'The quote has changed. Please review it again.';
    answers['/api/verify/address'] = [409, { code: 'quote_changed', message }];
  });
  afterEach(() => vi.restoreAllMocks());

  it('is fetched again, with a message', async () => {
    const info = vi.spyOn(toast, 'info');
    const requote = vi.fn();
    await pay({ requote });
    await waitFor(() => expect(requote).toHaveBeenCalledOnce());
    expect(info).toHaveBeenCalledExactlyOnceWith('The price has changed. Please review it again.');
  });

  it('is not fetched if the screen itself shows the change', async () => {
    const info = vi.spyOn(toast, 'info');
    const [requote, onRefused] = [vi.fn(), vi.fn().mockReturnValue(true)];
    await pay({ requote, onRefused });
    await waitFor(() => expect(onRefused).toHaveBeenCalledOnce());
    expect(requote).not.toHaveBeenCalled();
    expect(info).not.toHaveBeenCalled();
  });

  it('reports why it cannot be fetched', async () => {
    const error = vi.spyOn(toast, 'error');
    const failure = new Problem({ status: 422, code: 'refused', message: 'Your balance is too low.' });
    await pay({ requote: vi.fn().mockRejectedValue(failure) });
    await waitFor(() => expect(error).toHaveBeenCalledExactlyOnceWith('Your balance is too low.'));
  });
});

let setOpen: (open: boolean) => void;

/** A sheet that `setOpen` closes. */
function InSheet({ children }: { children: ReactNode }) {
  const [open, set] = useState(true);
  setOpen = (next) => act(() => set(next));
  return <SheetOpen value={open}>{children}</SheetOpen>;
}

describe('offline', () => {
  const lineIs = (there: boolean) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: there });
    act(() => void dispatchEvent(new Event(there ? 'online' : 'offline')));
  };
  afterEach(() => lineIs(true));

  async function enterOffline() {
    const onPaid = vi.fn();
    lineIs(false);
    const view = await renderScreen(
      <InSheet>
        <PinStage
          kind="address_verification"
          order={ORDER}
          total="505.00"
          onSending={vi.fn()}
          onPaid={onPaid}
        />
      </InSheet>,
    );
    await userEvent.click(screen.getByLabelText('Transaction PIN, character 1 of 4'));
    await userEvent.keyboard('2580');
    await screen.findByText("You're offline. Nothing was sent, your money hasn't moved.");
    expect(sent).toEqual([]);
    return { onPaid, view };
  }

  it('says that nothing was sent, waits, and pays once the connection is back', async () => {
    const { onPaid } = await enterOffline();
    lineIs(true);
    await waitFor(() => expect(onPaid).toHaveBeenCalledOnce());
    expect(sent.map(({ path }) => path)).toEqual(['/api/wallet/pin-confirm', '/api/verify/address']);
  });

  it('sends nothing if the screen was left meanwhile', async () => {
    const { onPaid, view } = await enterOffline();
    view.unmount();
    lineIs(true);
    await new Promise((later) => setTimeout(later, 50));
    expect(sent).toEqual([]);
    expect(onPaid).not.toHaveBeenCalled();
  });

  it('sends nothing while a closed sheet slides away, and can send once it is open again', async () => {
    const { onPaid } = await enterOffline();
    setOpen(false);
    lineIs(true);
    await new Promise((later) => setTimeout(later, 50));
    expect(sent).toEqual([]);
    setOpen(true);
    await userEvent.click(screen.getByLabelText('Transaction PIN, character 4 of 4'));
    await userEvent.keyboard('{Backspace}0');
    await waitFor(() => expect(onPaid).toHaveBeenCalledOnce());
  });
});

it('a missing PIN is set, not entered', async () => {
  answers['/api/wallet/pin-confirm'] = [409, { code: 'pin_not_set', message: 'Set your PIN first.' }];
  await pay();
  expect(screen.getByRole('alert').textContent).toBe('Set your PIN first.');
  expect(screen.queryByLabelText('Transaction PIN, character 1 of 4')).toBe(null);
  expect(screen.getByRole('link', { name: 'Set PIN' }).getAttribute('href')).toBe(
    '/settings?currency=NGN&operation=reset-pin',
  );
});

it('a locked PIN is reset, not entered', async () => {
  answers['/api/wallet/pin-confirm'] = [423, { code: 'pin_locked', message: 'locked until 22 Nov, 04:37' }];
  await pay();
  expect(screen.getByRole('alert').textContent).toBe('locked until 22 Nov, 04:37');
  expect(screen.queryByLabelText('Transaction PIN, character 1 of 4')).toBe(null);
  expect(screen.getByRole('link', { name: 'Reset PIN' }).getAttribute('href')).toBe(
    '/settings?currency=NGN&operation=reset-pin',
  );
});
