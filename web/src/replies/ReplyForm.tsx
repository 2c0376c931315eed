import { Button, Input, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useId, useRef } from 'react';
import { api } from '../api/client';
import { useReplies } from '../api/replies';
import type { CannedReply } from '../api/types';
import { useSession } from '../session/store';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import classes from '../ui/settingsList.module.css';
import { mayChange, shortcutOf } from './model';
import own from './replies.module.css';
import { useTexts } from './texts';

/** A canned reply, new or as it is. Who may not change it may still read it. */
export function ReplyForm({ known, onDone }: { known: CannedReply | null; onDone: () => void }) {
  const { t } = useTexts();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  const { variables, load } = useReplies();
  const field = useRef<HTMLTextAreaElement>(null);
  const who = useId();
  const readOnly = known !== null && !mayChange(known, isAdmin);
  const form = useSettingsForm({
    name: 'reply',
    known,
    initial: {
      title: known?.title ?? '',
      shortcut: known?.shortcut ?? '',
      text: known?.text ?? '',
      shared: known?.shared ?? isAdmin,
    },
    required: { title: t('fault.title'), shortcut: t('fault.shortcut'), text: t('fault.text') },
    save: (json) => (known === null ? api.post('/api/replies', { json }) : api.put('/api/replies/{id}', { path: { id: known.id }, json })),
    saved: t('saved'),
    done: () => void load().then(onDone),
  });
  const { draft, faults, input, change } = form;

  function rename(title: string) {
    const follows = known === null && draft.shortcut === shortcutOf(draft.title);
    change(follows ? { title, shortcut: shortcutOf(title) } : { title });
  }

  function put(variable: string) {
    const at = field.current?.selectionStart ?? draft.text.length;
    const end = field.current?.selectionEnd ?? at;
    const words = `{{${variable}}}`;
    change({ text: draft.text.slice(0, at) + words + draft.text.slice(end) });
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(at + words.length, at + words.length);
    });
  }

  return (
    <SettingsForm
      form={form}
      title={known === null ? t('add') : known.title}
      words={{ save: t('save'), cancel: t('cancel') }}
      onLeave={onDone}
      foot={readOnly ? <Back onClick={onDone} /> : undefined}
    >
      {readOnly ? <p className={classes['about']}>{t('read_only')}</p> : null}
      <div className={classes['pair']}>
        <TextInput
          label={t('title')}
          maxLength={80}
          autoFocus={!readOnly}
          readOnly={readOnly}
          value={draft.title}
          error={faults['title']}
          onChange={(event) => rename(event.currentTarget.value)}
        />
        <TextInput
          label={t('shortcut')}
          maxLength={33}
          leftSection="/"
          readOnly={readOnly}
          value={draft.shortcut}
          error={faults['shortcut']}
          onChange={(event) => change({ shortcut: event.currentTarget.value.replace(/^\/+/, '') })}
        />
      </div>
      <Textarea
        ref={field}
        label={t('text')}
        description={readOnly ? undefined : t('text_hint')}
        autosize
        minRows={5}
        maxRows={14}
        maxLength={10_000}
        readOnly={readOnly}
        {...input('text')}
      />
      {readOnly ? null : (
        <div className={own['variables']} role="group" aria-label={t('variables')}>
          {variables.map((variable) => (
            <Button key={variable} size="compact-xs" variant="default" onClick={() => put(variable)}>
              {t(`variable.${variable}`)}
            </Button>
          ))}
        </div>
      )}
      {isAdmin ? (
        <div className={classes['field']}>
          <Input.Label labelElement="div" id={who}>
            {t('who')}
          </Input.Label>
          <SegmentedControl
            size="xs"
            aria-labelledby={who}
            value={draft.shared ? 'shared' : 'own'}
            onChange={(value) => change({ shared: value === 'shared' })}
            data={(['shared', 'own'] as const).map((value) => ({ value, label: t(`who_${value}`) }))}
          />
        </div>
      ) : null}
    </SettingsForm>
  );
}

function Back({ onClick }: { onClick: () => void }) {
  const { t } = useTexts();
  return (
    <div className={classes['foot']}>
      <span className={classes['space']} />
      <Button size="xs" variant="default" onClick={onClick}>
        {t('back')}
      </Button>
    </div>
  );
}
