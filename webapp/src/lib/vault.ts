/**
 * Where the last answers of a session are kept, encrypted, with the key to them (`src/app/kept`). Storage may be
 * blocked: then nothing is kept.
 */
const STORE = 'kept';

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('ajo', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/** Runs one request in a transaction of its own. */
export async function inVault<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Deletes what was kept, and the key: the session is over, or another user has signed in. */
export function emptyVault(): void {
  if (globalThis.indexedDB) inVault('readwrite', (store) => store.clear()).catch(() => undefined);
}
