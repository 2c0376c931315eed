import { NativeSelect } from '@mantine/core';
import type { Attachment } from '../../api/types';
import { useSession } from '../../session/store';
import { languageName, LANGUAGES_OFFERED } from '../../ui/languages';
import { Waiting } from '../../ui/Waiting';
import classes from '../insight/Tells.module.css';
import { Failure } from '../suggestion/Failure';
import { useTexts } from '../texts';
import { at } from './at';
import type { Transcript } from './store';
import { translateLines, useTranslations } from './translations';

interface Props {
  fileId: Attachment['id'];
  ticketId: number;
  transcript: Transcript;
}

/** What was said in a recording, line by line, and below each line what it is in the language that somebody chose. */
export function Words({ fileId, ticketId, transcript: { segments, language: spoken } }: Props) {
  const { t, language } = useTexts();
  const translated = useTranslations((state) => state.of[fileId]);
  // Whoever calls are hidden from is refused.
  const mayTranslate = useSession(({ session }) => session !== null && (session.isAdmin || !session.permissions.hide_call));
  const said = segments.filter(({ text }) => text.trim() !== '');
  if (said.length === 0) return <p>{t('recording.silent')}</p>;
  const into = translated?.into ?? '';
  // Some helpers tell the language by its name, which is no code: then it is found out again.
  const source = LANGUAGES_OFFERED.find((code) => code === spoken) ?? '';
  const translate = (target: string) => void translateLines(fileId, ticketId, said.map(({ text }) => text), target, source);
  return (
    <>
      {mayTranslate ? (
        <NativeSelect
          size="xs"
          label={t('recording.language')}
          data={[{ value: '', label: t('recording.as_said') }, ...LANGUAGES_OFFERED.map((code) => ({ value: code, label: languageName(code, language) }))]}
          value={into}
          onChange={(event) => translate(event.currentTarget.value)}
        />
      ) : null}
      <ol className={classes['said']} aria-label={t('recording.transcript')} {...(spoken === null ? {} : { lang: spoken })}>
        {said.map(({ from_ms: from, speaker, text }, place) => (
          <li key={place}>
            {said.length === 1 ? null : <span className={classes['by']}>{at(from)}</span>}
            <span dir="auto">
              {speaker === null || speaker === '' ? null : <strong>{speaker}: </strong>}
              {text}
              {translated?.lines[place] === undefined ? null : (
                <span className={classes['translated']} lang={into} dir="auto">
                  {translated.lines[place]}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {translated?.waits === true ? (
        <p className={classes['by']}>
          <Waiting size={12} label={t('recording.translating')} /> {t('recording.translating')}
        </p>
      ) : null}
      {translated === undefined || translated.problem === null ? null : (
        <Failure problem={translated.problem} hint={t('recording.no_helper.translate')} onRetry={() => translate(into)} />
      )}
    </>
  );
}
