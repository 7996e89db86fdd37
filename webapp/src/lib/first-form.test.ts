import { beforeEach, describe, expect, it } from 'vitest';
import { endFirstForm, hideFirstForm, takeOverFirstForm } from './first-form';

const form = (id: string) => `
  <div id="${id}">
    <button type="button">NIN</button><a href="/forgot-password">Forgot password?</a>
    <input name="email"><input name="password" type="password">
    <button type="button" aria-label="Show what is typed"></button>
  </div>`;

const inputs = (id: string) => [...document.querySelectorAll<HTMLInputElement>(`#${id} input`)];

describe('the form that the page has before the app', () => {
  beforeEach(() => {
    document.body.innerHTML = form('first') + form('root');
    document.documentElement.dataset.first = '';
  });

  it('hands over the typed values and the focus', () => {
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

    password.setSelectionRange(2, 3);
    const end = takeOverFirstForm();
    expect([ownEmail.value, ownPassword.value, heard.length]).toEqual(['ada@example.com', 'Mango', 0]);
    expect([ownPassword.selectionStart, ownPassword.selectionEnd]).toEqual([2, 3]);
    end?.();

    // A field that was left is validated; the focused one is not yet.
    expect(heard).toEqual([
      'email input ada@example.com',
      'email focusout ada@example.com',
      'password input Mango',
    ]);
    expect(document.activeElement).toBe(ownPassword);
    expect(document.getElementById('first')).toBeNull();
    expect(document.documentElement.dataset.first).toBeUndefined();
  });

  it.each(['[aria-label]', 'a'])('repeats a press once the form listens: %s', (selector) => {
    document.querySelector(`#first ${selector}`)?.setAttribute('aria-busy', 'true');
    const pressed: unknown[] = [];
    document.getElementById('root')?.addEventListener('click', (event) => {
      event.preventDefault();
      pressed.push(event.target);
    });
    const end = takeOverFirstForm();
    expect(pressed).toEqual([]);
    end?.();
    expect(pressed).toEqual([document.querySelector(`#root ${selector}`)]);
  });

  it.each(['[aria-label]', 'a'])('keeps the focus where it is: %s', (selector) => {
    document.querySelector<HTMLElement>(`#first ${selector}`)?.focus();
    takeOverFirstForm();
    expect(document.activeElement).toBe(document.querySelector(`#root ${selector}`));
  });

  it('is taken over after an error too', () => {
    const [email] = inputs('first');
    if (email) email.value = 'ada@example.com';
    hideFirstForm();
    takeOverFirstForm();
    expect(inputs('root')[0]?.value).toBe('ada@example.com');
  });

  it('is hidden by another page', () => {
    endFirstForm();
    expect(document.getElementById('first')).toBeNull();
    expect(document.documentElement.dataset.first).toBeUndefined();
  });
});
