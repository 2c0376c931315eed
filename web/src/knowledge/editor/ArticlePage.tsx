import { IconFileUnknown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { asProblem } from '../../api/problem';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { Waiting } from '../../ui/Waiting';
import { isLanguage, languageOf } from '../model';
import { takeArticle, useArticle } from '../queries';
import { useTexts } from '../texts';
import { ArticleHead } from './ArticleHead';
import classes from './editor.module.css';
import { TranslationEditor } from './TranslationEditor';

/** One article with all of its languages; the address says which one is open. */
export function ArticlePage() {
  const id = Number(useParams()['id']);
  const { t } = useTexts();
  const client = useQueryClient();
  const [search] = useSearchParams();
  const { data: article, error, refetch } = useArticle(id);
  if (article === undefined) {
    if (error === null) return <Waiting label={t('loading')} m="lg" />;
    const problem = asProblem(error);
    if (problem.code === 'not_found') return <EmptyPlace icon={<IconFileUnknown size={20} stroke={1.5} />} title={t('gone')} text={t('gone_text')} />;
    return <ErrorPlace problem={problem} title={t('article_failed')} onRetry={() => void refetch()} />;
  }
  const asked = search.get('language') ?? undefined;
  const language = isLanguage(asked) ? asked : languageOf(article.source_language);
  return (
    <div className={classes['page']}>
      <ArticleHead article={article} language={language} />
      <TranslationEditor key={`${id} ${language}`} article={article} language={language} reload={refetch} onTake={(taken) => takeArticle(client, taken)} />
    </div>
  );
}
