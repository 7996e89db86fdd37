import { beforeEach, describe, expect, it, vi } from 'vitest';
import { removeFirstForm, takeOverFirstForm } from './first-form';

const form = (id: string) => `
  <div id="${id}">
    <button type="button">NIN</button>
    <input name="email"><input name="password" type="password">
    <button type="button" aria-label="Show what is typed"></button>
  </div>`;

const inputs = (id: string) => [...document.querySelectorAll<HTMLInputElement>(`#${id} input`)];

describe('the form that the page has before the app', () => {
  beforeEach(() => {
    document.body.innerHTML = form('first') + form('root');
    document.documentElement.dataset.first = '';
  });

  it('hands over what was typed, and the focus', () => {
    const [email, password] = inputs('first');
    const [ownEmail, ownPassword] = inputs('root');
    if (!email || !password || !ownEmail || !ownPassword) throw new Error('no fields');
    email.value = 'ada@example.com';
    password.value = 'Mango';
    password.focus();
    const heard: string[] = [];
    for (const own of [ownEmail, ownPassword])
      for (const type of ['input', 'focusout'])
        own.addEventListener(type, () => heard.push(`${own.name} ${type} ${own.value}`));

    takeOverFirstForm();

    // A field that was left is judged; the one that is being typed into is not yet.
    expect(heard).toEqual([
      'email input ada@example.com',
      'email focusout ada@example.com',
      'password input Mango',
    ]);
    expect(document.activeElement).toBe(ownPassword);
    expect(document.getElementById('first')).toBeNull();
    expect(document.documentElement.dataset.first).toBeUndefined();
  });

  it('presses what was pressed', async () => {
    document.querySelector('#first [aria-label]')?.setAttribute('aria-busy', 'true');
    const pressed: unknown[] = [];
    document.getElementById('root')?.addEventListener('click', ({ target }) => pressed.push(target));
    takeOverFirstForm();
    await vi.waitFor(() => expect(pressed).toEqual([document.querySelector('#root [aria-label]')]));
  });

  it('waits for a finger that is down', async () => {
    document.documentElement.dataset.first = 'held';
    takeOverFirstForm();
    expect(document.getElementById('first')).not.toBeNull();
    document.documentElement.dataset.first = '';
    await vi.waitFor(() => expect(document.getElementById('first')).toBeNull());
  });

  it('leaves a page alone that does not show it', () => {
    delete document.documentElement.dataset.first;
    const [email] = inputs('first');
    if (email) email.value = 'ada@example.com';
    takeOverFirstForm();
    expect(inputs('root')[0]?.value).toBe('');
  });

  it('gives way to another page', () => {
    removeFirstForm();
    expect(document.getElementById('first')).toBeNull();
    expect(document.documentElement.dataset.first).toBeUndefined();
  });
});
