import { Button, Group, Modal, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAgents } from '../../../api/agents';
import { DaysField } from '../../list/DaysField';
import { NOBODY } from '../../narrow';
import { DidField } from './DidField';
import { ANY_CALL, callFilterFrom, callFilterTo, DIRECTIONS, OUTCOMES, type CallFilter } from './filter';
import { useTexts } from './texts';
import { TicketFilter } from './TicketFilter';
import { RECORDING_EMOTIONS } from './voice';
import { EmotionToggles, VoiceFilter } from './VoiceFilter';

interface Props {
  /** What is listed: recordings are of calls that were answered, and say less of them. */
  of: 'calls' | 'recordings';
  opened: boolean;
  onClose: () => void;
}

function Inside({ of, onClose }: Pick<Props, 'of' | 'onClose'>) {
  const { t } = useTexts();
  const [search, setSearch] = useSearchParams();
  const agents = useAgents((state) => state.agents);
  const names = useAgents((state) => state.names);
  // What the address says is where the dialog begins each time.
  const [filter, setFilter] = useState(() => callFilterFrom(search));
  const change = (part: Partial<CallFilter>) => setFilter((now) => ({ ...now, ...part }));

  function apply(chosen: CallFilter): void {
    // Checked as an address is, so that the list and the dialog mean the same.
    setSearch((now) => callFilterTo(now, callFilterFrom(callFilterTo(new URLSearchParams(), chosen))));
    onClose();
  }

  const people = [{ value: NOBODY, label: t('nobody') }, ...agents.map(({ username, name }) => ({ value: username, label: name || username }))];
  // Whom an address names can still be seen when they are gone.
  if (filter.assignee !== '' && people.every(({ value }) => value !== filter.assignee)) people.push({ value: filter.assignee, label: names.get(filter.assignee) ?? filter.assignee });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply(filter);
      }}
    >
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
          <Select
            label={t('direction.label')}
            allowDeselect={false}
            data={(['', ...DIRECTIONS] as const).map((value) => ({ value, label: t(`direction.${value || 'any'}`) }))}
            value={filter.direction}
            onChange={(value) => change({ direction: DIRECTIONS.find((one) => one === value) ?? '' })}
          />
          {of === 'calls' ? (
            <Select
              label={t('outcome.label')}
              allowDeselect={false}
              data={(['', ...OUTCOMES] as const).map((value) => ({ value, label: t(`outcome.${value || 'any'}`) }))}
              value={filter.outcome}
              onChange={(value) => change({ outcome: OUTCOMES.find((one) => one === value) ?? '' })}
            />
          ) : null}
          <TextInput
            type="tel"
            label={t('number')}
            placeholder={t('number_any')}
            maxLength={20}
            value={filter.number}
            onChange={({ currentTarget }) => change({ number: currentTarget.value.replace(/\D/g, '') })}
          />
          {of === 'calls' ? <DidField value={filter.did} onChange={(did) => change({ did })} /> : null}
          <Select
            label={t('assignee')}
            placeholder={t('any')}
            searchable
            clearable
            nothingFoundMessage={t('nothing')}
            data={people}
            value={filter.assignee === '' ? null : filter.assignee}
            onChange={(assignee) => change({ assignee: assignee ?? '' })}
          />
          <DaysField label={t('began')} value={filter.days} onChange={(days) => change({ days })} />
          <TicketFilter filter={filter} onChange={change} />
        </SimpleGrid>
        {of === 'calls' ? <VoiceFilter filter={filter} onChange={change} /> : <EmotionToggles offered={RECORDING_EMOTIONS} filter={filter} onChange={change} />}
        <Group justify="flex-end" gap="xs" mt="sm">
          <Button variant="default" size="xs" onClick={() => apply(ANY_CALL)}>
            {t('clear')}
          </Button>
          <Button type="submit" size="xs">
            {t('apply')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Everything the list of calls, or that of their recordings, can be narrowed to. */
export function CallFilterDialog({ of, opened, onClose }: Props) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={t(of === 'calls' ? 'filter_title' : 'filter_recordings')} closeButtonProps={{ 'aria-label': common('action.close') }}>
      <Inside of={of} onClose={onClose} />
    </Modal>
  );
}
