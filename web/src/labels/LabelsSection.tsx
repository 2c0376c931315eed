import { Alert, Button } from '@mantine/core';
import { IconPlus, IconTags } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../api/client';
import { useLabels } from '../api/labels';
import { Denied } from '../settings/AdminsOnly';
import { useSettingsStore } from '../settings/useSettingsList';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { toastError, toastSuccess } from '../ui/toast';
import { addLine, dropEdits, toDelete, useEdits } from './edits';
import { LabelLine } from './LabelLine';
import classes from './labels.module.css';
import { bodyOf, faultOf, linesOf, unsaved } from './model';
import { useTexts } from './texts';
import { Waiting } from '../ui/Waiting';

/** The labels of the desk: changed here, and sent together. */
export function LabelsSection() {
  const { t } = useTexts();
  const store = useLabels();
  const list = useSettingsStore(store, store.labels);
  if (!list.allowed) return <Denied denied={t('no_permission')} deniedText={t('no_permission_text')} />;
  if (list.problem !== null) {
    return <ErrorPlace compact problem={list.problem} title={t('load_failed')} onRetry={() => void list.reload()} />;
  }
  return list.data === undefined ? <Waiting label={t('loading')} /> : <Editor />;
}

function Columns() {
  const { t } = useTexts();
  return (
    <div className={classes['columns']} aria-hidden>
      {(['name', 'color', 'colorDark', 'level', 'sla'] as const).map((name) => (
        <span key={name}>{t(name)}</span>
      ))}
    </div>
  );
}

function Editor() {
  const { t } = useTexts();
  const labels = useLabels((state) => state.labels);
  const edits = useEdits((state) => state.edits);
  const [busy, setBusy] = useState(false);
  const [accused, setAccused] = useState(false);
  const [refused, setRefused] = useState(false);
  const [newest, setNewest] = useState('');
  const lines = linesOf(labels, edits);
  const changed = unsaved(lines, labels);
  const removed = toDelete(
    edits.removed,
    labels.map((label) => label.id),
  );
  const dirty = changed.length > 0 || removed.length > 0;
  const fault = accused ? faultOf(changed) : null;
  const failure = fault ?? (refused ? 'fault.server' : null);

  async function save(): Promise<void> {
    setAccused(true);
    setRefused(false);
    if (faultOf(changed) !== null) return;
    setBusy(true);
    try {
      const saved = await api.post('/api/label/update', { json: bodyOf(changed, removed) });
      useLabels.getState().take(saved);
      dropEdits();
      setAccused(false);
      toastSuccess(t('saved'));
    } catch {
      // What was typed stays, to be sent again.
      setRefused(true);
      toastError(t('fault.server'));
    }
    setBusy(false);
  }

  function discard(): void {
    dropEdits();
    setAccused(false);
    setRefused(false);
  }

  const add = (
    <Button
      variant="default"
      size="xs"
      disabled={busy}
      leftSection={<IconPlus size={14} stroke={1.5} />}
      onClick={() => setNewest(addLine())}
    >
      {t('add')}
    </Button>
  );
  if (lines.length === 0 && !dirty) {
    return (
      <EmptyPlace icon={<IconTags size={20} stroke={1.5} />} title={t('empty')} text={t('empty_text')} action={add} />
    );
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p className={classes['about']}>{t('about')}</p>
      {lines.length === 0 ? null : <Columns />}
      <ul className={classes['lines']}>
        {lines.map((line) => (
          <LabelLine key={line.key} line={line} accused={accused} disabled={busy} focused={line.key === newest} />
        ))}
      </ul>
      <div className={classes['foot']}>
        {add}
        <span className={classes['space']} />
        {dirty ? (
          <>
            <span className={classes['dim']}>{t('unsaved')}</span>
            <Button variant="subtle" size="xs" disabled={busy} onClick={discard}>
              {t('discard')}
            </Button>
          </>
        ) : null}
        <Button type="submit" size="xs" disabled={!dirty} loading={busy}>
          {t('save')}
        </Button>
      </div>
      {failure === null ? null : (
        <Alert color="red" variant="light" role="alert">
          {t(failure)}
        </Alert>
      )}
    </form>
  );
}
