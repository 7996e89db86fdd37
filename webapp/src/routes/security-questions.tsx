import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { Contract } from '@/api/contract';
import { useUser } from '@/api/use-session';
import { useEngineForm } from '@/engine/use-engine-form';
import {
  answeredSecurityQuestionsQuery,
  securityQuestionsQuery,
  useSaveSecurityAnswer,
} from '@/features/identity/questions';
import { SelectField, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Loaded, together } from '@/ui/loaded';
import { Card, Page } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';

type SecurityQuestion = Contract<'SecurityQuestion'>;

const CARDS = 3;

/** Three questions that only the user can answer. */
export function SecurityQuestions() {
  const user = useUser();
  const uuid = user?.uuid ?? '';
  const questions = useQuery(securityQuestionsQuery);
  const answered = useQuery({ ...answeredSecurityQuestionsQuery(uuid), enabled: uuid !== '' });
  return (
    <Page title="Security questions" back="/settings">
      <p className="text-sm text-muted">
        Support may ask you for them. They never sign you in, and nobody can read your answers, not even us.
      </p>
      <Loaded query={together(questions, answered)} waiting={<ListSkeleton rows={CARDS} />}>
        {([all, own]) => <Cards uuid={uuid} questions={all} answered={own} />}
      </Loaded>
    </Page>
  );
}

interface CardsProps {
  uuid: string;
  questions: SecurityQuestion[];
  answered: SecurityQuestion[];
}

function Cards({ uuid, questions, answered }: CardsProps) {
  const [chosen, setChosen] = useState(() =>
    Array.from({ length: CARDS }, (_, index) => answered[index]?.id ?? ''),
  );
  return chosen.map((question, index) => (
    <QuestionCard
      // biome-ignore lint/suspicious/noArrayIndexKey: a card is its place
      key={index}
      number={index + 1}
      uuid={uuid}
      question={question}
      saved={answered.some(({ id }) => id === question)}
      // Each question can be chosen once.
      questions={questions.filter(({ id }) => id === question || !chosen.includes(id))}
      onChosen={(id) => setChosen(chosen.map((other, place) => (place === index ? id : other)))}
    />
  ));
}

interface QuestionCardProps {
  number: number;
  uuid: string;
  question: string;
  saved: boolean;
  questions: SecurityQuestion[];
  onChosen: (id: string) => void;
}

function QuestionCard({ number, uuid, question, saved, questions, onChosen }: QuestionCardProps) {
  const form = useEngineForm('security_question', {
    defaultValues: { question, answer: '' },
  });
  const save = useSaveSecurityAnswer(uuid);
  const onSaved = () => {
    form.setValue('answer', '');
    form.clearErrors();
  };
  return (
    <Card>
      <Form
        aria-label={`Security question ${number}`}
        onSubmit={form.handleSubmit((values) =>
          save.mutate(values, { onSuccess: onSaved, onError: form.showProblem }),
        )}
        action="Save answer"
        busy={save.isPending}
        error={form.formError}
      >
        <SelectField
          label={`Question ${number}`}
          placeholder="Please choose"
          options={questions.map(({ id, question: label }) => ({ value: id, label }))}
          error={form.errorOf('question')}
          {...form.register('question', { onChange: (event) => onChosen(event.target.value) })}
        />
        <TextField
          label={`Answer ${number}`}
          autoComplete="off"
          error={form.errorOf('answer')}
          {...form.register('answer')}
        />
        {saved && (
          <p className="flex items-center gap-2 text-sm font-medium text-positive">
            <CircleCheck aria-hidden className="size-5" />
            <span>Answered. Type a new answer to replace it.</span>
          </p>
        )}
      </Form>
    </Card>
  );
}
