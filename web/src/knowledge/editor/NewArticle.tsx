import { Anchor, Button, NativeSelect } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useScope } from '../../actions/live';
import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import { LANGUAGES } from '../../i18n/i18n';
import { problemText } from '../../ui/ErrorPlace';
import kept from '../../ui/settingsList.module.css';
import { toastError, toastSuccess } from '../../ui/toast';
import { articlePath, categoryChoices, languageOf, revisionIn, ROOM, titleFrom } from '../model';
import { takeArticle, useCategories } from '../queries';
import { useTexts } from '../texts';
import classes from './editor.module.css';
import { LeaveGuard } from './LeaveGuard';
import { firstSide, TextPane } from './TextPane';

/** A new article in the language it is begun in, which is its source from then on. */
export function NewArticle() {
  const { t, language: own } = useTexts();
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [search] = useSearchParams();
  const { data: categories } = useCategories();
  const [language, setLanguage] = useState(() => languageOf(search.get('language') ?? own));
  const [category, setCategory] = useState('');
  const [text, setText] = useState(() => ({ title: titleFrom(search.get('title') ?? ''), body: '' }));
  const [side, setSide] = useState(() => firstSide(false));
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isDirty = useRef(false);

  async function create(publishes: boolean): Promise<void> {
    if (busy) return;
    setFailure(null);
    setFaults(text.title.trim() === '' ? { title: t('fault.title') } : {});
    if (text.title.trim() === '') return;
    setBusy(true);
    let isCreated = false;
    try {
      const json = { category_id: category === '' ? null : Number(category), language, title: text.title.trim(), body: text.body };
      let article = await api.post('/api/knowledge/articles', { json });
      // From here on there is an article, also where it cannot be published.
      isCreated = true;
      isDirty.current = false;
      takeArticle(client, article);
      void navigate(articlePath(article.id, language), { replace: true });
      if (publishes) article = await api.post('/api/knowledge/articles/{id}/translations/{language}/publish', { path: { id: article.id, language }, json: { revision: revisionIn(article, language) } });
      takeArticle(client, article);
      toastSuccess(t(publishes ? 'published' : 'saved'));
    } catch (thrown) {
      const problem = asProblem(thrown);
      // This form is gone by then, and the draft is open.
      if (isCreated) {
        toastError(t('not_published', { reason: problemText(problem, common) }));
        return;
      }
      setFaults(problem.fields);
      setFailure(problemText(problem, common));
      setBusy(false);
    }
  }

  const nothing = () => undefined;
  useScope('article', {
    save: () => void create(false),
    publish: () => void create(true),
    archive: null,
    revisions: nothing,
    togglePreview: () => setSide((now) => (now === 'preview' ? 'write' : 'preview')),
    nextLanguage: () => setLanguage((now) => LANGUAGES[(LANGUAGES.findIndex(({ code }) => code === now) + 1) % LANGUAGES.length]?.code ?? now),
    remove: () => void navigate(ROOM),
  });

  return (
    <div className={classes['page']}>
      <header className={classes['head']}>
        <Anchor component={Link} to={ROOM} className={classes['back'] ?? ''}>
          <IconArrowLeft size={16} aria-hidden /> {t('back')}
        </Anchor>
        <h1 className={classes['title']}>{t('new')}</h1>
        <div className={classes['settings']}>
          <NativeSelect
            size="xs"
            label={t('language')}
            value={language}
            data={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={(event) => setLanguage(languageOf(event.currentTarget.value))}
          />
          <NativeSelect
            size="xs"
            label={t('category')}
            value={category}
            data={categoryChoices(categories ?? [], own, t('no_category'))}
            onChange={(event) => setCategory(event.currentTarget.value)}
          />
        </div>
      </header>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void create(false);
        }}
      >
        <LeaveGuard isDirty={isDirty} />
        <TextPane
          text={text}
          language={language}
          faults={faults}
          source={null}
          side={side}
          onSide={setSide}
          onChange={(part) => {
            isDirty.current = true;
            setText((now) => ({ ...now, ...part }));
          }}
        />
        <div className={kept['foot']}>
          {failure === null ? null : (
            <p role="alert" className={kept['failure']}>
              {failure}
            </p>
          )}
          <span className={kept['space']} />
          <Button type="submit" variant="default" size="xs" loading={busy}>
            {t('save')}
          </Button>
          <Button size="xs" disabled={busy} onClick={() => void create(true)}>
            {t('publish')}
          </Button>
        </div>
      </form>
    </div>
  );
}
