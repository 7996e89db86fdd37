import { inVault } from '@/lib/vault';

const CIPHER = 'AES-GCM';
const IV_BYTES = 12;

interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  text: ArrayBuffer;
}

const keptKey = () => inVault<CryptoKey | undefined>('readonly', (store) => store.get('key'));

/** The vault's key. Scripts can use it, but not read it; it is deleted with what it encrypts. */
async function keyOf(): Promise<CryptoKey> {
  const known = await keptKey();
  if (known) return known;
  const key = await crypto.subtle.generateKey({ name: CIPHER, length: 256 }, false, ['encrypt', 'decrypt']);
  await inVault('readwrite', (store) => store.put(key, 'key'));
  return key;
}

/** Encrypts a value and keeps it in place of the last one, if it is still to be kept by then. */
export async function seal(value: unknown, isWanted: () => boolean): Promise<void> {
  const key = await keyOf();
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const text = await crypto.subtle.encrypt(
    { name: CIPHER, iv },
    key,
    new TextEncoder().encode(JSON.stringify(value)),
  );
  const sealed: Sealed = { iv, text };
  if (isWanted()) await inVault('readwrite', (store) => store.put(sealed, 'answers'));
}

/** The kept value; null if there is none, or none that its key opens. */
export async function unseal(): Promise<unknown> {
  try {
    const sealed = await inVault<Sealed | undefined>('readonly', (store) => store.get('answers'));
    const key = await keptKey();
    if (!sealed || !key) return null;
    const { iv, text } = sealed;
    return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: CIPHER, iv }, key, text)));
  } catch {
    return null;
  }
}
