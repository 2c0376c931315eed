import { UnstyledButton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { linkParts, splitQuoted } from '../conversation/model';
import classes from './PlainText.module.css';

function Linked({ text }: { text: string }) {
  return linkParts(text).map((part, index) =>
    part.kind === 'text' ? (
      part.text
    ) : (
      <a key={`${index} ${part.href}`} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {part.text}
      </a>
    ),
  );
}

/** Text as it was written: line breaks stay, markup is not interpreted, addresses are links. */
export function PlainText({ text, fold = false, tail }: { text: string; fold?: boolean; tail?: ReactNode }) {
  const { t } = useTranslation();
  const [unfolded, setUnfolded] = useState(false);
  const parts = fold ? splitQuoted(text) : { text, quoted: '' };
  return (
    <div className={classes['text']} dir="auto">
      <Linked text={parts.text} />
      {tail}
      {parts.quoted === '' ? null : (
        <>
          <UnstyledButton
            className={classes['fold']}
            onClick={() => setUnfolded(!unfolded)}
            aria-expanded={unfolded}
            aria-label={t('conversation.quoted')}
          >
            •••
          </UnstyledButton>
          {unfolded ? (
            <div className={classes['quoted']}>
              <Linked text={parts.quoted} />
            </div>
          ) : null}
        </>
      )}
    </div>
  );
}
