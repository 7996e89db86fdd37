/** What the server answers while the pictures are taken: always the same. */
export const NOW = '2026-11-22T15:00:00.000Z';

const SINCE = '2026-01-05T09:00:00.000Z';
const UUID = '01a204b5-2ebd-7000-801e-9e99ec9a39e9';

const wallet = (base_currency: string, balance: string, identity: string) => ({
  id: `wallet-${base_currency}`,
  base_currency,
  balance,
  ledger_balance: balance,
  identity,
  address: null,
  created_at: SINCE,
});

const NOTHING = { settled: '0.00', balance: '0.00' };

const row = (reference: string, category: string, at: string, amount: string, rest: object) => ({
  reference,
  category,
  type: 'DEBIT',
  status: 'SUCCESSFUL',
  currency: 'NGN',
  gross_amount: amount,
  net_amount: amount,
  charge: '0.00',
  description: '',
  counterparty: null,
  comment: null,
  created_at: at,
  ...rest,
});

const bank = { name: 'UMAR CHIDI', account_number: '0123456789', bank_name: 'Guaranty Trust Bank' };
const friend = { name: 'Bayo Adeyemi', wallet_number: '1125890431' };

const TRANSACTIONS = [
  row('3Y8735HKSRGX86D9', 'withdraw', '2026-11-22T13:42:00.000Z', '30020.00', {
    description: 'Rent',
    counterparty: bank,
    gross_amount: '30000.00',
    charge: '20.00',
  }),
  row('5H2K7QW9RT3M8XB1', 'withdraw', '2026-11-22T10:15:00.000Z', '1420.00', {
    status: 'FAILED',
    counterparty: bank,
    comment: 'The bank could not complete this transfer. The money is back in your wallet.',
  }),
  row('82QFXCFWK5PRPSK4', 'wallet-transfer', '2026-11-21T18:30:00.000Z', '12000.00', {
    status: 'PROCESSING',
    description: 'Electricity, my half',
    counterparty: friend,
  }),
  row('SX3P8MNNMHVEXCKV', 'funding', '2026-11-20T08:05:00.000Z', '250000.00', {
    type: 'CREDIT',
    description: 'Bank transfer received',
  }),
  row('0WVZ8NA55CVZXPQ4', 'airtime-topup', '2026-11-20T07:00:00.000Z', '1000.00', {}),
];

const pageOf = (data: object[]) => ({ current_page: 1, last_page: 1, total: data.length, data });

const SESSION = {
  id: UUID,
  uuid: UUID,
  name: 'Ada Okafor',
  email: 'ada@example.com',
  phone: '08031234567',
  restricted: false,
  has_password: true,
  profile: {
    first_name: 'Ada',
    last_name: 'Okafor',
    gender: 'female',
    dob: '24-05-1990',
    image: null,
    about: null,
    phone: '08031234567',
    address: null,
    landmark: null,
    lga: null,
    city: null,
    state: null,
    postal_code: null,
    country: null,
    latitude: null,
    longitude: null,
    proven: [],
  },
  meta: {
    is_verified: true,
    phone_verified: false,
    identity_verified: false,
    pending_addr_verification: false,
    points: 0,
    sub: null,
    buy_rate: null,
  },
  roles: [],
  clusters: [],
  settings: {
    base_currency: 'NGN',
    referrer_code: 'V2RKYFDM',
    address_verified_at: null,
    liveness_verified_at: null,
    address_pending_until: null,
    fcm_token: null,
  },
  access_token: 'a-token-for-pictures',
  token: 'a-token-for-pictures',
  token_expires_at: '2026-11-22T15:05:00.000Z',
  scores: null,
  idle_at: '2026-11-22T15:03:00.000Z',
};

/** By path. */
export const ANSWERS: Record<string, unknown> = {
  '/api/auth/refresh': SESSION,
  '/api/auth/me': SESSION,
  '/api/auth/activity': null,
  '/api/auth/chat': { token: 'none', expires_at: '2026-11-22T15:02:00.000Z', channels: [] },
  '/api/accounts': {
    active_account: 'NGN',
    wallets: [wallet('NGN', '203480.50', '1409870041'), wallet('USD', '118.81', '5805811678')],
    total: { currency: 'NGN', amount: '381695.00' },
    summary: { savings: NOTHING, loan: NOTHING },
  },
  '/api/transaction/me': pageOf(TRANSACTIONS),
  ...Object.fromEntries(TRANSACTIONS.map((one) => [`/api/transaction/${one.reference}`, one])),
  '/api/wallet/pin-status': { NGN: 'pin_set', USD: 'pin_set' },
  '/api/bank-account': pageOf([
    { id: 'b1', uuid: 'b1', bank_code: '058', account_name: 'UMAR CHIDI', is_default: false, ...bank },
  ]),
  '/api/referral': {
    code: 'V2RKYFDM',
    link: '',
    points: 0,
    currency: 'NGN',
    bonus: '200.00',
    least_payment: '1000.00',
    earned: '0.00',
    referred: 0,
    rewarded: 0,
    pending: 0,
  },
};
