import { Button, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { Message } from '../../../api/types';
import { Tooltip } from '../../../ui/Tooltip';
import { useTexts } from '../../texts';
import { PlainText } from '../PlainText';
import { aboutOf, isAbove, type About } from './about';
import classes from './AboutMessage.module.css';
import { useAboutTexts } from './texts';

/** More than these are folded. */
const PEOPLE_SHOWN = 3;

type Of<Kind extends About['kind']> = Extract<About, { kind: Kind }>;

function Recipients({ field, addresses }: Of<'recipients'>) {
  const t = useAboutTexts();
  const [open, setOpen] = useState(false);
  const hidden = addresses.length - PEOPLE_SHOWN;
  const shown = open ? addresses : addresses.slice(0, PEOPLE_SHOWN);
  return (
    <div className={classes['meta']}>
      <span dir="auto">{t(field, { addresses: shown.join(', ') })}</span>
      {hidden > 0 ? (
        <UnstyledButton className={classes['more'] ?? ''} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('less') : t('more', { count: hidden })}
        </UnstyledButton>
      ) : null}
    </div>
  );
}

function Unverified({ checks }: Of<'unverified'>) {
  const t = useAboutTexts();
  return (
    <div className={classes['meta']}>
      <Tooltip label={checks}>
        <span className={classes['warning']} role="note" aria-description={checks}>
          <IconAlertTriangle size={13} stroke={1.75} aria-hidden />
          <span>{t('unverified')}</span>
        </span>
      </Tooltip>
    </div>
  );
}

function Whole({ text }: Of<'whole'>) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="compact-xs" mt={4} onClick={() => setOpen(!open)} aria-expanded={open}>
        {t(open ? 'mail.quoted_hide' : 'mail.quoted_show')}
      </Button>
      {open ? (
        <div className={classes['whole']}>
          <PlainText text={text} />
        </div>
      ) : null}
    </>
  );
}

function Link({ href, words }: { href: string; words: string }) {
  return (
    <a className={classes['link']} href={href} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  );
}

function Referral({ ad, headline, text, href }: Of<'referral'>) {
  const t = useAboutTexts();
  return (
    <div className={classes['card']}>
      <span className={classes['meta']}>{t(ad ? 'ad' : 'referral')}</span>
      {headline === '' ? null : <strong dir="auto">{headline}</strong>}
      {text === '' ? null : (
        <span className={classes['words']} dir="auto">
          {text}
        </span>
      )}
      {href === null ? null : <Link href={href} words={new URL(href).host} />}
    </div>
  );
}

function One({ about }: { about: About }) {
  const t = useAboutTexts();
  switch (about.kind) {
    case 'recipients':
      return <Recipients {...about} />;
    case 'unverified':
      return <Unverified {...about} />;
    case 'line':
      return (
        <div className={classes['meta']} dir="auto">
          {t(about.say, { value: about.value })}
        </div>
      );
    case 'quote':
      return (
        <blockquote className={classes['quote']} dir="auto">
          {about.from === '' ? null : <strong>{about.from}</strong>}
          <span>{about.text}</span>
        </blockquote>
      );
    case 'whole':
      return <Whole {...about} />;
    case 'note':
      return (
        <div className={classes['note']} dir="auto">
          {about.text}
        </div>
      );
    case 'referral':
      return <Referral {...about} />;
    case 'link':
      return (
        <div className={classes['meta']}>
          <Link href={about.href} words={t('link')} />
        </div>
      );
  }
}

/** What the channel told of a message beside its words: in front of them, or below. */
export function AboutMessage({ message, above = false }: { message: Message; above?: boolean }) {
  const told = aboutOf(message).filter((about) => isAbove(about) === above);
  if (told.length === 0) return null;
  return (
    <div className={classes['about']} data-about={above ? 'above' : 'below'}>
      {told.map((about, index) => (
        <One key={`${about.kind} ${index}`} about={about} />
      ))}
    </div>
  );
}
