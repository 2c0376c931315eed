import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { nameOf, useAgents } from '../api/agents';
import { openDialog } from '../ui/dialog';
import { fullTime, rowDate } from '../ui/dates';
import kept from '../ui/settingsList.module.css';
import { useNow } from '../ui/useNow';
import classes from './imports.module.css';
import { COUNTED, isBusy, isDryRun, numberText, percentOf } from './model';
import { deletionDialog } from './remove';
import { StateChip } from './StateChip';
import { useTexts } from './texts';
import type { Import } from './types';

interface Props {
  one: Import;
  onOpen: () => void;
  onRemove: () => void;
}

/** A former import, or one that is under way: the whole row opens it. */
export function ImportRow({ one, onOpen, onRemove }: Props) {
  const { t, language } = useTexts();
  const { t: common } = useTranslation();
  const names = useAgents((state) => state.names);
  const now = useNow();
  const when = rowDate(one.created_at, now, common('tickets.yesterday'));
  const about = [t(`kind.${one.kind}`), t('rows', { count: one.rows, shown: numberText(one.rows, language) }), nameOf(one.created_by, names), when];
  return (
    <li className={kept['row']} title={fullTime(one.created_at)}>
      <button type="button" className={kept['open']} onClick={onOpen}>
        <span className={kept['name']}>
          <span>{one.file_name}</span>
          <StateChip state={one.state} />
        </span>
        <span className={classes['meta']}>{about.join(' · ')}</span>
        <Outcome one={one} />
      </button>
      {isBusy(one.state) ? null : (
        <ActionIcon className={kept['side'] ?? ''} aria-label={t('remove_of', { name: one.file_name })} onClick={() => openDialog(deletionDialog(t, one, onRemove))}>
          <IconTrash size={16} stroke={1.5} />
        </ActionIcon>
      )}
    </li>
  );
}

/** What came of it so far, in one line. */
function Outcome({ one }: { one: Import }) {
  const { t, language } = useTexts();
  const counts = COUNTED.map((name) => `${t(`${isDryRun(one.state) ? 'would' : 'figure'}.${name}`)} ${numberText(one.counts[name], language)}`);
  const share = isBusy(one.state) ? [t('percent', { percent: percentOf(one) })] : [];
  return <span className={classes['meta']}>{one.state === 'mapping' ? t('next') : [...share, ...counts].join(' · ')}</span>;
}
