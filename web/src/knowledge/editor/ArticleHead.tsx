import { Anchor, NativeSelect, TextInput } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api/client';
import { useSettingsChange } from '../../settings/useSettingsChange';
import { startOfDay, toField } from '../../ui/dates';
import { useNow } from '../../ui/useNow';
import { articlePath, categoryChoices, CODES, isDue, nameOfLanguage, ROOM, titleOf } from '../model';
import { takeArticle, useArticle, useCategories } from '../queries';
import { StandingChip } from '../StandingChip';
import { useTexts } from '../texts';
import type { Article } from '../types';
import classes from './editor.module.css';

/** What holds for all languages of an article, and the way from one language to another. */
export function ArticleHead({ article, language }: { article: Article; language: string }) {
  const { t, language: own } = useTexts();
  const client = useQueryClient();
  const now = useNow();
  const { refetch } = useArticle(article.id);
  const { data: categories } = useCategories();
  const { busy, change } = useSettingsChange(refetch);
  const { id, category_id, verified_until, owner, helpful, unhelpful } = article;

  const put = (part: Partial<Pick<Article, 'category_id' | 'verified_until'>>) =>
    change(() => api.put('/api/knowledge/articles/{id}', { path: { id }, json: { category_id, verified_until, ...part } }), (answer) => takeArticle(client, answer));

  return (
    <header className={classes['head']}>
      <Anchor component={Link} to={ROOM} className={classes['back'] ?? ''}>
        <IconArrowLeft size={16} aria-hidden /> {t('back')}
      </Anchor>
      <h1 className={classes['title']}>{titleOf(article, own)}</h1>
      <p className={classes['dim']}>
        {owner === null ? null : `${t('owner', { name: owner.name || owner.username })} · `}
        {t('votes', { helpful, unhelpful })}
      </p>
      <div className={classes['settings']}>
        <NativeSelect
          size="xs"
          label={t('category')}
          disabled={busy || categories === undefined}
          value={category_id === null ? '' : String(category_id)}
          data={categoryChoices(categories ?? [], own, t('no_category'))}
          onChange={(event) => put({ category_id: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })}
        />
        <TextInput
          key={verified_until}
          size="xs"
          type="date"
          label={t('review')}
          description={isDue(verified_until, now) ? t('review_due') : undefined}
          disabled={busy}
          defaultValue={verified_until === null ? '' : toField(verified_until).slice(0, 10)}
          // A date that is typed has years on its way that nobody means.
          onBlur={(event) => {
            const until = event.currentTarget.value === '' ? null : startOfDay(event.currentTarget.value);
            if (until !== verified_until) put({ verified_until: until });
          }}
        />
      </div>
      <nav className={classes['languages']} aria-label={t('languages')}>
        {CODES.map((code) => {
          const translation = article.translations.find((one) => one.language === code);
          return (
            <Link key={code} to={articlePath(id, code)} aria-current={code === language ? 'page' : undefined} className={classes['language']}>
              <span lang={code}>{nameOfLanguage(code)}</span>
              {translation === undefined ? <span className={classes['dim']}>{t('not_begun')}</span> : <StandingChip of={translation} />}
            </Link>
          );
        })}
      </nav>
    </header>
  );
}
