import { Copy } from 'lucide-react';
import { copyText } from '@/ui/copy';

/** The code for joining a group; only its creator receives it. */
export const CodeRow = ({ code }: { code: string }) => (
  <div className="flex items-center justify-between gap-3 rounded-control bg-sunken ps-4 pe-1">
    <span className="min-w-0 py-2">
      <span className="block text-xs text-muted">Plan code</span>
      <code className="figures font-[inherit] text-lg font-bold tracking-widest wrap-anywhere">{code}</code>
    </span>
    <button
      type="button"
      aria-label="Copy plan code"
      className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-raised"
      onClick={() => void copyText(code)}
    >
      <Copy aria-hidden className="size-5" />
    </button>
  </div>
);
