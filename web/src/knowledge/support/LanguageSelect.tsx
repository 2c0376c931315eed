import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router';
import type { LanguageCode } from '../../i18n/i18n';
import { CODES, nameOfLanguage, supportPath, withClient } from '../model';
import { useTexts } from '../texts';
import type { Space } from '../types';
import classes from './support.module.css';

interface Props {
  space: Space;
  language: LanguageCode;
  /** Those in which there is something; the one that was asked for is offered as well. */
  languages: readonly string[];
  id?: number;
}

/** The same page in another language. */
export function LanguageSelect({ space, language, languages, id }: Props) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (
    <NativeSelect
      size="xs"
      aria-label={t('language')}
      className={classes['language'] ?? ''}
      value={language}
      data={CODES.filter((code) => code === language || languages.includes(code)).map((code) => ({ value: code, label: nameOfLanguage(code) }))}
      onChange={(event) => void navigate(withClient(`${supportPath(space, event.currentTarget.value)}${id === undefined ? '' : `/${id}`}`, search.get('client')))}
    />
  );
}
