import { IconTargetArrow } from '@tabler/icons-react';
import { api } from '../api/client';
import { useConditionWords } from '../conditions/words';
import { useCalendars } from '../settings/calendars';
import { moved } from '../settings/order';
import { OrderedRow, type OrderedLineProps } from '../settings/OrderedRow';
import { SettingsRows } from '../settings/SettingsRows';
import { SettingsSection } from '../settings/SettingsSection';
import { useSettingsChange } from '../settings/useSettingsChange';
import { sectionWords } from '../settings/words';
import { useDueTexts } from '../ui/due/texts';
import { targetWords } from '../ui/due/words';
import { Chip } from '../ui/SettingsList';
import { draftOf, targetsOf, type PolicyDraft, type SlaPolicy } from './model';
import { PolicyForm } from './PolicyForm';
import { usePolicies } from './queries';
import { useTexts } from './texts';

/** How soon tickets are answered and resolved, policy by policy. */
export function SlaSection() {
  const { t } = useTexts();
  const list = usePolicies();
  const { busy, change } = useSettingsChange(list.reload);
  return (
    <SettingsSection<SlaPolicy>
      name="sla"
      icon={IconTargetArrow}
      words={sectionWords(t)}
      list={list}
      form={(known, done) => <PolicyForm known={known} onDone={done} />}
    >
      {(policies, open) => (
        <SettingsRows items={policies} ordered label={t('list')}>
          {(policy, at) => (
            <Line
              policy={policy}
              busy={busy}
              at={at}
              of={policies.length}
              onOpen={() => open(policy)}
              onSwitch={(enabled) => change(() => api.put('/api/sla/policies/{id}', { path: { id: policy.id }, json: { ...draftOf(policy), enabled } }))}
              onMove={(by) => change(() => api.put('/api/sla/policies/order', { json: { ids: moved(policies.map(({ id }) => id), policy.id, by) } }))}
              onRemove={() => change(() => api.delete('/api/sla/policies/{id}', { path: { id: policy.id } }))}
            />
          )}
        </SettingsRows>
      )}
    </SettingsSection>
  );
}

/** "First reply 1 h, resolution 8 h" */
function useTargetWords(): (draft: PolicyDraft) => string {
  const { t, language } = useTexts();
  const { t: due } = useDueTexts();
  return (draft) =>
    targetsOf(draft)
      .map(({ metric, minutes }) => t('target', { metric: due(`metric.${metric}`), time: targetWords(minutes, due) }))
      .map((words, at) => (at === 0 ? words : words.charAt(0).toLocaleLowerCase(language) + words.slice(1)))
      .join(', ');
}

function Line({ policy, onRemove, ...row }: OrderedLineProps & { policy: SlaPolicy }) {
  const { t } = useTexts();
  const calendars = useCalendars().data;
  const targets = useTargetWords();
  const conditionWords = useConditionWords();
  const draft = draftOf(policy);
  const { name, enabled, conditions, always, calendar_id } = draft;
  // The default one is what most count by, and needs no word.
  const calendar = always ? t('calendar_always') : calendars?.find(({ id }) => id === calendar_id)?.name;
  const meta = [
    targets(draft),
    conditionWords.count(conditions),
    ...(calendar === undefined ? [] : [calendar]),
    t('running', { count: policy.running }),
  ];
  return (
    <OrderedRow
      {...row}
      name={name}
      chips={policy.broken ? <Chip tone="bad">{t('broken')}</Chip> : null}
      meta={meta.join(' · ')}
      enabled={enabled}
      words={{ on: t('on', { name }), up: t('up', { name }), down: t('down', { name }), remove: t('remove', { name }) }}
      remove={{ title: t('remove_title', { name }), text: t('remove_text'), confirm: t('remove_confirm'), run: onRemove }}
    />
  );
}
