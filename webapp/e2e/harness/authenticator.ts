import type { CDPSession, Page } from 'playwright-core';

type Credential = Awaited<ReturnType<typeof credentialsOf>>[number];

const credentialsOf = async (session: CDPSession, authenticatorId: string) =>
  (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials;

const READER = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** The phone's fingerprint reader, played by the browser. It keeps its passkeys when a page gets another process. */
export class Authenticator {
  private id = '';
  private isUserVerified = true;
  private installed = Promise.resolve();
  private readonly kept = new Map<string, Credential>();

  private constructor(private readonly session: CDPSession) {}

  static async of(page: Page): Promise<Authenticator> {
    const reader = new Authenticator(await page.context().newCDPSession(page));
    const keep = ({ credential }: { credential: Credential }) =>
      reader.kept.set(credential.credentialId, credential);
    reader.session.on('WebAuthn.credentialAdded', keep);
    reader.session.on('WebAuthn.credentialAsserted', keep);
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) reader.installed = reader.installed.then(() => reader.restore());
    });
    await reader.install();
    return reader;
  }

  /** Installs the reader again if the page's new process has none. */
  private async restore(): Promise<void> {
    await credentialsOf(this.session, this.id).catch(() => this.install());
  }

  private async install(): Promise<void> {
    await this.session.send('WebAuthn.enable');
    const options = { ...READER, isUserVerified: this.isUserVerified };
    this.id = (await this.session.send('WebAuthn.addVirtualAuthenticator', { options })).authenticatorId;
    for (const credential of this.kept.values())
      await this.session.send('WebAuthn.addCredential', { authenticatorId: this.id, credential });
  }

  /** The wrong finger, or the right one again. */
  async recognises(isUserVerified: boolean): Promise<void> {
    await this.installed;
    this.isUserVerified = isUserVerified;
    await this.session.send('WebAuthn.setUserVerified', { authenticatorId: this.id, isUserVerified });
  }

  /** The number of passkeys that it holds. */
  async count(): Promise<number> {
    await this.installed;
    return (await credentialsOf(this.session, this.id)).length;
  }
}

/** The server's address by name: passkeys are for names. */
export const byName = (url: string): string => url.replace('127.0.0.1', 'ajo.localhost');
