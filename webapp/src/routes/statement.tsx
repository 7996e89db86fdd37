import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, FileText } from 'lucide-react';
import { useId, useState } from 'react';
import type { Contract } from '@/api/contract';
import { dateFormat } from '@/lib/date-format';
import { hashOf } from '@/lib/file-hash';
import { Facts } from '@/payment/breakdown';
import { money } from '@/payment/money';
import { statementQuery } from '@/payment/queries';
import { BrandMark } from '@/ui/brand-mark';
import { buttonClasses } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { Card, Page } from '@/ui/page';
import { EmptyState, ListSkeleton } from '@/ui/states';

const NOT_FOUND = 404;

type Statement = Contract<'CheckedStatement'>;

const day = dateFormat('en-NG', { timeZone: 'UTC', dateStyle: 'long' });
const moment = dateFormat('en-NG', { timeZone: 'Africa/Lagos', dateStyle: 'long', timeStyle: 'short' });

/** The facts of a statement, for those who were given one. */
export function StatementCheck() {
  const { code } = getRouteApi('/open/statement/$code').useParams();
  const found = useQuery(statementQuery(code));
  return (
    <Page title="Check a statement">
      <BrandMark />
      {found.error?.status === NOT_FOUND ? (
        <EmptyState drawing="not-found" title="No statement has this code">
          <p className="text-sm text-muted">
            Compare the code in the address with the one on the statement. Codes work for 12 months.
          </p>
        </EmptyState>
      ) : (
        <Loaded query={found} waiting={<ListSkeleton rows={6} />}>
          {(statement) => (
            <>
              <Said statement={statement} />
              <CompareFile statement={statement} />
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
}

function Said({ statement }: { statement: Statement }) {
  const { brand, currency, from, to, lines } = statement;
  return (
    <Card className="flex flex-col gap-4">
      <p className="flex gap-3 font-semibold">
        <CircleCheck aria-hidden className="roomy size-6 shrink-0 text-positive" />
        <span className="min-w-0">
          {`${brand} issued this statement on ${moment(new Date(statement.issued_at))}.`}
        </span>
      </p>
      <Facts
        rows={[
          ['Account holder', statement.holder],
          ['Period', `${day(new Date(from))} to ${day(new Date(to))}`],
          ['Opening balance', money(statement.opening_balance, currency)],
          ['Closing balance', money(statement.closing_balance, currency)],
          ['Transactions', lines],
          ['Can be checked until', day(new Date(statement.valid_until))],
        ]}
      />
      <p className="text-sm text-muted">
        The period and both balances must be the same on the statement you were given. The name is shortened
        here.
      </p>
    </Card>
  );
}

/** Compares a file with the one that was issued, on this device. */
function CompareFile({ statement: { brand, sha256 } }: { statement: Statement }) {
  const id = useId();
  const [result, setResult] = useState<'same' | 'other' | 'unread' | null>(null);
  const compare = async (file: File | undefined) => {
    if (!file) return;
    const hash = await hashOf(file).catch(() => null);
    setResult(hash === null ? 'unread' : hash === sha256 ? 'same' : 'other');
  };
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">Is the file unchanged?</h2>
      <p className="text-sm text-muted">
        Choose the PDF you were given. It is compared on this device and not uploaded.
      </p>
      <label htmlFor={id} className={buttonClasses('primary', true)}>
        <FileText aria-hidden className="size-5" />
        <span>Choose the PDF</span>
        <input
          id={id}
          type="file"
          accept="application/pdf"
          className="sr-only"
          onChange={(event) => {
            void compare(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
      <div role="status" className="empty:hidden">
        {result === 'same' && (
          <p className="flex gap-3 font-semibold text-positive">
            <CircleCheck aria-hidden className="roomy size-6 shrink-0" />
            <span className="min-w-0">{`Unchanged: this is the file that ${brand} issued.`}</span>
          </p>
        )}
        {result === 'other' && (
          <p className="flex gap-3 font-semibold text-negative">
            <CircleAlert aria-hidden className="roomy size-6 shrink-0" />
            <span className="min-w-0">
              {`This is not the file that ${brand} issued. Ask for the original and do not rely on this one.`}
            </span>
          </p>
        )}
        {result === 'unread' && (
          <p className="text-sm font-medium">This browser could not read the file. Try another browser.</p>
        )}
      </div>
      <details className="text-sm">
        <summary className="flex min-h-11 cursor-pointer items-center text-muted">Its SHA-256</summary>
        <p className="figures wrap-anywhere">{sha256}</p>
      </details>
    </Card>
  );
}
