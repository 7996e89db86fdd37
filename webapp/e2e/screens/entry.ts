import type { Page } from 'playwright-core';
import type { Person } from '../harness/person';

/** The entry screens, found by their visible text. */

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).click();
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** The first page of the registration, up to the second. */
export async function fillNameAndEmail(
  page: Page,
  { name, email }: Pick<Person, 'name' | 'email'>,
): Promise<void> {
  await field(page, 'Name').fill(name);
  await field(page, 'Email').fill(email);
  await press(page, 'Continue');
  await field(page, 'Phone').waitFor();
}

/** Both pages of the registration. */
export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await fillNameAndEmail(page, person);
  await field(page, 'Phone').fill(person.phone);
  await field(page, 'Password').fill(person.password);
  await page.getByRole('checkbox', { name: /agree/ }).check();
}

/** From the empty form to the page for the code. */
export async function register(page: Page, person: Person): Promise<void> {
  await page.goto('/register');
  await fillRegistration(page, person);
  await press(page, 'Create account');
  await heading(page, 'Enter the code').waitFor();
}

/** Completes the profile after a sign-up. */
export async function fillFirstProfile(page: Page): Promise<void> {
  await page.waitForURL('**/profile?page=verification');
  await field(page, 'Gender').selectOption('female');
  await field(page, 'Date of birth').fill('14-03-1994');
  await press(page, 'Continue');
}

/** Types into the boxes one by one; the sixth character submits the code. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code, character 1 of 6').focus();
  await page.keyboard.type(code.replace('-', ''));
}

type Credentials = { email: string; password: string };

export async function login(page: Page, person: Credentials): Promise<void> {
  await page.goto('/login');
  await field(page, 'Email').fill(person.email);
  await field(page, 'Password').fill(person.password);
  await press(page, 'Log in');
}

/** Signs in with the form and waits for the dashboard. */
export async function arriveByForm(page: Page, person: Credentials): Promise<void> {
  await login(page, person);
  await atDashboard(page);
}

/**
 * Opens the dashboard with the cookie of a sign-in over HTTP, as after a reload. It is quicker than the form, which has
 * its own journeys.
 */
export async function arrive(page: Page, { email, password }: Credentials): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { email, password } });
  if (!answer.ok()) throw new Error(`the sign-in answered ${answer.status()}: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: { uuid: string } };
  // Storage is set before the app starts, on a page of its origin without scripts.
  await page.goto('/healthz');
  await page.evaluate((uuid) => localStorage.setItem('uuid', uuid), data.uuid);
  await page.goto('/dashboard');
  await atDashboard(page);
}

async function atDashboard(page: Page): Promise<void> {
  await page.waitForURL('**/dashboard');
  await page.getByTestId('balance').waitFor();
}

/** Gives the consent needed for a BVN, a NIN or Google. */
export const agree = (page: Page) =>
  page.getByRole('dialog', { name: 'Your consent' }).getByRole('button', { name: 'Agree' }).click();

/** From the chosen method to Google's page. */
export async function continueWithGoogle(page: Page): Promise<void> {
  await press(page, 'Continue with Google');
  await agree(page);
  await heading(page, 'Sandbox Google').waitFor();
}

/** Expects a refused login: a toast, and the message below the form. */
export async function loginRefused(page: Page): Promise<void> {
  const words = 'The email or the password is not correct.';
  await page.getByRole('main').getByRole('alert').getByText(words).waitFor();
  await page.getByRole('status').getByText(words).waitFor();
}

export async function openMenu(page: Page): Promise<void> {
  await press(page, 'Menu');
  await page.getByRole('dialog').waitFor();
}
