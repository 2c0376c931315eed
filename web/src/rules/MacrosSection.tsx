import { Button } from '@mantine/core';
import { IconLock, IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { useEffect } from 'react';
import { api } from '../api/client';
import { useDepartments } from '../api/departments';
import { useMacros, type Macro } from '../api/macros';
import { useSession } from '../session/store';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { KeptHead, KeptRow, KeptSkeleton } from '../ui/Kept';
import classes from '../ui/kept.module.css';
import { toastError } from '../ui/toast';
import { useOpenForm } from '../ui/useDraft';
import { MacroForm } from './MacroForm';
import { useTexts } from './texts';

/** What agents do with one click. */
export function MacrosSection() {
  const { t } = useTexts();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  if (!isAdmin) {
    return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('no_permission')} text={t('no_permission_text')} />;
  }
  return <Macros />;
}

function Macros() {
  const { t } = useTexts();
  const [edited, setEdited] = useOpenForm<Macro>('macros');
  const { phase, problem, macros, load } = useMacros();
  useEffect(() => void load(), [load]);
  if (phase === 'failed' && problem !== null) {
    return <ErrorPlace compact problem={problem} title={t('macro.load_failed')} onRetry={() => void load()} />;
  }
  if (phase !== 'ready') return <KeptSkeleton label={t('loading')} />;
  if (edited !== null) {
    return (
      <MacroForm
        known={edited === 'new' ? null : edited}
        onDone={() => {
          setEdited(null);
          void load();
        }}
      />
    );
  }
  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} stroke={1.5} />} onClick={() => setEdited('new')}>
      {t('macro.add')}
    </Button>
  );
  if (macros.length === 0) {
    return <EmptyPlace icon={<IconPlayerPlay size={20} stroke={1.5} />} title={t('macro.empty')} text={t('macro.empty_text')} action={add} />;
  }
  return (
    <>
      <KeptHead about={t('macro.about')}>{add}</KeptHead>
      <ul className={classes['rows']}>
        {macros.map((macro) => (
          <Line key={macro.id} macro={macro} onOpen={() => setEdited(macro)} onGone={() => void load()} />
        ))}
      </ul>
    </>
  );
}

function Line({ macro, onOpen, onGone }: { macro: Macro; onOpen: () => void; onGone: () => void }) {
  const { t } = useTexts();
  const departments = useDepartments((state) => state.departments);
  const { id, name } = macro;
  const names = macro.departments.map((one) => departments.find((department) => department.id === one)?.name ?? t('value.gone'));
  const meta = [
    names.length === 0 ? t('macro.everybody') : names.join(', '),
    t('macro.steps', { count: macro.then.length }),
    t('macro.ran', { count: macro.runs }),
  ];

  async function remove(): Promise<void> {
    try {
      await api.delete('/api/macros/{id}', { path: { id } });
    } catch {
      toastError(t('macro.remove_failed'));
    }
    onGone();
  }

  return (
    <KeptRow
      name={name}
      meta={meta.join(' · ')}
      onOpen={onOpen}
      remove={{
        label: t('macro.remove', { name }),
        title: t('macro.remove_title', { name }),
        text: t('macro.remove_text'),
        confirm: t('remove'),
        run: () => void remove(),
      }}
    />
  );
}
