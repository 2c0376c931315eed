import { IconSitemap } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useAgents } from '../api/agents';
import { SettingsRows } from '../settings/SettingsRows';
import { SettingsSection } from '../settings/SettingsSection';
import { useSettingsChange } from '../settings/useSettingsChange';
import { sectionWords } from '../settings/words';
import { SettingsListRow } from '../ui/SettingsList';
import { toastSuccess } from '../ui/toast';
import { DepartmentForm } from './DepartmentForm';
import { calls, type Team } from './model';
import { useTexts } from './texts';
import { useTeams } from './useTeams';

/** The departments of the desk, and who works in them. */
export function DepartmentsSection() {
  const { t } = useTexts();
  const list = useTeams();
  const { allowed } = list;
  const { change } = useSettingsChange(list.reload);
  const loadAgents = useAgents((state) => state.load);
  useEffect(() => {
    if (allowed) void loadAgents().catch(() => undefined);
  }, [allowed, loadAgents]);
  const remove = ({ id, name }: Team) => change(() => calls.removeTeam(id), () => toastSuccess(t('departments.removed', { name })));
  return (
    <SettingsSection<Team>
      name="departments"
      icon={IconSitemap}
      words={sectionWords(t, 'departments.')}
      list={list}
      form={(known, done) => <DepartmentForm known={known} onDone={done} />}
    >
      {(teams, open) => (
        <SettingsRows items={teams}>
          {(team) => <Line team={team} onOpen={() => open(team)} onRemove={() => remove(team)} />}
        </SettingsRows>
      )}
    </SettingsSection>
  );
}

function Line({ team, onOpen, onRemove }: { team: Team; onOpen: () => void; onRemove: () => void }) {
  const { t } = useTexts();
  const agents = useAgents((state) => state.agents);
  const { name, members } = team;
  const names = agents.filter((agent) => members.includes(agent.id)).map((agent) => agent.name);

  return (
    <SettingsListRow
      name={name}
      meta={names.length === 0 ? t('departments.members', { count: members.length }) : names.join(', ')}
      onOpen={onOpen}
      remove={{
        label: t('departments.remove_of', { name }),
        title: t('departments.remove_title', { name }),
        text: t('departments.remove_text'),
        confirm: t('departments.remove'),
        run: onRemove,
      }}
    />
  );
}
