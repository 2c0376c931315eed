import { Anchor, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Problem } from '../../api/problem';
import { useSession } from '../../session/store';
import { problemText } from '../../ui/ErrorPlace';
import { useTexts } from '../texts';
import classes from './Card.module.css';

/** What a desk without a helper has to do; admins are told which one helps. */
export function NoHelper({ hint }: { hint?: string | undefined }) {
  const { t } = useTexts();
  const isAdmin = useSession(({ session }) => session?.isAdmin === true);
  return (
    <p className={classes['notice']} role="alert">
      <strong>{t('no_helper')}</strong> {isAdmin ? (hint ?? t('no_helper_admin')) : t('no_helper_agent')}{' '}
      {isAdmin ? (
        <Anchor component={Link} to="/plugins" inherit underline="always">
          {t('to_plugins')}
        </Anchor>
      ) : null}
    </p>
  );
}

/** Why there is no answer of a helper, and the way on. */
export function Failure({ problem, hint, onRetry }: { problem: Problem; hint?: string; onRetry: () => void }) {
  const { t } = useTexts();
  const words = useTranslation().t;
  if (problem.code === 'conflict') return <NoHelper hint={hint} />;
  return (
    <div className={classes['notice']} role="alert">
      <p>
        <strong>{t('failed')}</strong> {problemText(problem, words)}
      </p>
      <Button size="compact-sm" variant="default" leftSection={<IconRefresh size={14} stroke={1.5} />} onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  );
}
