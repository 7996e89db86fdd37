import { Mail, MessageCircle } from 'lucide-react';
import type { Cluster } from './clusters';

const LINK =
  'inline-flex min-h-11 items-center gap-2 font-semibold text-accent-text underline underline-offset-4';

/** The contacts of a cluster. The rules accept only WhatsApp's own links. */
export function ContactLinks({ cluster }: { cluster: Cluster }) {
  const { whatsapp_link, support_email, name } = cluster;
  return (
    <p className="flex flex-wrap gap-x-4">
      {whatsapp_link !== null && (
        <a
          className={LINK}
          href={whatsapp_link}
          target="_blank"
          rel="noreferrer"
          aria-label={`WhatsApp, ${name}, opens in a new tab`}
        >
          <MessageCircle aria-hidden className="size-5" />
          <span>WhatsApp</span>
        </a>
      )}
      {support_email !== null && (
        <a className={LINK} href={`mailto:${support_email}`} aria-label={`Email, ${name}`}>
          <Mail aria-hidden className="size-5" />
          <span>Email</span>
        </a>
      )}
    </p>
  );
}
