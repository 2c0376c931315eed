import { ActionIcon, Button, Switch } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconBolt, IconLock, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { asProblem } from '../api/problem';
import { useSession } from '../session/store';
import { fullTime } from '../ui/dates';
import { openDialog } from '../ui/dialog';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace, problemText } from '../ui/ErrorPlace';
import { KeptHead, KeptSkeleton } from '../ui/Kept';
import kept from '../ui/kept.module.css';
import { toastError } from '../ui/toast';
import { useOpenForm } from '../ui/useDraft';
import { moved, type Rule } from './model';
import { RuleForm } from './RuleForm';
import classes from './rules.module.css';
import { useTexts } from './texts';

/** What the desk does by itself. */
export function RulesSection() {
  const { t } = useTexts();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  if (!isAdmin) {
    return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('no_permission')} text={t('no_permission_text')} />;
  }
  return <Rules />;
}

function Rules() {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const [edited, setEdited] = useOpenForm<Rule>('rules');
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['rules'],
    queryFn: ({ signal }) => api.get('/api/rules', { signal }),
  });

  async function run(call: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    try {
      await call();
    } catch (thrown) {
      toastError(problemText(asProblem(thrown), common));
    }
    await refetch();
    setBusy(false);
  }

  if (data === undefined) {
    if (error === null) return <KeptSkeleton label={t('loading')} />;
    return <ErrorPlace compact problem={asProblem(error)} title={t('rule.load_failed')} onRetry={() => void refetch()} />;
  }
  if (edited !== null) {
    return (
      <RuleForm
        known={edited === 'new' ? null : edited}
        onDone={() => {
          setEdited(null);
          void refetch();
        }}
      />
    );
  }
  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} stroke={1.5} />} onClick={() => setEdited('new')}>
      {t('rule.add')}
    </Button>
  );
  if (data.length === 0) {
    return <EmptyPlace icon={<IconBolt size={20} stroke={1.5} />} title={t('rule.empty')} text={t('rule.empty_text')} action={add} />;
  }
  const ids = data.map(({ id }) => id);
  return (
    <>
      <KeptHead about={t('rule.about')}>{add}</KeptHead>
      <ol className={kept['rows']}>
        {data.map((rule, at) => (
          <Line
            key={rule.id}
            rule={rule}
            busy={busy}
            first={at === 0}
            last={at === data.length - 1}
            onOpen={() => setEdited(rule)}
            onSwitch={(enabled) => void run(() => api.patch('/api/rules/{id}', { path: { id: rule.id }, json: { enabled } }))}
            onMove={(by) => void run(() => api.put('/api/rules/order', { json: { ids: moved(ids, rule.id, by) } }))}
            onRemove={() => void run(() => api.delete('/api/rules/{id}', { path: { id: rule.id } }))}
          />
        ))}
      </ol>
    </>
  );
}

interface LineProps {
  rule: Rule;
  busy: boolean;
  first: boolean;
  last: boolean;
  onOpen: () => void;
  onSwitch: (enabled: boolean) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}

function Line({ rule, busy, first, last, onOpen, onSwitch, onMove, onRemove }: LineProps) {
  const { t } = useTexts();
  const { name } = rule;
  const ran = rule.last_run_at == null ? t('rule.never') : t('rule.ran', { count: rule.runs, at: fullTime(rule.last_run_at) });
  const remove = () =>
    openDialog({
      title: t('rule.remove_title', { name }),
      text: t('rule.remove_text'),
      confirm: { label: t('remove'), danger: true, run: onRemove },
    });
  return (
    <li className={`${kept['row']} ${classes['rule']}`} data-off={!rule.enabled}>
      <button type="button" className={kept['open']} onClick={onOpen}>
        <span className={kept['name']}>
          <span>{name}</span>
        </span>
        <span className={kept['meta']}>{[t(`event.${rule.when}`), ran].join(' · ')}</span>
      </button>
      <span className={`${kept['side']} ${classes['tools']}`}>
        <Switch
          size="xs"
          aria-label={t('rule.on', { name })}
          disabled={busy}
          checked={rule.enabled}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
        <ActionIcon disabled={busy || first} aria-label={t('rule.up', { name })} onClick={() => onMove(-1)}>
          <IconArrowUp size={16} stroke={1.5} />
        </ActionIcon>
        <ActionIcon disabled={busy || last} aria-label={t('rule.down', { name })} onClick={() => onMove(1)}>
          <IconArrowDown size={16} stroke={1.5} />
        </ActionIcon>
        <ActionIcon disabled={busy} aria-label={t('rule.remove', { name })} onClick={remove}>
          <IconTrash size={16} stroke={1.5} />
        </ActionIcon>
      </span>
    </li>
  );
}
