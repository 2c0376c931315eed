import { ActionIcon, Switch } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconBolt, IconTrash } from '@tabler/icons-react';
import { api } from '../api/client';
import { SettingsRows } from '../settings/SettingsRows';
import { SettingsSection } from '../settings/SettingsSection';
import { useSettingsChange } from '../settings/useSettingsChange';
import { useSettingsQuery } from '../settings/useSettingsList';
import { sectionWords } from '../settings/words';
import { fullTime } from '../ui/dates';
import { openDialog } from '../ui/dialog';
import kept from '../ui/settingsList.module.css';
import { moved, type Rule } from './model';
import { RuleForm } from './RuleForm';
import classes from './rules.module.css';
import { useTexts } from './texts';

/** What the desk does by itself. */
export function RulesSection() {
  const { t } = useTexts();
  const list = useSettingsQuery({ key: 'rules', read: (options) => api.get('/api/rules', options) });
  const { busy, change } = useSettingsChange(list.reload);
  return (
    <SettingsSection<Rule>
      name="rules"
      icon={IconBolt}
      words={{ ...sectionWords(t, 'rule.'), loading: t('loading') }}
      list={list}
      formWaits
      form={(known, done) => <RuleForm known={known} onDone={done} />}
    >
      {(rules, open) => (
        <SettingsRows items={rules} ordered>
          {(rule, at) => (
            <Line
              rule={rule}
              busy={busy}
              first={at === 0}
              last={at === rules.length - 1}
              onOpen={() => open(rule)}
              onSwitch={(enabled) => change(() => api.patch('/api/rules/{id}', { path: { id: rule.id }, json: { enabled } }))}
              onMove={(by) => change(() => api.put('/api/rules/order', { json: { ids: moved(idsOf(rules), rule.id, by) } }))}
              onRemove={() => change(() => api.delete('/api/rules/{id}', { path: { id: rule.id } }))}
            />
          )}
        </SettingsRows>
      )}
    </SettingsSection>
  );
}

const idsOf = (rules: readonly Rule[]) => rules.map(({ id }) => id);

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
