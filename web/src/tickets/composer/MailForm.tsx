import { TagsInput, TextInput } from '@mantine/core';
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

/** Fields for what is in the head of a letter. */
export function MailForm({ info, rules, head, setHead }: Props) {
  const { t } = useTexts();
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
  );
}
