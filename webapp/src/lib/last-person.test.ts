import { afterEach, expect, test } from 'vitest';
import { forgetPerson, lastPerson, rememberPasskey, rememberPerson } from './last-person';
import { readStored } from './storage';

afterEach(forgetPerson);

test('the address is stored masked', () => {
  rememberPerson('uuid-1', 'Ada', 'ada.obi@example.com');
  expect(lastPerson.get()).toEqual({ uuid: 'uuid-1', name: 'Ada', email: 'a•••@example.com' });
  expect(readStored('last person')).not.toContain('ada.obi');
  rememberPerson('uuid-2', 'Bola', '');
  expect(lastPerson.get()?.email).toBe('');
});

test('a passkey belongs to its person in this browser', () => {
  rememberPasskey('nobody');
  expect(lastPerson.get()).toBeNull();
  rememberPerson('uuid-1', 'Ada', 'ada@example.com');
  rememberPasskey('credential-1');
  rememberPerson('uuid-1', 'Ada', 'ada@example.com');
  expect(lastPerson.get()?.passkey).toBe('credential-1');
  rememberPerson('uuid-2', 'Bola', 'bola@example.com');
  expect(lastPerson.get()?.passkey).toBeUndefined();
  rememberPasskey('credential-2');
  rememberPasskey(null);
  expect(lastPerson.get()).toEqual({ uuid: 'uuid-2', name: 'Bola', email: 'b•••@example.com' });
});
