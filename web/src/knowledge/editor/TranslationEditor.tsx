import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useScope } from '../../actions/live';
import { api } from '../../api/client';
import type { LanguageCode } from '../../i18n/i18n';
import { useSettingsChange } from '../../settings/useSettingsChange';
import { openDialog } from '../../ui/dialog';
import { lazyPart } from '../../ui/lazyPart';
import { SilentBoundary } from '../../ui/SilentBoundary';
import { toastSuccess } from '../../ui/toast';
import { articlePath, CODES, isLive, ROOM } from '../model';
import { useTexts } from '../texts';
import type { Article } from '../types';
import { Comments } from './Comments';
import { ConflictNote, SourceNote } from './Notes';
import classes from './editor.module.css';
import { EditorFoot } from './EditorFoot';
import { LeaveGuard } from './LeaveGuard';
import { firstSide, TextPane } from './TextPane';
import { useArticleText } from './useArticleText';

const Revisions = lazyPart(async () => (await import('./Revisions')).Revisions);

interface Props {
  article: Article;
  language: LanguageCode;
  reload: () => Promise<unknown>;
  onTake: (article: Article) => void;
}

/** One language of an article: written, previewed, saved as a draft, published, archived, brought back to what it was. */
export function TranslationEditor({ article, language, reload, onTake }: Props) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { id, source_language, translations } = article;
  const stored = translations.find((one) => one.language === language) ?? null;
  const source = language === source_language ? null : (translations.find((one) => one.language === source_language) ?? null);
  const state = useArticleText({ id, language, stored, source, reload, take: onTake });
  const { text, dirty, overtaken } = state;
  const { busy: changing, change } = useSettingsChange(reload);
  const [side, setSide] = useState(() => firstSide(source !== null && stored === null));
  const [revisions, setRevisions] = useState(0);
  const isDirty = useRef(dirty);
  useEffect(() => {
    isDirty.current = dirty;
  }, [dirty]);
  const busy = state.busy || changing;

  async function save(): Promise<void> {
    // The same words once more say that they still follow the source.
    if (busy || !(dirty || stored?.source_changed === true)) return;
    if ((await state.save()) !== null) toastSuccess(t('saved'));
  }

  async function publish(): Promise<void> {
    if (busy || overtaken || (stored === null && !dirty)) return;
    if (await state.publish()) toastSuccess(t('published'));
  }

  const archive = () =>
    openDialog({
      title: t('archive_title'),
      text: t('archive_text'),
      confirm: {
        label: t('archive'),
        run: () => change(() => api.post('/api/knowledge/articles/{id}/translations/{language}/archive', { path: { id, language } }), onTake),
      },
    });

  const remove = () =>
    openDialog({
      title: t('remove_title'),
      text: t('remove_text'),
      confirm: {
        label: t('remove'),
        danger: true,
        run: () =>
          change(() => api.delete('/api/knowledge/articles/{id}', { path: { id } }), () => {
            isDirty.current = false;
            void navigate(ROOM);
          }),
      },
    });

  const mayArchive = stored !== null && isLive(stored);
  useScope('article', {
    save: () => void save(),
    publish: () => void publish(),
    archive: mayArchive ? archive : null,
    revisions: () => setRevisions((turn) => turn + 1),
    togglePreview: () => setSide((now) => (now === 'preview' ? 'write' : 'preview')),
    nextLanguage: () => void navigate(articlePath(id, CODES[(CODES.indexOf(language) + 1) % CODES.length])),
    remove,
  });

  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <LeaveGuard isDirty={isDirty} />
      {overtaken ? <ConflictNote by={stored?.updated_by ?? null} onKeep={state.keepOwn} onTake={state.takeTheirs} /> : null}
      {stored?.source_changed === true ? <SourceNote onSource={() => setSide('source')} {...(dirty ? {} : { onStillRight: () => void save() })} /> : null}
      <TextPane text={text} language={language} faults={state.faults} source={source} side={side} onSide={setSide} onChange={state.change} />
      <EditorFoot
        article={article}
        stored={stored}
        dirty={dirty}
        busy={busy}
        failure={overtaken ? null : state.failure}
        onPublish={overtaken ? null : () => void publish()}
        onArchive={mayArchive ? archive : null}
        onRevisions={stored === null ? null : () => setRevisions((turn) => turn + 1)}
        onRemove={remove}
      />
      <Comments comments={article.comments} />
      {revisions === 0 || stored === null ? null : (
        <SilentBoundary turn={revisions} onFail={() => setRevisions(0)}>
          <Revisions
            id={id}
            stored={stored}
            dirty={dirty}
            onClose={() => setRevisions(0)}
            onRestore={async (old) => {
              if ((await state.save(old)) === null) return;
              setRevisions(0);
              toastSuccess(t('restored'));
            }}
          />
        </SilentBoundary>
      )}
    </form>
  );
}
