import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router';
import type { LanguageCode } from '../../i18n/i18n';
import { CODES, nameOfLanguage, supportPath, withClient } from '../model';
import { useTexts } from '../texts';
import type { Space } from '../types';
import classes from './support.module.css';

/** The same page in another language; an article that has none in it is shown in English there. */
export function LanguageSelect({ space, language, id }: { space: Space; language: LanguageCode; id?: number }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (
    <NativeSelect
      size="xs"
      aria-label={t('language')}
      className={classes['language'] ?? ''}
      value={language}
      data={CODES.map((code) => ({ value: code, label: nameOfLanguage(code) }))}
      onChange={(event) => void navigate(withClient(`${supportPath(space, event.currentTarget.value)}${id === undefined ? '' : `/${id}`}`, search.get('client')))}
    />
  );
}
