import { newPerson } from '../../harness/person';
import { enterCode, field, heading, press } from '../../screens/entry';
import { sheet } from '../../screens/wallet';
import type { FormOnScreen, Visit } from '../form';
import { register } from '../join';
import { password } from '../passwords';
import { again, easyPasswords, newPassword, openSettings, text } from './fields';

const newPasswords = {
  password: newPassword('New password'),
  confirm_password: again('Confirm password', 'password'),
};
/** The server checks the code, and with it the name, only once everything else is valid. */
const judgedLast = { password: 'Only the owner of the code may learn the name of the account.' };
const easy = (field: string, again: string) => (visit: Visit) =>
  easyPasswords(visit).map((password) => ({ [field]: password, [again]: password }));

/** Sets the password with the code. An accepted password uses up the code, so another is requested. */
async function reset({ visitor, facts }: Visit, values: object) {
  const { email } = visitor.person;
  const answer = await visitor.call('POST', '/reset/password', { ...values, email, code: facts.code });
  if (answer.status < 400) {
    await visitor.must('POST', '/forgot/password', { email });
    facts.code = await visitor.sandbox.code(email, String(facts.code));
  }
  return answer;
}

const forgotten: FormOnScreen = {
  form: 'reset_password',
  file: 'features/identity/new-password.tsx',
  screen: 'reset password',
  visitors: ['a guest', 'a guest of Esusu'],
  open: async (visitor, page) => {
    visitor.person = newPerson();
    const { name } = visitor.person;
    const { email, code } = await register(visitor);
    await visitor.must('POST', '/auth/verify', { email, code });
    visitor.words = [name, email, visitor.brand.name];
    await page.goto('/forgot-password');
    await field(page, 'Email').fill(email);
    await press(page, 'Reset Password');
    await heading(page, 'Enter the code').waitFor();
    const sent = await visitor.sandbox.code(email, code);
    await enterCode(page, sent);
    await heading(page, 'Choose a new password').waitFor();
    return { root: page.getByRole('main'), facts: { code: sent } };
  },
  fields: newPasswords,
  always: easy('password', 'confirm_password'),
  judgedLast,
  call: reset,
};

const first: FormOnScreen = {
  form: 'reset_password',
  file: 'features/identity/new-password.tsx',
  screen: 'first password',
  visitors: ['a member without password and phone'],
  open: async (visitor, page) => {
    const { email } = visitor.person;
    const before = (await visitor.sandbox.messages(email)).find(({ code }) => code)?.code ?? undefined;
    await openSettings(page, 'Set a password');
    await press(page, 'Send code');
    const code = await visitor.sandbox.code(email, before);
    await enterCode(page, code);
    await field(page, 'New password').focus();
    await page.waitForLoadState('networkidle');
    // An accepted password ends every session. Offline, this page does not notice and stays open.
    visitor.watch.allowOffline();
    visitor.watch.allow(/Failed to fetch/);
    await visitor.context.setOffline(true);
    return { root: sheet(page), facts: { code } };
  },
  fields: newPasswords,
  always: easy('password', 'confirm_password'),
  judgedLast,
  call: reset,
};

const change: FormOnScreen = {
  form: 'password_change',
  file: 'features/identity/password-sheet.tsx',
  screen: 'change password',
  visitors: ['a member', 'a member of Esusu'],
  open: async (_visitor, page) => {
    await openSettings(page, 'Change password');
    return { root: sheet(page) };
  },
  fields: {
    // Never the current password, so that nothing changes.
    old_password: text('Old password', password, 6, 128),
    new_password: {
      ...newPassword('New password'),
      boundary: (random, visit, before) =>
        random.chance(20) ? (before.old_password ?? '') : newPassword('').boundary(random, visit, before),
    },
    confirm: again('Confirm the new password', 'new_password'),
  },
  always: easy('new_password', 'confirm'),
  call: ({ visitor }, values) => visitor.call('POST', '/user/change-password', values),
  serverOnly: { 'old_password:mismatch': 'Whether it is the old password.' },
};

export const passwordForms = [forgotten, first, change];
