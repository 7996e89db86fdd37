import Pusher from 'pusher-js';
import { Api, type Session, type VirtualAccount } from '../harness/api';
import { newFundedMember, newMember } from '../harness/person';
import type { Server } from '../harness/server';
import { expect, test } from '../harness/test';
import { payFromWallet } from '../screens/plans';

type Configuration = { realtime: { key: string; path: string } };
type CreditAlert = {
  trxData: { status: string; net_amount: string; currency: string; description: string; reference: string };
};

/** The unmodified library, configured only with the server's address. */
async function connect(server: Server, token?: string): Promise<Pusher> {
  const { realtime } = await new Api(server.url).must<Configuration>('GET', '/app-configuration');
  return new Pusher(realtime.key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: server.port,
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      transport: 'ajax',
      endpoint: `${server.url}/api/broadcasting/auth`,
      headers: token ? { Authorization: `Bearer ${token}` } : {},
    },
  });
}

const subscribed = (pusher: Pusher, name: string) =>
  new Promise<{ ok: boolean; error?: unknown }>((done) => {
    const channel = pusher.subscribe(name);
    channel.bind('pusher:subscription_succeeded', () => done({ ok: true }));
    channel.bind('pusher:subscription_error', (error: unknown) => done({ ok: false, error }));
  });

test('a stock pusher-js receives a credit on its owner’s private channel', async ({ server, sandbox }) => {
  const member = await newMember(server.url);
  const account = await member.api.must<VirtualAccount>('POST', '/accounts/fund', { type: 'NGN' });
  const pusher = await connect(server, member.user.access_token);
  try {
    const channel = `private-transaction.credit.ngn.${member.user.uuid}`;
    expect(await subscribed(pusher, channel)).toEqual({ ok: true });
    const alerted = new Promise<CreditAlert>((done) => pusher.channel(channel).bind('credit.alert', done));

    await sandbox.credit(account.account_number, '2500.50');

    const { trxData } = await alerted;
    expect(trxData).toMatchObject({ net_amount: '2500.50', currency: 'NGN' });
    const [newest] = (await member.api.transactions()).data;
    expect(newest?.reference).toBe(trxData.reference);
  } finally {
    pusher.disconnect();
  }
});

test('other users’ channels are refused, and so are channels without a session', async ({ server }) => {
  const [owner, stranger] = [await newMember(server.url), await newMember(server.url)];
  const channel = `private-transaction.credit.ngn.${owner.user.uuid}`;
  for (const token of [stranger.user.access_token, undefined]) {
    const pusher = await connect(server, token);
    try {
      expect(await subscribed(pusher, channel)).toMatchObject({ ok: false });
    } finally {
      pusher.disconnect();
    }
  }
});

test('paid subscribers receive trade signals until the month is over', async ({ server, sandbox }) => {
  const CHANNEL = 'private-trade.signal';
  const member = await newFundedMember(server.url, '20000.00');
  const predict = (symbol: string) =>
    member.api.must('PUT', '/sandbox/signals', {
      first_match: [{ id: 7, symbol, logo: null, percent_change_24h: '4.2' }],
    });
  const pusher = await connect(server, member.user.access_token);
  try {
    expect(await subscribed(pusher, CHANNEL)).toMatchObject({ ok: false, error: { status: 403 } });
    pusher.unsubscribe(CHANNEL);
    const month = { quote: '/quotes/alerts', pay: '/alerts/subscribe', action: 'alert_subscription' };
    await payFromWallet(member, month, {});
    expect(await subscribed(pusher, CHANNEL)).toEqual({ ok: true });
    const heard: string[] = [];
    pusher.channel(CHANNEL).bind('signal.alert', (board: object) => heard.push(JSON.stringify(board)));
    await predict('SOL');
    await expect.poll(() => heard.length).toBe(1);
    expect(heard[0]).toContain('"symbol":"SOL"');

    const closed = new Promise<void>((done) =>
      pusher.connection.bind('state_change', ({ previous }: { previous: string }) => {
        if (previous === 'connected') done();
      }),
    );
    await sandbox.pass(31 * 24);
    await predict('BTC');
    await closed;
    expect(heard).toHaveLength(1);
  } finally {
    pusher.disconnect();
  }
  const { email, password } = member;
  const again = new Api(server.url);
  const { access_token } = await again.must<Session>('POST', '/auth/login', { email, password });
  const later = await connect(server, access_token);
  try {
    expect(await subscribed(later, CHANNEL)).toMatchObject({ ok: false, error: { status: 403 } });
  } finally {
    later.disconnect();
  }
});
