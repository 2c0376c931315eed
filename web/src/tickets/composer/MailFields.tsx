import { ActionIcon, TagsInput, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import type { SendRules, TicketInfo } from '../../api/types';
import { useTexts } from '../texts';
import { isAddress, type MailHead } from './head';
import classes from './MailFields.module.css';

interface Props {
  info: TicketInfo;
  rules: SendRules;
  head: MailHead;
  setHead: (head: MailHead) => void;
}

/** Folded to a line that says where the answer goes; open, fields for all of it. */
export function MailFields({ info, rules, head, setHead }: Props) {
  const { t } = useTexts();
  const [open, setOpen] = useState(head.cc.length > 0 || head.to.length > 0 || head.subject !== '');
  if (!rules.cc && !rules.subject) return null;
  const to = head.to.length > 0 ? head.to.join(', ') : info.email;
  const addresses = (name: 'to' | 'cc') => (
    <TagsInput
      size="xs"
      label={t(`mail.${name}`)}
      value={head[name]}
      placeholder={name === 'to' && head.to.length === 0 ? info.email : ''}
      description={null}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
      error={head[name].every(isAddress) ? null : t('mail.bad', { address: head[name].find((one) => !isAddress(one)) })}
      onChange={(value) => setHead({ ...head, [name]: value })}
    />
  );
  return (
    <div className={classes['head']}>
      <div className={classes['line']}>
        <span>
          {t('mail.to')}: {to}
          {head.cc.length > 0 ? ` · ${t('mail.cc')}: ${head.cc.join(', ')}` : ''}
        </span>
        <ActionIcon size="sm" aria-label={t(open ? 'mail.hide' : 'mail.show')} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? <IconChevronUp size={14} stroke={1.5} /> : <IconChevronDown size={14} stroke={1.5} />}
        </ActionIcon>
      </div>
      {open ? (
        <div className={classes['fields']}>
          {rules.cc ? addresses('to') : null}
          {rules.cc ? addresses('cc') : null}
          {rules.subject ? (
            <TextInput
              size="xs"
              label={t('mail.subject')}
              value={head.subject}
              maxLength={500}
              placeholder={info.title}
              onChange={(event) => setHead({ ...head, subject: event.currentTarget.value })}
            />
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
