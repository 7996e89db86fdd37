import { useCallback, useState } from 'react';
import type { Contract } from '@/api/contract';
import { Problem } from '@/api/problem';
import { evaluate } from '@/engine';
import type { Room } from './room';

export type Attachment = Contract<'AttachmentAnswer'>;

/** A file for the next message. */
export interface Draft {
  key: string;
  file: File;
  /** Set once it is uploaded. */
  sent?: Attachment;
  /** Why it was refused or failed. */
  problem?: string;
  /** It failed: another try may succeed. */
  lost?: boolean;
}

/** The server accepts two uploads per user at a time: each lane uploads one file after the other. */
const lanes: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
let turn = 0;

function inTurn<T>(send: () => Promise<T>): Promise<T> {
  const lane = turn++ % lanes.length;
  const sent = (lanes[lane] ?? Promise.resolve()).then(send);
  lanes[lane] = sent.catch(() => undefined);
  return sent;
}

/** Files for the next message. They are uploaded as soon as they are chosen. */
export function useDrafts(room: Room) {
  const [drafts, setDrafts] = useState<Draft[]>([]);
  const change = useCallback(
    (key: string, facts: Partial<Draft>) =>
      setDrafts((all) => all.map((one) => (one.key === key ? { ...one, ...facts } : one))),
    [],
  );
  const add = (files: Iterable<File>) => {
    for (const file of files) {
      const key = crypto.randomUUID();
      const values = { name: file.name, size: file.size, media_type: file.type };
      const refusal = evaluate('form.chat_attachment', { values }).violations[0]?.message;
      setDrafts((all) => [...all, { key, file, ...(refusal && { problem: refusal }) }]);
      if (refusal) continue;
      inTurn(() => room.attach(file)).then(
        (sent) => change(key, { sent }),
        (error) => {
          if (!(error instanceof Problem)) throw error;
          change(key, error.lost ? { problem: 'It was not sent.', lost: true } : { problem: error.message });
        },
      );
    }
  };
  const remove = (key: string) => setDrafts((all) => all.filter((one) => one.key !== key));
  const clear = () => setDrafts([]);
  return {
    drafts,
    add,
    remove,
    clear,
    /** The reason why the message waits. Refused files are never sent and not waited for. */
    waitsFor: drafts.some(({ sent, problem }) => !sent && !problem)
      ? ('upload' as const)
      : drafts.some(({ lost }) => lost) && ('retry' as const),
    attachments: drafts.flatMap(({ sent }) => sent ?? []),
  };
}
