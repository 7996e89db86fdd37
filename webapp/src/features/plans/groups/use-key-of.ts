import { useRef } from 'react';

/** The idempotency key of a request: the same one as long as the request is, whatever the result of the last try. */
export function useKeyOf(): (body: unknown) => string {
  const last = useRef({ text: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
