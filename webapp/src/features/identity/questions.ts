import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Contract } from '@/api/contract';
import type { Fields } from '@/engine/use-engine-form';
import { store } from '@/lib/storage';

export type Question = Contract<'Question'>;
export type QuestionType = Question['type'];
export type AnswersScore = Contract<'AnswersScore'>;

const passive = true;

export const questionKeys = {
  all: ['questions'] as const,
  ofType: (type: QuestionType) => [...questionKeys.all, type] as const,
  answeredBy: (uuid: string) => [...questionKeys.all, 'answered by', uuid] as const,
};

export const questionsQuery = (type: QuestionType) =>
  queryOptions({
    queryKey: questionKeys.ofType(type),
    queryFn: async () => (await call('GET', '/questions', { query: { type }, passive })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const answersQuery = (uuid: string) =>
  queryOptions({
    queryKey: questionKeys.answeredBy(uuid),
    queryFn: async () => (await call('GET', '/user/answers/{id}', { path: { id: uuid }, passive })).data,
  });

export const securityQuestionKeys = {
  all: ['security-questions'] as const,
  answeredBy: (uuid: string) => [...securityQuestionKeys.all, uuid] as const,
};

export const securityQuestionsQuery = queryOptions({
  queryKey: securityQuestionKeys.all,
  queryFn: async () => (await call('GET', '/security-questions', { passive })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

export const answeredSecurityQuestionsQuery = (uuid: string) =>
  queryOptions({
    queryKey: securityQuestionKeys.answeredBy(uuid),
    queryFn: async () =>
      (await call('GET', '/security-questions/user/{uuid}', { path: { uuid }, passive })).data,
  });

export interface Answered {
  question: string;
  answer: string;
}

interface Saving {
  onSaved: (score: AnswersScore, answered: Answered) => void;
  onRefused: (answered: Answered) => void;
}

/** Saves one answer. Answers may overlap, so each has its own callbacks. */
export function useSaveAnswer(uuid: string, { onSaved, onRefused }: Saving) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Answered) => (await call('POST', '/user/answers', { body })).data,
    onSuccess: async (score, answered) => {
      store('scores', String(score.score));
      await queries.invalidateQueries(answersQuery(uuid));
      onSaved(score, answered);
    },
    onError: (_, answered) => onRefused(answered),
  });
}

export function useSaveSecurityAnswer(uuid: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Fields<'security_question'>) => call('POST', '/security-questions', { body }),
    meta: { quiet: true },
    onSuccess: () => queries.invalidateQueries(answeredSecurityQuestionsQuery(uuid)),
  });
}
