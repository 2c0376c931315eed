import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { asProblem, Problem } from '../api/problem';
import { ErrorPlace } from '../ui/ErrorPlace';
import { useLate } from '../ui/useLate';
import { NoPermission } from './ReportFrame';
import { useTexts } from './texts';

/** What the server has against a field is all it says of why: it stands where the reason stands. */
function withReason(problem: Problem): Problem {
  const reasons = Object.values(problem.fields).join(' ');
  return reasons === '' ? problem : new Problem(problem.code, problem.status, problem.message, problem.fields, reasons, problem.body);
}

interface Props<Answer> {
  query: UseQueryResult<Answer>;
  children: (answer: Answer) => ReactNode;
}

/** A part of a report while it loads, where it failed, and where it may not be seen. */
export function ReportPart<Answer>({ query, children }: Props<Answer>) {
  const { t } = useTexts();
  const { data, error } = query;
  const late = useLate(data === undefined && error === null);
  if (data !== undefined) return children(data);
  if (error === null) {
    return late ? (
      <div role="status" aria-label={t('loading')}>
        <Skeleton height={220} radius="md" />
        <Skeleton height={180} radius="md" mt="md" />
      </div>
    ) : null;
  }
  const problem = asProblem(error);
  if (problem.code === 'forbidden') return <NoPermission />;
  return <ErrorPlace compact problem={withReason(problem)} title={t('failed')} onRetry={() => void query.refetch()} />;
}
