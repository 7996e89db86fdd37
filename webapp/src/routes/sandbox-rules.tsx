import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { call } from '@/api/client';
import type { Problem } from '@/api/problem';
import { evaluateAsGiven, type RuleInput, type RuleName } from '@/engine/later';
import { inputExample, type Schema } from '@/features/sandbox/example';
import { type TestVector, vectorFile } from '@/features/sandbox/vector';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/button';
import { Field, inputClasses, SelectField, TextField } from '@/ui/field';
import { Loaded } from '@/ui/loaded';
import { Card, Page } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';
import { toast } from '@/ui/toast';

const passive = true;

const ruleKeys = {
  all: ['rules'] as const,
  result: (rule: string, input: string) => [...ruleKeys.all, rule, input] as const,
};

const rulesQuery = queryOptions({
  queryKey: ruleKeys.all,
  queryFn: async () => (await call('GET', '/rules', { passive })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The result as text, or the error of the call. */
interface Outcome {
  text: string;
  value: unknown;
  failed: boolean;
}

const outcomeOf = (value: unknown, failed = false): Outcome => ({
  text: JSON.stringify(value, null, 2),
  value,
  failed,
});

const serverQuery = (rule: string, input: string) =>
  queryOptions({
    queryKey: ruleKeys.result(rule, input),
    queryFn: async (): Promise<Outcome> => {
      const body = JSON.parse(input) as Record<string, never>;
      try {
        return outcomeOf((await call('POST', '/rules/{rule}', { path: { rule }, body, passive })).data);
      } catch (error) {
        const { code, message, lost } = error as Problem;
        if (lost) throw error;
        return outcomeOf({ code, message }, true);
      }
    },
    placeholderData: (previous) => previous,
  });

/** The browser's own result. The password estimate is a separate module, which this page does not load. */
function evaluateHere(rule: string, input: unknown): Outcome {
  try {
    return outcomeOf(evaluateAsGiven(rule as RuleName, input as RuleInput<RuleName>));
  } catch (error) {
    return outcomeOf(error, true);
  }
}

const parse = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
};

/** Tries any rule: the browser's result beside the server's. */
export function SandboxRules() {
  const rules = useQuery(rulesQuery);
  return (
    <Page title="Rules" back="/sandbox">
      <Loaded query={rules} waiting={<ListSkeleton rows={3} />}>
        {(loaded) => <Workbench rules={loaded as Rule[]} />}
      </Loaded>
    </Page>
  );
}

interface Rule {
  name: string;
  doc: string;
  input: Schema;
}

function Workbench({ rules }: { rules: Rule[] }) {
  const [name, setName] = useState('transfer.quote');
  const rule = rules.find((candidate) => candidate.name === name) ?? rules[0];
  if (!rule) return null;
  return (
    <>
      <SelectField
        label="Rule"
        value={rule.name}
        hint={rule.doc}
        onChange={(event) => setName(event.target.value)}
        options={rules.map((one) => ({ value: one.name, label: one.name }))}
      />
      <Trial key={rule.name} rule={rule} />
    </>
  );
}

function Trial({ rule }: { rule: Rule }) {
  const [text, setText] = useState(() => JSON.stringify(inputExample(rule.input), null, 2));
  const input = useMemo(() => parse(text), [text]);
  const here = input && evaluateHere(rule.name, input.value);
  const server = useQuery({ ...serverQuery(rule.name, text), enabled: input !== null });
  const isCurrent = !server.isPlaceholderData && server.data !== undefined;
  const alike = here && server.data && here.text === server.data.text;
  const compared = alike ? 'Browser and server agree.' : 'Browser and server differ!';
  const status = server.isError ? server.error.message : isCurrent ? compared : 'Asking the server';
  return (
    <>
      <Field label="Input" error={input === null ? 'This is not JSON.' : undefined}>
        {(given) => (
          <textarea
            rows={12}
            spellCheck={false}
            className={`${inputClasses(input === null)} figures py-3 font-mono`}
            value={text}
            onChange={(event) => setText(event.target.value)}
            {...given}
          />
        )}
      </Field>
      {here && (
        <p role="status" className="text-sm font-semibold">
          {status}
        </p>
      )}
      <div className="grid gap-4">
        {here && <Answer title="Browser">{here.text}</Answer>}
        {input && server.data && <Answer title="Server">{server.data.text}</Answer>}
      </div>
      {input && here && !here.failed && (
        <Save vector={{ rule: rule.name, input: input.value, expect: here.value }} />
      )}
    </>
  );
}

function Answer({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">{title}</h2>
      <pre className="text-xs break-words whitespace-pre-wrap" data-testid={`answer-${title.toLowerCase()}`}>
        {children}
      </pre>
    </Card>
  );
}

function Save({ vector }: { vector: Omit<TestVector, 'name'> }) {
  const [name, setName] = useState('');
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        saveFile(vectorFile({ ...vector, name: name.trim() || 'as tried out' }), `${vector.rule}.json`);
        toast.success('Saved as a test vector.');
      }}
    >
      <TextField
        label="What it shows"
        placeholder="one kobo below the minimum"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" wide>
        Save as a test vector
      </Button>
    </form>
  );
}
