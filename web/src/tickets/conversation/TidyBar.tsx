import { Button } from '@mantine/core';
import { IconArrowMerge, IconBan, IconMailOff, type Icon } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { nameOf, useAgents } from '../../api/agents';
import type { TicketInfo } from '../../api/types';
import { Answering } from '../../session/Answering';
import { useMe } from '../../session/store';
import { useView } from '../../ui/useView';
import { undoMerge } from '../merge';
import { SPAM } from '../model';
import { useTexts } from '../texts';
import { notSpam, unblockSender } from '../tidy';
import classes from './TidyBar.module.css';

interface LineProps {
  icon: Icon;
  text: string;
  action: string | null;
  onAction: () => void;
}

function Line({ icon: Mark, text, action, onAction }: LineProps) {
  return (
    <div className={classes['line']} role="status">
      <Mark size={15} stroke={1.5} aria-hidden />
      <span>{text}</span>
      {action === null ? null : (
        <Answering>
          <Button variant="default" size="compact-xs" onClick={onAction}>
            {action}
          </Button>
        </Answering>
      )}
    </div>
  );
}

/** Where a merged ticket goes on. */
function MergedLine({ info, into }: { info: TicketInfo; into: NonNullable<TicketInfo['merged_into']> }) {
  const { t } = useTexts();
  const names = useAgents((state) => state.names);
  const { search } = useLocation();
  const view = useView();
  const values = { number: into.ticket_number, by: nameOf(into.by ?? '', names), why: into.why };
  return (
    <div className={classes['line']} role="status" data-calm>
      <IconArrowMerge size={15} stroke={1.5} aria-hidden />
      <span>{t(!into.why ? 'merge.into' : 'merge.into_why', values)}</span>
      <Button component={Link} to={view(`/ticket/${into.ticket_number}${search}`)} variant="default" size="compact-xs">
        {t('merge.open', values)}
      </Button>
      <Answering>
        <Button variant="subtle" size="compact-xs" onClick={() => undoMerge(info.id, info.ticket_number)}>
          {t('merge.undo')}
        </Button>
      </Answering>
    </div>
  );
}

/** Says above the conversation why it goes on differently from others. */
export function TidyBar({ info }: { info: TicketInfo }) {
  const { t } = useTexts();
  const me = useMe();
  const into = info.merged_into;
  const blocks = me.isAdmin || !me.permissions.hide_block;
  return (
    <>
      {into == null ? null : <MergedLine info={info} into={into} />}
      {info.closed === SPAM ? (
        <Line icon={IconMailOff} text={t('tidy.is_spam')} action={t('tidy.not_spam')} onAction={() => void notSpam(info)} />
      ) : null}
      {info.blocked ? (
        <Line icon={IconBan} text={t('tidy.is_blocked')} action={blocks ? t('tidy.unblock') : null} onAction={() => void unblockSender(info)} />
      ) : null}
    </>
  );
}
