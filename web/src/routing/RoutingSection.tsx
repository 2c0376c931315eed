import { IconArrowsSplit } from '@tabler/icons-react';
import { api } from '../api/client';
import { moved } from '../settings/order';
import { SettingsRows } from '../settings/SettingsRows';
import { SettingsSection } from '../settings/SettingsSection';
import { useSettingsChange } from '../settings/useSettingsChange';
import { sectionWords } from '../settings/words';
import { SettingsLink } from '../ui/SettingsLink';
import { draftOf, type RoutingQueue } from './model';
import { PeopleBlock } from './people/PeopleBlock';
import { useQueues } from './queries';
import { QueueForm } from './QueueForm';
import { QueueLine } from './QueueLine';
import classes from './routing.module.css';
import { useTexts } from './texts';

/** Routing in the settings: which queue a ticket or a visitor goes into, and which agents have which skills and capacity. */
export function RoutingSection() {
  const { t } = useTexts();
  const list = useQueues();
  const { busy, change } = useSettingsChange(list.reload);
  return (
    <SettingsSection<RoutingQueue>
      name="routing"
      icon={IconArrowsSplit}
      words={sectionWords(t)}
      list={list}
      form={(known, done) => <QueueForm known={known} queues={list.data ?? []} onDone={done} />}
      frame={(queues) => (
        <div className={classes['section']}>
          <section aria-label={t('list')}>{queues}</section>
          <PeopleBlock />
          <p className={classes['try']}>
            {t('replay.try')} <SettingsLink section="routing-replay">{t('replay.try_link')}</SettingsLink>
          </p>
        </div>
      )}
    >
      {(queues, open) => (
        <SettingsRows items={queues} ordered label={t('list')}>
          {(queue, at) => (
            <QueueLine
              queue={queue}
              busy={busy}
              at={at}
              of={queues.length}
              onOpen={() => open(queue)}
              onSwitch={(enabled) => change(() => api.put('/api/routing/queues/{id}', { path: { id: queue.id }, json: { ...draftOf(queue), enabled } }))}
              onMove={(by) => change(() => api.put('/api/routing/queues/order', { json: { ids: moved(queues.map(({ id }) => id), queue.id, by) } }))}
              onRemove={() => change(() => api.delete('/api/routing/queues/{id}', { path: { id: queue.id } }))}
            />
          )}
        </SettingsRows>
      )}
    </SettingsSection>
  );
}
