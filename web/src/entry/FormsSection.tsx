import { ActionIcon, Button, CopyButton } from '@mantine/core';
import { IconCheck, IconForms, IconLink, IconLock, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { nameOf, useAgents } from '../api/agents';
import { api } from '../api/client';
import { useDepartments } from '../api/departments';
import { asProblem } from '../api/problem';
import { useSession } from '../session/store';
import { fullTime } from '../ui/dates';
import { openDialog } from '../ui/dialog';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { Chip, KeptHead, KeptSkeleton } from '../ui/Kept';
import classes from '../ui/kept.module.css';
import { toastError, toastSuccess } from '../ui/toast';
import { useOpenForm } from '../ui/useDraft';
import { Tooltip } from '../ui/Tooltip';
import { FormForm } from './FormForm';
import type { TicketForm } from './model';
import { useTexts } from './texts';

/** The public forms on which customers write tickets. */
export function FormsSection() {
  const { t } = useTexts();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  if (!isAdmin) {
    return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('no_permission')} text={t('no_permission_text')} />;
  }
  return <Forms />;
}

function Forms() {
  const { t } = useTexts();
  const [edited, setEdited] = useOpenForm<TicketForm>('ticket-forms');
  const { phase, load } = useDepartments();
  useEffect(() => {
    if (phase === 'idle') void load();
  }, [phase, load]);
  const { data, error, refetch } = useQuery({
    queryKey: ['ticket-forms'],
    queryFn: ({ signal }) => api.get('/api/ticket-forms', { signal }),
  });
  async function remove(form: TicketForm): Promise<void> {
    try {
      await api.delete('/api/ticket-forms/{id}', { path: { id: form.id } });
      setEdited(null);
    } catch {
      toastError(t('form.remove_failed'));
    }
    void refetch();
  }
  if (edited !== null) {
    return (
      <FormForm
        known={edited === 'new' ? null : edited}
        onDone={() => {
          setEdited(null);
          void refetch();
        }}
        onRemove={(form) =>
          openDialog({
            title: t('form.remove_title', { name: form.name }),
            text: t('form.remove_text', { count: form.uses }),
            confirm: { label: t('form.remove_confirm'), danger: true, run: () => void remove(form) },
          })
        }
      />
    );
  }
  if (data === undefined) {
    if (error === null) return <KeptSkeleton label={t('loading')} />;
    return <ErrorPlace compact problem={asProblem(error)} title={t('form.load_failed')} onRetry={() => void refetch()} />;
  }
  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} stroke={1.5} />} onClick={() => setEdited('new')}>
      {t('form.add')}
    </Button>
  );
  if (data.length === 0) {
    return <EmptyPlace icon={<IconForms size={20} stroke={1.5} />} title={t('form.empty')} text={t('form.empty_text')} action={add} />;
  }
  return (
    <>
      <KeptHead about={t('form.about')}>{add}</KeptHead>
      <ul className={classes['rows']}>
        {data.map((form) => (
          <Line key={form.id} form={form} onOpen={() => setEdited(form)} />
        ))}
      </ul>
    </>
  );
}

function Line({ form, onOpen }: { form: TicketForm; onOpen: () => void }) {
  const { t } = useTexts();
  const departments = useDepartments((state) => state.departments);
  const department = departments.find((one) => one.id === form.department_id && !one.deleted)?.name;
  const used =
    form.last_used_at == null
      ? t('form.unused')
      : t('form.used', { count: form.uses, at: fullTime(form.last_used_at) });
  const by = useAgents((state) => nameOf(form.created_by, state.names));
  const meta = [department, used, t('form.made', { by, at: fullTime(form.created_at) })];
  return (
    <li className={classes['row']}>
      <button type="button" className={classes['open']} onClick={onOpen}>
        <span className={classes['name']}>
          <span>{form.name}</span>
          <Chip {...(form.active ? { tone: 'good' as const } : {})}>{t(form.active ? 'form.open' : 'form.closed')}</Chip>
        </span>
        <span className={classes['meta']}>{meta.filter((part) => part !== undefined).join(' · ')}</span>
      </button>
      <CopyButton value={form.url}>
        {({ copied, copy }) => (
          <Tooltip label={t(copied ? 'form.copied' : 'form.copy')}>
            <ActionIcon
              className={classes['side'] ?? ''}
              aria-label={t('form.copy_of', { name: form.name })}
              onClick={() => {
                copy();
                toastSuccess(t('form.copied'));
              }}
            >
              {copied ? <IconCheck size={16} stroke={1.5} /> : <IconLink size={16} stroke={1.5} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </li>
  );
}
