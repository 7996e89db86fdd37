// Pairs of people who pay and are paid, and the requests of their transfers for the load client.
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { load } from './load.mjs';
import { Person } from './person.mjs';

export const AMOUNT = '1.00';
/** Authorisations last two minutes; some of it passes before the first one is used. */
const MOST_SECONDS = 110;
const JOINING = 8;

/**
 * People in pairs of a payer and a payee. With few of them, each would pay many times a second, and the server's look-ups
 * of a user's last minute and day would read thousands of rows.
 */
export async function joinPairs(url, people) {
  const agent = new Agent({ keepAlive: true, maxSockets: JOINING });
  const pairs = [];
  let next = 0;
  const join = async () => {
    while (next + 1 < people) {
      const index = next;
      next += 2;
      const payer = await Person.join(url, agent, index);
      await payer.fund('1000000.00');
      const payee = await Person.join(url, agent, index + 1);
      await payer.quote(payee, AMOUNT);
      pairs.push([payer, payee]);
    }
  };
  try {
    await Promise.all(Array.from({ length: JOINING }, join));
  } finally {
    agent.destroy();
    // Each call makes a connection of its own from now on.
    for (const person of pairs.flat()) person.agent = undefined;
  }
  return pairs;
}

/** The pairs in turn, and the connection of each: nobody pays through two connections at once. */
function* turns(pairs, connections, count) {
  // Whole rounds, so that no connection has more to do than another.
  const used = pairs.slice(0, pairs.length - (pairs.length % connections));
  if (used.length === 0) throw new Error(`${connections} connections need ${connections * 2} people`);
  for (let turn = 0; turn < count; turn += 1) {
    const place = turn % used.length;
    yield { pair: used[place], connection: place % connections, key: randomUUID() };
  }
}

/** Confirms the PIN for up to `count` transfers, and returns what the load client said, and the transfers. */
export async function authorise({ url, pairs, connections, count, seconds }) {
  if (seconds > MOST_SECONDS) throw new Error(`confirm for at most ${MOST_SECONDS} s: they last two minutes`);
  const all = [...turns(pairs, connections, count)];
  const requests = all.map(({ pair: [payer, payee], key }, place) => ({
    ...payer.confirming(payee, AMOUNT, key),
    keep: 'authorisation',
    note: String(place),
  }));
  const outcome = await load({ url, requests, connections, seconds });
  const transfers = outcome.kept
    .toSorted(([a], [b]) => a - b)
    .map(([place, authorisation]) => {
      const { pair, connection, key } = all[place];
      const [payer, payee] = pair;
      return { ...payer.paying(payee, AMOUNT, key, authorisation), connection, expect: 201 };
    });
  return { outcome, transfers };
}

/** Transfers with the PIN in the call. */
export const byPin = ({ pairs, connections, count }) =>
  [...turns(pairs, connections, count)].map(({ pair: [payer, payee], connection, key }) => ({
    ...payer.payingByPin(payee, AMOUNT, key),
    connection,
    expect: 201,
  }));

/** Transfers in two calls: the PIN, and the transfer with the authorisation from its answer. */
export const inTwoCalls = ({ pairs, connections, count }) =>
  [...turns(pairs, connections, count)].flatMap(({ pair: [payer, payee], connection, key }) => [
    { ...payer.confirming(payee, AMOUNT, key), connection, keep: 'authorisation', counted: false },
    { ...payer.paying(payee, AMOUNT, key, '{kept}'), connection, expect: 201 },
  ]);

/** Calls that were not answered as they should have been; they count nowhere. */
export const refusals = ({ statuses, done, refused }, expected = '201') => {
  const others = Object.entries(statuses).filter(([status]) => !expected.includes(status));
  if (others.length === 0) return '';
  const list = others.map(([status, count]) => `${count} × ${status === '0' ? 'no answer' : status}`);
  return `not counted beside ${done}: ${list.join(', ')}${refused ? ` (${refused.slice(0, 120)})` : ''}`;
};
