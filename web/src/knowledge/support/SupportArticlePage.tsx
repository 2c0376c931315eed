import { Anchor, Button } from '@mantine/core';
import { IconArrowLeft, IconFileUnknown, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { asProblem } from '../../api/problem';
import type { LanguageCode } from '../../i18n/i18n';
import { useIsAdmin } from '../../settings/useSettingsList';
import { dayHeading } from '../../ui/dates';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { Waiting } from '../../ui/Waiting';
import { anchorId, ArticleBody } from '../ArticleBody';
import { articlePath, headingIn, nameOfLanguage, questionOf, supportPath, withClient } from '../model';
import { readingOf } from '../queries';
import { useTexts } from '../texts';
import type { Space } from '../types';
import { Feedback } from './Feedback';
import { LanguageSelect } from './LanguageSelect';
import classes from './support.module.css';

interface Props {
  space: Space;
  language: LanguageCode;
  id: number;
  /** The id of the heading that the address names. */
  question: string | undefined;
}

/** One published article with its headings; each heading has an address. */
export function SupportArticlePage({ space, language, id, question }: Props) {
  const { t } = useTexts();
  const isAdmin = useIsAdmin();
  const client = useSearchParams()[0].get('client');
  const { data, error, refetch } = useQuery(readingOf(space, language, id, client));
  const isThere = data !== undefined;
  useEffect(() => {
    if (!isThere || question === undefined) return;
    const heading = document.getElementById(anchorId(headingIn(question)));
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView();
  }, [isThere, question]);
  const home = (
    <Anchor component={Link} to={withClient(supportPath(space, language), client)} className={classes['back'] ?? ''}>
      <IconArrowLeft size={16} aria-hidden /> {t(`space.${space}`)}
    </Anchor>
  );
  if (data === undefined) {
    if (error === null) return <Waiting label={t('loading')} m="lg" />;
    const problem = asProblem(error);
    if (problem.code === 'not_found') return <EmptyPlace icon={<IconFileUnknown size={20} stroke={1.5} />} title={t('page_gone')} text={t('page_gone_text')} action={home} />;
    return <ErrorPlace problem={problem} title={t('article_failed')} onRetry={() => void refetch()} />;
  }
  const anchorPath = (heading: string) => withClient(`${supportPath(space, language)}/${id}/${encodeURIComponent(questionOf(heading))}`, client);
  return (
    <article className={classes['page']}>
      <header className={classes['head']}>
        {home}
        {space === 'kb' && isAdmin ? (
          <Button size="xs" variant="default" component={Link} to={articlePath(id, data.language)} leftSection={<IconPencil size={14} stroke={1.5} />}>
            {t('edit')}
          </Button>
        ) : null}
        <LanguageSelect space={space} language={language} languages={data.languages} id={id} />
      </header>
      <div>
        <h1 lang={data.language} dir="auto">
          {data.title}
        </h1>
        <p className={classes['meta']}>
          {[data.category?.name ?? '', data.updated_at === null ? '' : t('updated', { when: dayHeading(data.updated_at) })].filter((part) => part !== '').join(' · ')}
        </p>
      </div>
      {data.language === language ? null : (
        <p className={classes['other']} role="note">
          {t('other_language', { wanted: nameOfLanguage(language), shown: nameOfLanguage(data.language) })}
        </p>
      )}
      {data.headings.length < 2 ? null : (
        <nav className={classes['headings']} aria-label={t('on_page')}>
          <ul lang={data.language}>
            {data.headings.map((heading) => (
              <li key={heading.id}>
                <Link to={anchorPath(heading.id)} replace aria-current={question !== undefined && heading.id === headingIn(question) ? 'location' : undefined}>
                  {heading.text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <ArticleBody html={data.html} language={data.language} anchorPath={anchorPath} />
      {space === 'kb' ? <Feedback id={id} language={data.language} client={client} /> : null}
    </article>
  );
}
