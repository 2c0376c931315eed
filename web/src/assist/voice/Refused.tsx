import { Alert, Anchor, Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Problem } from '../../api/problem';
import { useSession } from '../../session/store';
import { problemText } from '../../ui/ErrorPlace';
import { useTexts } from './texts';
import { useFocusIfLost } from './useFocusIfLost';

function Notice({ title, children }: { title: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useFocusIfLost(place);
  return (
    <Alert ref={place} tabIndex={-1} color="red" variant="light" role="alert" icon={<IconAlertTriangle size={16} />} title={title}>
      {children}
    </Alert>
  );
}

/** A file that was not sent, since it is no sound. */
export function OtherType({ name }: { name: string }) {
  const { t } = useTexts();
  return <Notice title={t('refused')}>{t('other_type', { name })}</Notice>;
}

function NoHelper() {
  const { t } = useTexts();
  const isAdmin = useSession(({ session }) => session?.isAdmin === true);
  return (
    <Notice title={t('no_helper')}>
      {t(isAdmin ? 'no_helper_admin' : 'no_helper_agent')}{' '}
      {isAdmin ? (
        <Anchor component={Link} to="/plugins" inherit underline="always">
          {t('to_plugins')}
        </Anchor>
      ) : null}
    </Notice>
  );
}

/** Why a recording was not analysed, and the way on. */
export function Failed({ file, problem, onRetry }: { file: File; problem: Problem; onRetry: (file: File) => void }) {
  const { t } = useTexts();
  const words = useTranslation().t;
  if (problem.code === 'conflict') return <NoHelper />;
  if (problem.code === 'too_large') return <Notice title={t('refused')}>{t('too_large', { name: file.name })}</Notice>;
  const why = problemText(problem, words);
  if (problem.code === 'invalid' || problem.code === 'unsupported') return <Notice title={t('refused')}>{Object.values(problem.fields)[0] ?? why}</Notice>;
  return (
    <Notice title={t('failed')}>
      <p style={{ margin: '0 0 8px' }}>{why}</p>
      <Button size="compact-sm" variant="default" leftSection={<IconRefresh size={14} stroke={1.5} />} onClick={() => onRetry(file)}>
        {t('retry')}
      </Button>
    </Notice>
  );
}
