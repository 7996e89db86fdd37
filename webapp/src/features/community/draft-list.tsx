import { FileText, LoaderCircle, X } from 'lucide-react';
import { classes } from '@/lib/classes';
import type { Draft } from './drafts';

/** The files for the next message, and their progress. */
export function DraftList({ drafts, onRemove }: { drafts: Draft[]; onRemove: (key: string) => void }) {
  return (
    <ul aria-label="Files to send" aria-live="polite" className="flex flex-col gap-2 pb-2 empty:hidden">
      {drafts.map(({ key, file, sent, problem }) => (
        <li key={key} className="flex items-center gap-2 rounded-control bg-sunken ps-3 text-sm">
          {sent || problem ? (
            <FileText aria-hidden className="size-5 shrink-0" />
          ) : (
            <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin" />
          )}
          <span className="min-w-0 grow break-words">
            <span>{file.name}</span>
            {!sent && (
              <span className={classes('block text-xs', problem ? 'text-negative' : 'text-muted')}>
                {problem ?? 'Sending'}
              </span>
            )}
          </span>
          <button
            type="button"
            aria-label={`Remove ${file.name}`}
            className="grid size-11 shrink-0 place-items-center rounded-full"
            onClick={() => onRemove(key)}
          >
            <X aria-hidden className="size-5" />
          </button>
        </li>
      ))}
    </ul>
  );
}
