import { call, download, upload } from '@/api/client';
import type { BodyOf, Contract } from '@/api/contract';

const passive = true;

/** A conversation: its name and its calls. */
export interface Room {
  /** Its realtime channel, which is also the key of cached and stored data. */
  channel: string;
  /** For screen readers. */
  label: string;
  messages: (before: number | null) => Promise<Contract<'MessagesAnswer'>>;
  say: (message: BodyOf<'POST', '/support/messages'>) => Promise<Contract<'MessageAnswer'>>;
  see: (number: number) => Promise<unknown>;
  attach: (file: File) => Promise<Contract<'AttachmentAnswer'>>;
  thumb: (id: string) => Promise<Blob>;
  /** `passive`: not caused by the user. */
  file: (id: string, passive?: boolean) => Promise<Blob>;
  /** A conversation of several people: pictures and names are shown, and messages can be reported. */
  cluster?: string;
}

const earlier = (before: number | null) => (before === null ? {} : { before });

/** The conversation with support. */
export const supportRoom = (channel: string): Room => ({
  channel,
  label: 'Conversation with support',
  messages: async (before) =>
    (await call('GET', '/support/messages', { query: earlier(before), passive })).data,
  say: async (body) => (await call('POST', '/support/messages', { body })).data,
  see: (number) => call('PUT', '/support/read', { body: { number }, passive }),
  attach: async (file) => (await upload('/support/attachments', file)).data,
  thumb: (id) => download('/support/attachments/{id}/thumb', { path: { id }, passive }),
  file: (id, inBackground = false) =>
    download('/support/attachments/{id}', { path: { id }, passive: inBackground }),
});

/** The conversation of a cluster's members. */
export function clusterRoom(channel: string, uuid: string, name: string): Room {
  const path = { uuid };
  return {
    channel,
    label: `Conversation in ${name}`,
    cluster: uuid,
    messages: async (before) =>
      (await call('GET', '/clusters/{uuid}/messages', { path, query: earlier(before), passive })).data,
    say: async (body) => (await call('POST', '/clusters/{uuid}/messages', { path, body })).data,
    see: (number) => call('PUT', '/clusters/{uuid}/read', { path, body: { number }, passive }),
    attach: async (file) => (await upload('/clusters/{uuid}/attachments', file, path)).data,
    thumb: (id) => download('/clusters/{uuid}/attachments/{id}/thumb', { path: { uuid, id }, passive }),
    file: (id, inBackground = false) =>
      download('/clusters/{uuid}/attachments/{id}', { path: { uuid, id }, passive: inBackground }),
  };
}
