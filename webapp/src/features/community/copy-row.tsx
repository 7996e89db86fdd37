import { Copy } from 'lucide-react';
import { copyText } from '@/ui/copy';

/** A text with a copy button. */
export function CopyRow({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex items-center gap-3 py-1">
      <dl className="min-w-0 grow">
        <dt className="text-sm text-muted">{label}</dt>
        <dd className="font-semibold wrap-anywhere" dir="ltr">
          <code className="figures font-[inherit]">{value}</code>
        </dd>
      </dl>
      <button
        type="button"
        aria-label={`Copy ${label.toLowerCase()}`}
        className="grid size-11 shrink-0 place-items-center rounded-full text-accent-text hover:bg-sunken"
        onClick={() => void copyText(value)}
      >
        <Copy aria-hidden className="size-5" />
      </button>
    </div>
  );
}
