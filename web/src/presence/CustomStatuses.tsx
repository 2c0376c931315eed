import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconMoodSmile, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem, type Problem } from '../api/problem';
import type { CustomStatus } from '../api/types';
import { Denied } from '../settings/AdminsOnly';
import { useSettingsStore } from '../settings/useSettingsList';
import { openDialog } from '../ui/dialog';
import { EmptyPlace } from '../ui/EmptyPlace';
import { isEnter } from '../ui/enter';
import { ErrorPlace, problemText } from '../ui/ErrorPlace';
import { toastError } from '../ui/toast';
import classes from './customs.module.css';
import { changeCustoms, loadCustoms, useCustoms } from './customs';
import { StatusDot } from './StatusDot';
import { useTexts } from './texts';
import { Waiting } from '../ui/Waiting';

const NAME_MAX = 40;

/** Runs one change at a time; gives what the server says of the name, and says the rest by itself. */
function useChange() {
  const { t: common } = useTranslation();
  const [busy, setBusy] = useState(false);
  function faultOf(problem: Problem): string {
    const ofName = problem.fields['alternate'];
    if (ofName !== undefined) return ofName;
    toastError(problemText(problem, common));
    // Another admin may have been quicker.
    void loadCustoms();
    return '';
  }
  async function run(change: () => Promise<void>): Promise<string | null> {
    setBusy(true);
    let refused: string | null = null;
    try {
      await change();
    } catch (thrown) {
      refused = faultOf(asProblem(thrown));
    }
    setBusy(false);
    return refused;
  }
  return { busy, run };
}

type Change = ReturnType<typeof useChange>;

function Line({ status, statuses, change }: { status: CustomStatus; statuses: readonly CustomStatus[]; change: Change }) {
  const { t } = useTexts();
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const at = statuses.indexOf(status);
  const name = status.alternate;

  async function rename(): Promise<void> {
    if (typed === null) return;
    if (typed.trim() === name) {
      setTyped(null);
      setFault(null);
      return;
    }
    if (typed.trim() === '') {
      setFault(t('name_missing'));
      return;
    }
    const refused = await change.run(() => changeCustoms.rename(status.id, typed));
    setFault(refused === '' ? null : refused);
    if (refused === null) setTyped(null);
  }
  function move(by: number): void {
    const ids = statuses.map(({ id }) => id);
    ids.splice(at, 1);
    ids.splice(at + by, 0, status.id);
    void change.run(() => changeCustoms.order(ids));
  }
  function remove(): void {
    openDialog({
      title: t('remove_status', { name }),
      text: t('remove_text'),
      confirm: { label: t('remove'), danger: true, run: () => void change.run(() => changeCustoms.remove(status.id)) },
    });
  }

  return (
    <li className={classes['line']}>
      <StatusDot status={status.status_code} />
      <TextInput
        className={classes['name'] ?? ''}
        size="xs"
        aria-label={t('name_of', { name })}
        maxLength={NAME_MAX}
        value={typed ?? name}
        error={fault}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
        onBlur={() => void rename()}
        onKeyDown={(event) => {
          if (isEnter(event)) event.currentTarget.blur();
        }}
      />
      <code className={classes['code']} title={t('code_hint')}>
        {status.status_code}
      </code>
      <span className={classes['tools']}>
        <ActionIcon disabled={change.busy || at === 0} onClick={() => move(-1)} aria-label={t('up', { name })}>
          <IconArrowUp size={16} stroke={1.5} />
        </ActionIcon>
        <ActionIcon disabled={change.busy || at === statuses.length - 1} onClick={() => move(1)} aria-label={t('down', { name })}>
          <IconArrowDown size={16} stroke={1.5} />
        </ActionIcon>
        <ActionIcon disabled={change.busy} onClick={remove} aria-label={t('remove_status', { name })}>
          <IconTrash size={16} stroke={1.5} />
        </ActionIcon>
      </span>
    </li>
  );
}

function Editor({ statuses }: { statuses: readonly CustomStatus[] }) {
  const { t } = useTexts();
  const change = useChange();
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string | null>(null);

  async function add(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (name.trim() === '') {
      setFault(t('name_missing'));
      return;
    }
    const refused = await change.run(() => changeCustoms.add(name));
    setFault(refused === '' ? null : refused);
    if (refused === null) setName('');
  }

  return (
    <>
      <p className={classes['about']}>{t('customs_about')}</p>
      {statuses.length === 0 ? (
        <div className={classes['empty']}>
          <EmptyPlace compact icon={<IconMoodSmile size={20} stroke={1.5} />} title={t('customs_empty')} text={t('customs_empty_text')} />
        </div>
      ) : (
        <ul className={classes['lines']}>
          {statuses.map((status) => (
            <Line key={status.id} status={status} statuses={statuses} change={change} />
          ))}
        </ul>
      )}
      <form className={classes['add']} noValidate onSubmit={(event) => void add(event)}>
        <TextInput
          className={classes['name'] ?? ''}
          size="xs"
          label={t('new_name')}
          placeholder={t('new_hint')}
          maxLength={NAME_MAX}
          value={name}
          error={fault}
          onChange={({ currentTarget: { value } }) => {
            setName(value);
            setFault(null);
          }}
        />
        <Button type="submit" variant="default" size="xs" loading={change.busy} leftSection={<IconPlus size={14} stroke={1.5} />}>
          {t('add')}
        </Button>
      </form>
    </>
  );
}

/** The statuses of the desk's own; each change is kept at once. */
export function CustomStatuses() {
  const { t } = useTexts();
  const { phase, problem, statuses } = useCustoms();
  const list = useSettingsStore({ phase, problem, load: loadCustoms }, statuses);
  if (!list.allowed) return <Denied denied={t('no_permission')} deniedText={t('no_permission_text')} />;
  if (list.problem !== null) {
    return <ErrorPlace compact problem={list.problem} title={t('customs_load_failed')} onRetry={() => void list.reload()} />;
  }
  return list.data === undefined ? <Waiting label={t('loading')} /> : <Editor statuses={list.data} />;
}
