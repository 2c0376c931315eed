import { ActionIcon, Button } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconArrowDown, IconArrowUp, IconListDetails, IconLock, IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { needFields, useFields, type CustomField } from '../api/fields';
import { asProblem, Problem } from '../api/problem';
import { useSession } from '../session/store';
import { openDialog } from '../ui/dialog';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace, problemText } from '../ui/ErrorPlace';
import { Chip, KeptHead, KeptSkeleton } from '../ui/Kept';
import kept from '../ui/kept.module.css';
import { toastError } from '../ui/toast';
import { useOpenForm } from '../ui/useDraft';
import { FieldForm } from './FieldForm';
import classes from './fields.module.css';
import { moved } from './model';
import { useTexts } from './texts';

/** What the desk wants to know of each ticket. */
export function FieldsSection() {
  const { t } = useTexts();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  if (!isAdmin) {
    return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('no_permission')} text={t('no_permission_text')} />;
  }
  return <Fields />;
}

function Fields() {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const { phase, problem, fields, load } = useFields();
  const [edited, setEdited] = useOpenForm<CustomField>('custom-fields');
  const [busy, setBusy] = useState(false);
  useEffect(needFields, []);

  async function run(call: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    try {
      await call();
    } catch (thrown) {
      toastError(problemText(asProblem(thrown), common));
    }
    await load();
    setBusy(false);
  }

  if (edited !== null) {
    return (
      <FieldForm
        known={edited === 'new' ? null : edited}
        onDone={() => {
          setEdited(null);
          void load();
        }}
      />
    );
  }
  if (phase === 'failed') {
    return <ErrorPlace compact problem={problem ?? new Problem('internal', 0, 'internal')} title={t('load_failed')} onRetry={() => void load()} />;
  }
  if (phase !== 'ready') return <KeptSkeleton label={t('loading')} />;
  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} stroke={1.5} />} onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  if (fields.length === 0) {
    return <EmptyPlace icon={<IconListDetails size={20} stroke={1.5} />} title={t('empty')} text={t('empty_text')} action={add} />;
  }
  const used = fields.filter(({ archived }) => !archived);
  const archived = fields.filter((field) => field.archived);
  const setArchived = (id: number, archived: boolean) =>
    void run(() => api.patch('/api/custom-fields/{id}', { path: { id }, json: { archived } }));
  const archive = (field: CustomField) =>
    openDialog({
      title: t('archive_title', { name: field.label }),
      text: t('archive_text'),
      confirm: { label: t('archive_confirm'), danger: true, run: () => setArchived(field.id, true) },
    });
  return (
    <>
      <KeptHead about={t('about')}>{add}</KeptHead>
      {used.length === 0 ? null : (
        <ol className={kept['rows']} aria-label={t('list')}>
          {used.map((field, at) => (
            <Line key={field.id} field={field} onOpen={() => setEdited(field)}>
              <ActionIcon disabled={busy || at === 0} aria-label={t('up', { name: field.label })} onClick={() => void run(() => order(used, at, -1))}>
                <IconArrowUp size={16} stroke={1.5} />
              </ActionIcon>
              <ActionIcon
                disabled={busy || at === used.length - 1}
                aria-label={t('down', { name: field.label })}
                onClick={() => void run(() => order(used, at, 1))}
              >
                <IconArrowDown size={16} stroke={1.5} />
              </ActionIcon>
              <ActionIcon disabled={busy} aria-label={t('archive', { name: field.label })} onClick={() => archive(field)}>
                <IconArchive size={16} stroke={1.5} />
              </ActionIcon>
            </Line>
          ))}
        </ol>
      )}
      {archived.length === 0 ? null : (
        <>
          <h3 className={classes['title']}>{t('archived')}</h3>
          <ul className={kept['rows']} aria-label={t('archived')}>
            {archived.map((field) => (
              <Line key={field.id} field={field} onOpen={() => setEdited(field)}>
                <ActionIcon
                  disabled={busy}
                  aria-label={t('restore', { name: field.label })}
                  onClick={() => setArchived(field.id, false)}
                >
                  <IconArchiveOff size={16} stroke={1.5} />
                </ActionIcon>
              </Line>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function order(fields: readonly CustomField[], at: number, by: number): Promise<unknown> {
  return api.put('/api/custom-fields/order', { json: { ids: moved(fields, at, by).map(({ id }) => id) } });
}

interface LineProps {
  field: CustomField;
  onOpen: () => void;
  children: React.ReactNode;
}

function Line({ field, onOpen, children }: LineProps) {
  const { t } = useTexts();
  const offered = field.choices.filter(({ archived }) => !archived).map(({ label }) => label);
  return (
    <li className={kept['row']}>
      <button type="button" className={kept['open']} onClick={onOpen}>
        <span className={kept['name']}>
          <span>{field.label}</span>
          {field.required ? <Chip tone="warn">{t('needed')}</Chip> : null}
        </span>
        <span className={kept['meta']}>{[t(`kind.${field.kind}`), ...(offered.length > 0 ? [offered.join(', ')] : field.help === '' ? [] : [field.help])].join(' · ')}</span>
      </button>
      <span className={`${kept['side'] ?? ''} ${classes['tools'] ?? ''}`}>{children}</span>
    </li>
  );
}
