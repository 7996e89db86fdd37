import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Contract } from '@/api/contract';

export type Question = Contract<'Question'>;
export type QuestionType = Question['type'];
export type AnswersScore = Contract<'AnswersScore'>;

const passive = true;

export const questionsQuery = (type: QuestionType) =>
  queryOptions({
    queryKey: ['questions', type],
    queryFn: async () => (await call('GET', '/questions', { query: { type }, passive })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const answersQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['answers', uuid],
    queryFn: async () => (await call('GET', '/user/answers/{id}', { path: { id: uuid }, passive })).data,
  });

export const securityQuestionsQuery = queryOptions({
  queryKey: ['security-questions'],
  queryFn: async () => (await call('GET', '/security-questions', { passive })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

export const answeredSecurityQuestionsQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['security-questions', uuid],
    queryFn: async () =>
      (await call('GET', '/security-questions/user/{uuid}', { path: { uuid }, passive })).data,
  });
