import { Loader, UnstyledButton } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useTexts } from '../texts';
import type { Message } from '../../api/types';
import { placeOf, tryAgain, useFailures, want } from '../translate';
import { PlainText } from './PlainText';
import classes from './Translated.module.css';

interface Props {
  message: Message;
  into: string;
  /** The message as it was written, where the translation takes its place; else it stands below it. */
  original?: ReactNode;
  tail?: ReactNode;
}

/** What the customer wrote, in the language the ticket is read in. */
export function Translated({ message, into, original, tail }: Props) {
  const { t } = useTexts();
  const [asWritten, setAsWritten] = useState(false);
  const done = message.translated_text?.[into];
  const why = useFailures(({ failures }) => failures[placeOf(message.ticket_id, into)]);
  useEffect(() => {
    if (done === undefined && why === undefined) want(message, into);
  }, [done, why, message, into]);
  // An empty answer is that of a message that says nothing to translate.
  if (done === '') return original;
  const line =
    done !== undefined ? (
      <UnstyledButton onClick={() => setAsWritten(!asWritten)} aria-pressed={asWritten}>
        {t(asWritten ? 'language.translation' : original === undefined ? 'language.hide' : 'language.original')}
      </UnstyledButton>
    ) : why === undefined ? (
      <span role="status">
        <Loader size={10} /> {t('language.working')}
      </span>
    ) : (
      <span role="alert">
        {t('language.not_done', { why })}{' '}
        <UnstyledButton onClick={() => tryAgain(message.ticket_id, into)}>{t('language.retry')}</UnstyledButton>
      </span>
    );
  const shown = done !== undefined && !asWritten;
  return (
    <div className={classes['translated']} data-below={original === undefined || undefined}>
      {shown ? (
        <div lang={into}>
          <PlainText text={done} />
        </div>
      ) : (
        original
      )}
      <small className={classes['line']}>
        {line}
        {shown ? tail : null}
      </small>
    </div>
  );
}
