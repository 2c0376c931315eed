import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { IconArrowLeft, IconLink, IconTextPlus, IconX } from '@tabler/icons-react';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useHinted } from '../../actions/KeyHint';
import { useScope } from '../../actions/live';
import { LANGUAGES } from '../../i18n/i18n';
import type { BesideProps } from '../../ui/beside';
import { isComposing, isEnter } from '../../ui/enter';
import { toastError } from '../../ui/toast';
import { Tooltip } from '../../ui/Tooltip';
import { isLanguage, languageOf, linkText, publicAddress } from '../model';
import { plainText } from '../plain';
import { readingOf, supportOf, useLiveKnowledge } from '../queries';
import { useTexts } from '../texts';
import { HitList } from './HitList';
import classes from './panel.module.css';
import { Reading } from './Reading';
import { SearchField } from './SearchField';
import { useFound, type FoundArticle } from './useFound';

const PAUSE_MS = 200;
/** What was read as lately is inserted without being asked for again. */
const FRESH_MS = 60_000;

function InsertBar({ disabled, onText, onLink }: { disabled: boolean; onText: () => void; onLink: () => void }) {
  const { t } = useTexts();
  const text = useHinted(t('insert_text'), 'knowledge.insert_text');
  const link = useHinted(t('insert_link'), 'knowledge.insert_link');
  return (
    <div className={classes['bar']}>
      <Tooltip label={text}>
        <Button size="xs" disabled={disabled} leftSection={<IconTextPlus size={14} stroke={1.5} />} onClick={onText}>
          {t('insert_text')}
        </Button>
      </Tooltip>
      <Tooltip label={link}>
        <Button size="xs" variant="default" disabled={disabled} leftSection={<IconLink size={14} stroke={1.5} />} onClick={onLink}>
          {t('insert_link')}
        </Button>
      </Tooltip>
    </div>
  );
}

/** Articles beside a conversation: found, read, and put into the answer as text or as a link, all of it by keyboard. */
export function KnowledgePanel({ language: customers, insert, onClose }: BesideProps) {
  const { t, language: own } = useTexts();
  const client = useQueryClient();
  const [language, setLanguage] = useState(() => languageOf(isLanguage(customers.slice(0, 2).toLowerCase()) ? customers : own));
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState<FoundArticle | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const found = useFound(words, language);
  useLiveKnowledge();
  useEffect(() => {
    if (open === null) field.current?.focus();
  }, [open]);

  const list = found.articles ?? [];
  // What is listed may answer what was typed before: until its own answer is there, nothing is pointed at.
  const isCurrent = found.isCurrent && typed.trim() === words;
  const pointedAt = isCurrent ? Math.min(at, list.length - 1) : -1;
  const pointed = list[pointedAt] ?? null;
  const current = open ?? pointed;

  /** Where links in answers lead, which customers open elsewhere. */
  const address = async () => publicAddress((await client.query({ ...supportOf('kb', language), staleTime: FRESH_MS })).base_url);

  async function insertWords(wordsOf: (article: FoundArticle) => Promise<string>): Promise<void> {
    if (current === null) return;
    try {
      insert?.(await wordsOf(current));
    } catch {
      toastError(t('insert_failed'));
    }
  }
  const insertText = () =>
    void insertWords(async (article) => {
      const [{ html }, base] = await Promise.all([client.query({ ...readingOf('kb', article.language, article.id), staleTime: FRESH_MS }), address()]);
      return plainText(html, base);
    });
  const insertLink = () => void insertWords(async ({ title, path }) => linkText(title, (await address()) + path));
  useScope('reading', current === null || insert === undefined ? null : { insertText, insertLink });

  function back(): void {
    if (open === null) onClose();
    else setOpen(null);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      back();
    }
    // Beside a chord, Enter and the arrows are those of the list.
    if (open !== null || event.target !== field.current || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setAt(Math.max(0, Math.min(list.length - 1, at + step)));
    else if (isEnter(event)) setOpen(pointed);
    else return;
    event.preventDefault();
  }

  return (
    <div className={classes['panel']} onKeyDown={onKeyDown}>
      <header className={classes['head']}>
        {open === null ? null : (
          <ActionIcon aria-label={t('back_to_list')} onClick={() => setOpen(null)}>
            <IconArrowLeft size={16} stroke={1.5} />
          </ActionIcon>
        )}
        <h2>{t('panel')}</h2>
        <ActionIcon aria-label={t('close')} onClick={onClose}>
          <IconX size={16} stroke={1.5} />
        </ActionIcon>
      </header>
      {open === null ? (
        <>
          <div className={classes['search']}>
            <SearchField
              ref={field}
              value={typed}
              options={list.length}
              at={pointedAt}
              onChange={(next) => {
                setTyped(next);
                setAt(0);
              }}
            />
            <NativeSelect
              size="xs"
              aria-label={t('language')}
              value={language}
              data={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
              onChange={(event) => setLanguage(languageOf(event.currentTarget.value))}
            />
          </div>
          <HitList found={found} searched={words !== ''} at={pointedAt} onOpen={(article) => isCurrent && setOpen(article)} onPoint={setAt} />
        </>
      ) : (
        <Reading article={open} address={found.address} />
      )}
      {insert === undefined || (open === null && list.length === 0) ? null : <InsertBar disabled={current === null} onText={insertText} onLink={insertLink} />}
    </div>
  );
}
