import { Button } from '@mantine/core';
import { IconPlus, IconSitemap } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useAgents } from '../api/agents';
import { asProblem, type Problem } from '../api/problem';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace, problemText } from '../ui/ErrorPlace';
import { KeptHead, KeptRow, KeptSkeleton } from '../ui/Kept';
import kept from '../ui/kept.module.css';
import { toastError, toastSuccess } from '../ui/toast';
import { useOpenForm } from '../ui/useDraft';
import { AdminsOnly } from './AdminsOnly';
import { DepartmentForm } from './DepartmentForm';
import { calls, type Team } from './model';
import { useTexts } from './texts';

/** The departments of the desk, and who works in them. */
export function DepartmentsSection() {
  return (
    <AdminsOnly>
      <Departments />
    </AdminsOnly>
  );
}

function Departments() {
  const { t } = useTexts();
  const [teams, setTeams] = useState<readonly Team[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [round, setRound] = useState(0);
  const [edited, setEdited] = useOpenForm<Team>('departments');
  const loadAgents = useAgents((state) => state.load);
  useEffect(() => void loadAgents().catch(() => undefined), [loadAgents]);
  useEffect(() => {
    let here = true;
    calls.teams().then(
      (list) => {
        if (here) setTeams(list);
      },
      (thrown: unknown) => {
        if (here) setProblem(asProblem(thrown));
      },
    );
    return () => {
      here = false;
    };
  }, [round]);

  function again(): void {
    setProblem(null);
    setRound((old) => old + 1);
  }

  if (edited !== null) {
    return (
      <DepartmentForm
        known={edited === 'new' ? null : edited}
        onDone={() => {
          setEdited(null);
          again();
        }}
      />
    );
  }
  if (problem !== null) return <ErrorPlace compact problem={problem} title={t('departments.load_failed')} onRetry={again} />;
  if (teams === null) return <KeptSkeleton label={t('departments.loading')} />;
  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} stroke={1.5} />} onClick={() => setEdited('new')}>
      {t('departments.add')}
    </Button>
  );
  if (teams.length === 0) {
    return <EmptyPlace icon={<IconSitemap size={20} stroke={1.5} />} title={t('departments.empty')} text={t('departments.empty_text')} action={add} />;
  }
  return (
    <>
      <KeptHead about={t('departments.about')}>{add}</KeptHead>
      <ul className={kept['rows']}>
        {teams.map((team) => (
          <Line key={team.id} team={team} onOpen={() => setEdited(team)} onGone={again} />
        ))}
      </ul>
    </>
  );
}

function Line({ team, onOpen, onGone }: { team: Team; onOpen: () => void; onGone: () => void }) {
  const { t } = useTexts();
  const agents = useAgents((state) => state.agents);
  const { name, members } = team;
  const names = agents.filter((agent) => members.includes(agent.id)).map((agent) => agent.name);

  async function remove(): Promise<void> {
    try {
      await calls.removeTeam(team.id);
      toastSuccess(t('departments.removed', { name }));
    } catch (thrown) {
      toastError(problemText(asProblem(thrown), (key) => t(key, { ns: 'translation' })));
    }
    onGone();
  }

  return (
    <KeptRow
      name={name}
      meta={names.length === 0 ? t('departments.members', { count: members.length }) : names.join(', ')}
      onOpen={onOpen}
      remove={{
        label: t('departments.remove_of', { name }),
        title: t('departments.remove_title', { name }),
        text: t('departments.remove_text'),
        confirm: t('departments.remove'),
        run: () => void remove(),
      }}
    />
  );
}
