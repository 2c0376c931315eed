import { Button, TextInput } from '@mantine/core';
import { api } from '../../api/client';
import { SettingsForm } from '../../settings/SettingsForm';
import { useSettingsForm } from '../../settings/useSettingsForm';
import { SKILL_NAME_MAX, type RoutingSkill } from '../model';
import { useTexts } from '../texts';
import classes from './people.module.css';

interface Props {
  /** Null for a new one. */
  known: RoutingSkill | null;
  onDone: () => void;
}

/** Name of a skill, new or another one. */
export function SkillForm({ known, onDone }: Props) {
  const { t } = useTexts();
  const form = useSettingsForm<{ name: string }, unknown>({
    name: 'routing-skill',
    known,
    initial: { name: known?.name ?? '' },
    required: { name: t('skill.fault.name') },
    save: (json) => (known === null ? api.post('/api/routing/skills', { json }) : api.put('/api/routing/skills/{id}', { path: { id: known.id }, json })),
    saved: t('skill.saved'),
    done: onDone,
  });
  const { busy, faults, failure, input, leave } = form;
  return (
    <SettingsForm
      form={form}
      words={{ save: t('save'), cancel: t('cancel') }}
      onLeave={onDone}
      spaced={false}
      foot={
        <div className={classes['foot']}>
          <Button type="submit" size="xs" loading={busy}>
            {t('save')}
          </Button>
          <Button variant="default" size="xs" disabled={busy} onClick={() => leave(onDone)}>
            {t('cancel')}
          </Button>
          {failure === null || faults['name'] !== undefined ? null : (
            <p role="alert" className={classes['fault']}>
              {failure}
            </p>
          )}
        </div>
      }
    >
      <TextInput
        size="xs"
        label={known === null ? t('skill.new_name') : t('skill.rename_of', { name: known.name })}
        description={t('skill.name_hint')}
        maxLength={SKILL_NAME_MAX}
        autoFocus
        {...input('name')}
      />
    </SettingsForm>
  );
}
