import { IconBolt } from '@tabler/icons-react';
import { api } from '../api/client';
import { moved } from '../settings/order';
import { OrderedRow, type OrderedLineProps } from '../settings/OrderedRow';
import { SettingsRows } from '../settings/SettingsRows';
import { SettingsSection } from '../settings/SettingsSection';
import { useSettingsChange } from '../settings/useSettingsChange';
import { useSettingsQuery } from '../settings/useSettingsList';
import { sectionWords } from '../settings/words';
import { fullTime } from '../ui/dates';
import type { Rule } from './model';
import { RuleForm } from './RuleForm';
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
              at={at}
              of={rules.length}
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

function Line({ rule, onRemove, ...row }: OrderedLineProps & { rule: Rule }) {
  const { t } = useTexts();
  const { name } = rule;
  const ran = rule.last_run_at == null ? t('rule.never') : t('rule.ran', { count: rule.runs, at: fullTime(rule.last_run_at) });
  return (
    <OrderedRow
      {...row}
      name={name}
      meta={[t(`event.${rule.when}`), ran].join(' · ')}
      enabled={rule.enabled}
      words={{ on: t('rule.on', { name }), up: t('rule.up', { name }), down: t('rule.down', { name }), remove: t('rule.remove', { name }) }}
      remove={{ title: t('rule.remove_title', { name }), text: t('rule.remove_text'), confirm: t('remove'), run: onRemove }}
    />
  );
}
