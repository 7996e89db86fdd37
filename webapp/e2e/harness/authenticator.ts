import type { CDPSession, Page } from 'playwright-core';

/** The phone's fingerprint reader, played by the browser. */
export class Authenticator {
  private constructor(
    private readonly session: CDPSession,
    private readonly id: string,
  ) {}

  static async of(page: Page): Promise<Authenticator> {
    // The first page of the app gets a process of its own: a reader of the empty page before it would be lost.
    await page.goto('/login');
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Authenticator(session, authenticatorId);
  }

  /** The wrong finger, or the right one again. */
  async recognises(isUserVerified: boolean): Promise<void> {
    await this.session.send('WebAuthn.setUserVerified', { authenticatorId: this.id, isUserVerified });
  }

  /** The number of passkeys that it holds. */
  async count(): Promise<number> {
    const { credentials } = await this.session.send('WebAuthn.getCredentials', { authenticatorId: this.id });
    return credentials.length;
  }
}

/** The server's address by name: passkeys are for names. */
export const byName = (url: string): string => url.replace('127.0.0.1', 'ajo.localhost');
