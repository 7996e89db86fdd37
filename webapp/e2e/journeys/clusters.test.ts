import type { Page } from 'playwright-core';
import { type Member, newMember, newPerson } from '../harness/person';
import type { Server } from '../harness/server';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, heading, press } from '../screens/entry';

let count = 0;

/** A cluster used only by this test: its code and name. */
function newCluster(server: Server, state = 'Lagos') {
  count += 1;
  const code = `TEST${String(count).padStart(4, '0')}`;
  const name = `Traders ${count}`;
  const facts = ['--state', state, '--lga', 'Ikeja', '--support-email', 'traders@example.com'];
  const link = ['--whatsapp-link', 'https://chat.whatsapp.com/Traders1'];
  server.run('cluster', 'add', code, '--name', name, ...facts, ...link, '--by', 'Grace');
  return { code, name };
}

type Joined = { uuid: string };
const joined = (member: Member, code: string) => member.api.must<Joined>('PATCH', '/business/join', { code });

const log = (page: Page, name: string) => page.getByRole('log', { name: `Conversation in ${name}` });
const written = (page: Page) => field(page, 'Message');
const PATIENCE = { timeout: 10_000 };

async function say(member: Member, uuid: string, message: string): Promise<void> {
  count += 1;
  await member.api.must('POST', `/clusters/${uuid}/messages`, { client_id: `message-${count}`, message });
}

const onServer = async (member: Member, uuid: string): Promise<string[]> => {
  const path = `/clusters/${uuid}/messages`;
  const { messages } = await member.api.must<{ messages: { message: string }[] }>('GET', path);
  return messages.map(({ message }) => message);
};

async function night(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await press(page, 'Night mode');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

test('a cluster is joined by its code, and its members exchange messages', async ({ page, server }) => {
  const { code, name } = newCluster(server);
  const member = await newMember(server.url);
  const other = await newMember(server.url, newPerson('Bayo', 'Ade'));
  await joined(other, code);
  await arrive(page, member);
  await press(page, 'Join a cluster');
  const dialog = page.getByRole('dialog', { name: 'Join a cluster' });
  await press(page, 'Continue');
  await dialog.getByText('You cannot subscribe a user to this cluster').waitFor();
  await field(page, 'Cluster code').fill('NOWHERE');
  await press(page, 'Continue');
  await dialog.getByText('No cluster has this code.').waitFor();
  await expectAccessible(page);
  await field(page, 'Cluster code').fill(code.toLowerCase());
  await press(page, 'Continue');
  await dialog.getByText(`Kindly confirm cluster ${name}.`).waitFor();
  await expectAccessible(page);
  await press(page, 'Confirm');
  await dialog.getByText(`You have joined ${name} cluster. Kindly reload.`).waitFor();
  await expectAccessible(page);
  await press(page, 'Open the chat');
  await heading(page, name).waitFor();
  await page.getByText('Nobody has written here yet.').waitFor();

  await written(page).fill('Good morning!');
  await page.keyboard.press('Enter');
  await log(page, name).getByText('Good morning!', { exact: true }).waitFor();
  await expect.poll(() => log(page, name).getByText(', sent').count(), PATIENCE).toBe(1);
  const { uuid } = await joined(other, code);
  await say(other, uuid, 'Welcome, <b>Amina</b>!');
  await log(page, name).getByText('Welcome, <b>Amina</b>!', { exact: true }).waitFor();
  await log(page, name).getByText('Bayo Ade', { exact: true }).waitFor();
  await expectAccessible(page);
  await night(page);
  await expectAccessible(page);
});

test('a cluster is found by state, in a list 400 pixels high', async ({ page, server }) => {
  const { name } = newCluster(server, 'Ogun');
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/clusters');
  await page.getByText("You haven't joined a cluster yet.").waitFor();
  await expectAccessible(page);
  await press(page, 'Join a cluster');
  await press(page, 'Find a cluster in my state');
  await expectAccessible(page);
  await press(page, 'Ogun');
  const list = page.getByRole('region', { name: 'Clusters in Ogun' });
  await list.waitFor();
  expect((await list.boundingBox())?.height).toBe(400);
  const whatsapp = list.getByRole('link', { name: new RegExp(`^WhatsApp, ${name}`) });
  expect(await whatsapp.getAttribute('href')).toBe('https://chat.whatsapp.com/Traders1');
  const email = list.getByRole('link', { name: `Email, ${name}` });
  expect(await email.getAttribute('href')).toBe('mailto:traders@example.com');
  await expectAccessible(page);
  await press(page, `Select ${name}`);
  await page.getByText(`Kindly confirm cluster ${name}.`).waitFor();
  // Back leads to the list.
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
  await list.waitFor();
});

test('unsent text and a failed message survive a reload, in each conversation', async ({
  page,
  context,
  server,
  watch,
}) => {
  const { code, name } = newCluster(server);
  const member = await newMember(server.url);
  const { uuid } = await joined(member, code);
  await arrive(page, member);
  await page.goto(`/clusters/${uuid}`);
  await written(page).fill('Is the market open');
  await page.goto('/chat');
  await written(page).fill('I forgot');
  await page.reload();
  await expect.poll(() => written(page).inputValue()).toBe('I forgot');
  await page.goto(`/clusters/${uuid}`);
  await expect.poll(() => written(page).inputValue()).toBe('Is the market open');

  watch.allowOffline();
  await context.setOffline(true);
  await press(page, 'Send');
  await log(page, name).getByText('Not sent.').waitFor();
  await context.setOffline(false);
  await page.reload();
  await log(page, name).getByText('Not sent.').waitFor();
  expect(await onServer(member, uuid)).toEqual([]);
  await press(page, 'Try again');
  await expect.poll(() => onServer(member, uuid)).toEqual(['Is the market open']);
  await expect.poll(() => log(page, name).getByText('Not sent.').count(), PATIENCE).toBe(0);
  await page.reload();
  await log(page, name).getByText('Is the market open').waitFor();
  expect(await log(page, name).getByText('Not sent.').count()).toBe(0);
});

test('a message is reported, and the operator removes it for everyone', async ({ page, server }) => {
  const { code, name } = newCluster(server);
  const member = await newMember(server.url);
  const other = await newMember(server.url, newPerson('Bayo', 'Ade'));
  const { uuid } = await joined(member, code);
  await joined(other, code);
  await say(other, uuid, 'Send me your PIN');
  await arrive(page, member);
  await page.goto(`/clusters/${uuid}`);
  await press(page, 'Report the message of Bayo Ade');
  const dialog = page.getByRole('dialog', { name: 'Report message' });
  await dialog.getByRole('button', { name: 'Report', exact: true }).click();
  await dialog.getByText('Choose a reason.').waitFor();
  await field(page, 'What is wrong with it?').selectOption('scam');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByText('Thank you. We will look at this message.').waitFor();
  expect(server.run('cluster', 'list')).toContain(`${name}, 2 members, 1 reported`);
  server.run('cluster', 'remove', code, '--message', '1', '--by', 'Grace');
  await log(page, name).getByText('This message was removed.').waitFor();
  expect(await log(page, name).getByText('Send me your PIN').count()).toBe(0);
  await expectAccessible(page);
});

test('a member removed before the page subscribes finds no channel', async ({ page, server }) => {
  const { code } = newCluster(server);
  const member = await newMember(server.url);
  const { uuid } = await joined(member, code);
  const held: (() => void)[] = [];
  await page.routeWebSocket('**/app/**', (socket) => {
    const upstream = socket.connectToServer();
    socket.onMessage((message) => {
      const listens = /pusher:subscribe.*private-chat\.cluster/.test(`${message}`);
      if (listens) held.push(() => upstream.send(message));
      else upstream.send(message);
    });
  });
  await arrive(page, member);
  await page.goto(`/clusters/${uuid}`);
  await written(page).waitFor();
  await expect.poll(() => held.length, PATIENCE).toBe(1);
  // The conversation is polled after a while; not in this test.
  await page.route('**/api/clusters/*/messages**', () => undefined);
  server.run('cluster', 'remove', code, '--member', member.email, '--by', 'Grace');
  held[0]?.();
  await page.getByRole('alert').getByText('No channel found').waitFor(PATIENCE);

  // After readmission, the page subscribes again over the same connection.
  server.run('cluster', 'remove', code, '--member', member.email, '--lift', '--by', 'Grace');
  await joined(member, code);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await press(page, 'Try again');
  await written(page).waitFor();
  await expect.poll(() => held.length, PATIENCE).toBe(2);
});

test('a muted cluster is silent, and members who leave or are removed find no channel', async ({
  page,
  server,
}) => {
  const { code, name } = newCluster(server);
  const member = await newMember(server.url);
  const other = await newMember(server.url, newPerson('Bayo', 'Ade'));
  const { uuid } = await joined(member, code);
  await joined(other, code);
  await say(other, uuid, 'One');
  await say(other, uuid, 'Two');
  await arrive(page, member);
  const banner = page.getByRole('banner');
  await banner.getByRole('link', { name: 'Chat, 2 unread' }).waitFor();
  await page.goto(`/clusters/${uuid}`);
  await banner.getByRole('link', { name: 'Chat', exact: true }).waitFor();
  await press(page, 'Cluster options');
  await expectAccessible(page);
  await press(page, 'Mute');
  await page.getByRole('button', { name: 'Unmute' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goto('/dashboard');
  await say(other, uuid, 'Three');
  await page.reload();
  await page.getByRole('link', { name }).waitFor();
  expect(await banner.getByRole('link', { name: 'Chat', exact: true }).count()).toBe(1);

  await page.goto(`/clusters/${uuid}`);
  await log(page, name).getByText('Three').waitFor();
  server.run('cluster', 'remove', code, '--member', member.email, '--by', 'Grace');
  // The open page is notified through its socket, or by the refused subscription if it subscribes only now.
  await page.getByRole('alert').getByText('No channel found').waitFor(PATIENCE);
  await expectAccessible(page);
  server.run('cluster', 'remove', code, '--member', member.email, '--lift', '--by', 'Grace');
  await joined(member, code);
  await page.goto(`/clusters/${uuid}`);
  await press(page, 'Cluster options');
  await press(page, 'Leave cluster');
  await page.getByText('Are you sure you want to leave').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByText('You have left the cluster.').waitFor();
  await heading(page, 'Clusters').waitFor();
  await page.getByText("You haven't joined a cluster yet.").waitFor();
});
