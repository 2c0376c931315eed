import { useDebouncedValue } from '@mantine/hooks';
import { asProblem } from '../../api/problem';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { Waiting } from '../../ui/Waiting';
import { ArticleBody } from '../ArticleBody';
import { PREVIEW_MS, usePreview } from '../queries';
import { useTexts } from '../texts';
import classes from './editor.module.css';

/** The body as readers will see it, a moment after the last key. */
export function Preview({ body, language }: { body: string; language: string }) {
  const { t } = useTexts();
  const [settled] = useDebouncedValue(body, PREVIEW_MS);
  const { data, error, refetch } = usePreview(settled);
  if (settled.trim() === '') return <p className={classes['dim']}>{t('preview_empty')}</p>;
  if (data !== undefined) return <ArticleBody html={data.html} language={language} />;
  if (error === null) return <Waiting label={t('loading')} />;
  return <ErrorPlace compact problem={asProblem(error)} title={t('preview_failed')} onRetry={() => void refetch()} />;
}
