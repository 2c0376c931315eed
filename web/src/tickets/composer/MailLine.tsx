import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { SendRules, TicketInfo } from '../../api/types';
import { lazyPart } from '../../ui/lazyPart';
import { useTexts } from '../texts';
import type { MailHead } from './head';
import classes from './MailFields.module.css';

const MailForm = lazyPart(async () => (await import('./MailForm')).MailForm);

interface Props {
  info: TicketInfo;
  rules: SendRules;
  head: MailHead;
  setHead: (head: MailHead) => void;
}

/** Folded to a line that says where the answer goes; open, fields for all of it. */
export function MailLine({ info, rules, head, setHead }: Props) {
  const { t } = useTexts();
  // Whom the customer wrote to stands in the line; fields are for what somebody changes.
  const [open, setOpen] = useState(head.edited === true || head.to.length > 0 || head.subject !== '');
  const to = head.to.length > 0 ? head.to.join(', ') : info.email;
  const line = `${t('mail.to')}: ${to}${head.cc.length > 0 ? ` · ${t('mail.cc')}: ${head.cc.join(', ')}` : ''}`;
  return (
    <div className={classes['head']}>
      <div className={classes['line']}>
        <span title={line}>{line}</span>
        <ActionIcon size="sm" aria-label={t(open ? 'mail.hide' : 'mail.show')} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? <IconChevronUp size={14} stroke={1.5} /> : <IconChevronDown size={14} stroke={1.5} />}
        </ActionIcon>
      </div>
      {open ? (
        <Suspense>
          <MailForm info={info} rules={rules} head={head} setHead={setHead} />
        </Suspense>
      ) : null}
    </div>
  );
}
