import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { asProblem } from '../../api/problem';
import { useProduct } from '../../api/variant';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { PublicPage } from '../PublicPage';
import { SIGN_UP_STATE } from './state';

interface State {
  open: boolean;
  begun: boolean;
}

interface Props {
  t: (key: 'title' | 'text' | 'loading' | 'failed', values?: { product: string }) => string;
  /** Whether what stands below the title is true. */
  fits?: (state: State) => boolean;
  /** Of the form, so that nothing moves when it comes. */
  height: number;
  children: (state: State) => ReactNode;
}

/** The frame of the pages that make a desk: what they show depends on whether there is one, and who may make more. */
export function SignUpState({ t, fits = () => true, height, children }: Props) {
  const product = useProduct();
  const state = useQuery(SIGN_UP_STATE);
  return (
    <PublicPage title={t('title', { product })} text={state.data !== undefined && !fits(state.data) ? '' : t('text')}>
      {state.error !== null ? (
        <ErrorPlace compact problem={asProblem(state.error)} title={t('failed')} onRetry={() => void state.refetch()} />
      ) : state.data === undefined ? (
        <Skeleton height={height} role="progressbar" aria-label={t('loading')} />
      ) : (
        children(state.data)
      )}
    </PublicPage>
  );
}
