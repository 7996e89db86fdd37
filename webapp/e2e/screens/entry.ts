import type { Page } from 'playwright-core';
import type { Person } from '../harness/person';
import type { Sandbox } from '../harness/sandbox';

/** The entry screens, as a person meets them: by what is written on them. */

export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Name', { exact: false }).first().fill(person.name);
  await page.getByLabel('Email', { exact: false }).fill(person.email);
  await page.getByLabel('Phone', { exact: false }).fill(person.phone);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('checkbox', { name: /agree/i }).check();
}

export async function register(page: Page, person: Person): Promise<void> {
  await page.goto('/register');
  await fillRegistration(page, person);
  await page.getByRole('button', { name: /create account|register|sign up/i }).click();
  await page.waitForURL(/\/otp-confirm-page/);
}

/** Six boxes; the sixth character sends the code. */
export async function enterCode(page: Page, code: string): Promise<void> {
  const characters = [...code.replace('-', '')];
  const first = page.getByRole('textbox').first();
  await first.focus();
  for (const character of characters) await page.keyboard.type(character);
}

export async function login(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: false }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
}

/** Signs in and waits for the dashboard. */
export async function arrive(page: Page, person: { email: string; password: string }): Promise<void> {
  await login(page, person);
  await page.waitForURL(/\/dashboard/);
}

export async function codeFor(sandbox: Sandbox, email: string, after?: string): Promise<string> {
  return (await sandbox.code(email, after)).replace('-', '');
}
