import { Button } from '@mantine/core';
import { IconMessageOff, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyPlace } from '../ui/EmptyPlace';
import { useAgain } from '../ui/ErrorPlace';
import classes from './Conversation.module.css';
import { openConversation } from './conversation/read';
import { type Conversation } from './conversation/store';

/** Not there, or flagged so by something that failed at it: then it may still be there. */
export function Missing({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation();
  const again = conversation.info === null ? undefined : () => void openConversation(conversation.number, true);
  useAgain(conversation.problem, again);
  const retry = (
    <Button variant="default" size="xs" leftSection={<IconRefresh size={14} />} onClick={again}>
      {t('error.retry')}
    </Button>
  );
  return (
    <div role="alert" className={classes['whole']}>
      <EmptyPlace icon={<IconMessageOff size={20} stroke={1.5} />} title={t('conversation.missing')} action={again === undefined ? undefined : retry} />
    </div>
  );
}
