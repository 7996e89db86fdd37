import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, Download, MessageCircleQuestion } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Problem } from '@/api/problem';
import { useUser } from '@/api/use-session';
import type { Checked, Finding, Reason } from '@/features/account-check/check';
import type { ChangedModule } from '@/features/account-check/check.worker';
import {
  checkAccount,
  lastCheck,
  type Progress,
  type Result,
  sealsFile,
} from '@/features/account-check/check-account';
import { FAULTS, REASONS } from '@/features/account-check/words';
import { dateFormat } from '@/lib/date-format';
import { saveFile } from '@/lib/save-file';
import { momentOf } from '@/payment/days';
import { useReceipt } from '@/payment/use-receipt';
import { Button, buttonClasses } from '@/ui/button';
import { Card, Page } from '@/ui/page';
import { ErrorState } from '@/ui/states';

const day = dateFormat('en-NG', { timeZone: 'Africa/Lagos', dateStyle: 'long' });

const FAILED = 'The check did not finish: we could not load all of your transactions. Nothing was changed.';

type State =
  | { is: 'idle' }
  | { is: 'running'; progress: Progress | null }
  | { is: 'failed'; why: string }
  | { is: 'done'; result: Result };

/** Every transaction worked out again in this browser, and compared with what was booked. */
export function AccountCheck() {
  const user = useUser();
  const [state, setState] = useState<State>({ is: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  if (!user) return null;
  const last = lastCheck(user.uuid);
  const start = () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ is: 'running', progress: null });
    const tell = (progress: Progress) => {
      if (!controller.signal.aborted) setState({ is: 'running', progress });
    };
    checkAccount(user.uuid, tell, controller.signal).then(
      (result) => !controller.signal.aborted && setState({ is: 'done', result }),
      (error) => {
        if (controller.signal.aborted) return;
        // A month that the server refuses says why.
        const isRefused = error instanceof Problem && error.violations.length > 0;
        setState({ is: 'failed', why: isRefused ? error.message : FAILED });
      },
    );
  };
  return (
    <Page title="Check my account" back="/settings/help">
      <Card className="flex flex-col gap-4">
        <p>
          Your browser works out every transaction again, by the rules that were in force at the time, and
          compares the result with what was booked. You do not have to take our word for it.
        </p>
        <Button wide busy={state.is === 'running'} onClick={start}>
          {state.is === 'done' ? 'Check again' : 'Check now'}
        </Button>
        {state.is === 'idle' && last !== null && (
          <p className="text-sm text-muted">{`Last checked on this device: ${momentOf(last)}.`}</p>
        )}
        {state.is === 'running' && <Running progress={state.progress} />}
      </Card>
      {state.is === 'failed' && <ErrorState message={state.why} onRetry={start} />}
      {state.is === 'done' && <Found result={state.result} />}
      <Limits />
    </Page>
  );
}

function Running({ progress }: { progress: Progress | null }) {
  const { done, of, month, transactions } = progress ?? { done: 0, of: 1, month: '', transactions: 0 };
  return (
    <div role="status" className="flex flex-col gap-2 text-sm">
      <progress
        aria-label="Progress of the check"
        className="h-2 w-full accent-(--color-accent)"
        value={done}
        max={of}
      />
      <span className="figures">
        {progress === null
          ? 'Getting your transactions'
          : `${month}: month ${done + 1} of ${of}, ${transactions.toLocaleString('en-NG')} transactions checked`}
      </span>
    </div>
  );
}

const sum = (months: readonly Checked[], of: (one: Checked) => number) =>
  months.reduce((total, one) => total + of(one), 0);

function Found({ result: { months, changedModules, before, isKept } }: { result: Result }) {
  const right = sum(months, (one) => one.right);
  const findings = months.flatMap((one) => one.findings);
  const isSound = findings.length === 0 && changedModules.length === 0;
  const reasons = (Object.keys(REASONS) as Reason[])
    .map((reason) => ({ reason, count: sum(months, (one) => one.unchecked[reason]) }))
    .filter(({ count }) => count > 0);
  const unsealed = sum(months, (one) => one.unsealed);
  const unsigned = months.some((one) => one.isSigned === 'unsupported');
  const { sheet, show } = useReceipt();
  const verdict = useRef<HTMLHeadingElement>(null);
  // The button that had the focus was locked meanwhile; a screen reader says what is focused.
  useEffect(() => verdict.current?.focus(), []);
  return (
    <>
      <Card className="flex flex-col gap-4">
        <h2 ref={verdict} tabIndex={-1} className="flex items-start gap-3 text-lg font-semibold">
          {isSound ? (
            <CircleCheck aria-hidden className="roomy size-7 shrink-0 text-positive" />
          ) : (
            <CircleAlert aria-hidden className="roomy size-7 shrink-0 text-negative" />
          )}
          <span>{isSound ? 'Nothing differs' : 'Something differs'}</span>
        </h2>
        <dl className="flex flex-col gap-2.5 text-sm">
          <Count name="Right" count={right} />
          <Count name="Different" count={sum(months, (one) => one.different)} />
          <Count name="Not checkable" count={reasons.reduce((all, { count }) => all + count, 0)} />
        </dl>
        {reasons.length > 0 && (
          <ul className="flex flex-col gap-1 text-sm text-muted">
            {reasons.map(({ reason, count }) => (
              <li key={reason}>{`${REASONS[reason](count)}.`}</li>
            ))}
          </ul>
        )}
        <p className="text-sm text-muted">
          {before !== null
            ? `Compared with your check of ${day(new Date(before))} on this device.`
            : isKept
              ? 'This device now keeps the seals of your months. The next check here also shows whether anything older was changed.'
              : 'This browser keeps nothing, so a later check cannot show whether anything older was changed. Keep the seals as a file.'}
        </p>
        {unsealed > 0 && (
          <p className="text-sm text-muted">
            {`${unsealed === 1 ? 'The newest transaction was' : `The ${unsealed} newest transactions were`} checked, but too new for a seal. Check again in five minutes.`}
          </p>
        )}
        {unsigned && (
          <p className="text-sm text-muted">
            This browser cannot check our signature of the seals. A current browser can.
          </p>
        )}
        <Button look="quiet" wide onClick={() => saveFile(sealsFile(months), 'account-seals.json')}>
          <Download aria-hidden className="size-5" />
          <span>Keep the seals as a file</span>
        </Button>
      </Card>
      {changedModules.map((one) => (
        <ModuleCard key={one.version} module={one} />
      ))}
      {findings.map((finding, place) => (
        <FindingCard
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          key={place}
          finding={finding}
          onShow={(reference) => show({ reference })}
        />
      ))}
      {!isSound && (
        <Link to="/chat" className={buttonClasses('primary', true)}>
          <MessageCircleQuestion aria-hidden className="size-5" />
          <span>Ask us about this</span>
        </Link>
      )}
      {sheet}
    </>
  );
}

function Count({ name, count }: { name: string; count: number }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="figures text-xl font-semibold">{count.toLocaleString('en-NG')}</dd>
    </div>
  );
}

interface FindingProps {
  finding: Finding;
  onShow: (reference: string) => void;
}

function FindingCard({ finding, onShow }: FindingProps) {
  const { fault, month, reference, rule, recorded, recomputed } = finding;
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="font-semibold">{reference === null ? `Month ${month}` : `Transaction ${reference}`}</h2>
      <p className="text-sm">{FAULTS[fault]}</p>
      <dl className="flex flex-col gap-2 text-sm">
        {rule !== null && <Detail name="Rule" value={rule} />}
        {recorded !== null && (
          <Detail name={fault === 'statement' ? 'On the statement' : 'Recorded'} value={recorded} />
        )}
        {recomputed !== null && (
          <Detail
            name={fault === 'posting' || fault === 'statement' ? 'Booked' : 'Worked out here'}
            value={recomputed}
          />
        )}
      </dl>
      {reference !== null && (
        <Button look="link" onClick={() => onShow(reference)}>
          See the receipt
        </Button>
      )}
    </Card>
  );
}

function ModuleCard({ module: { version, recorded, recomputed } }: { module: ChangedModule }) {
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="font-semibold">Rules that were replaced</h2>
      <p className="text-sm">
        The archive has other rules in the place of a version, or none any more. What this version decided was
        not counted as right.
      </p>
      <dl className="flex flex-col gap-2 text-sm">
        <Detail name="Version" value={version} />
        <Detail name="Published before" value={recorded} />
        {recomputed !== null && <Detail name="Loaded now" value={recomputed} />}
      </dl>
    </Card>
  );
}

function Detail({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-col">
      <dt className="text-muted">{name}</dt>
      <dd className="figures wrap-anywhere" dir="ltr">
        {value}
      </dd>
    </div>
  );
}

function Limits() {
  return (
    <Card className="flex flex-col gap-2 text-sm text-muted">
      <h2 className="font-semibold text-text">What this does not show</h2>
      <p>
        Exchange rates, market prices and what a bank or a bill's provider told us are facts we cannot prove
        to you. The check shows that we used them as we recorded them, and that the records were not changed
        later.
      </p>
      <p>
        Whether a payment failed after it was booked, and that your balance is the sum of your transactions,
        is on your monthly statement.
      </p>
    </Card>
  );
}
