import { Button } from '@mantine/core';
import { IconPlus, IconSitemap } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useAgents } from '../api/agents';
import { asProblem, type Problem } from '../api/problem';
import { openDialog } from '../ui/dialog';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace, problemText } from '../ui/ErrorPlace';
import { KeptHead } from '../ui/Kept';
import { toastError, toastSuccess } from '../ui/toast';
import { AdminsOnly } from './AdminsOnly';
import { DepartmentForm } from './DepartmentForm';
import { calls, type Team } from './model';
import classes from './people.module.css';
import { useTexts } from './texts';
import { Waiting } from '../ui/Waiting';

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
  const [edited, setEdited] = useState<Team | 'new' | null>(null);
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

  async function remove(team: Team): Promise<void> {
    try {
      await calls.removeTeam(team.id);
      toastSuccess(t('departments.removed', { name: team.name }));
    } catch (thrown) {
      toastError(problemText(asProblem(thrown), (key) => t(key, { ns: 'translation' })));
    }
    again();
  }

  if (problem !== null) return <ErrorPlace compact problem={problem} title={t('departments.load_failed')} onRetry={again} />;
  if (teams === null) return <Waiting label={t('departments.loading')} />;
  if (edited !== null) {
    return (
      <DepartmentForm
        team={edited === 'new' ? null : edited}
        onClose={(saved) => {
          setEdited(null);
          if (saved) again();
        }}
      />
    );
  }
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
      <ul className={classes['lines']}>
        {teams.map((team) => (
          <li key={team.id} className={classes['line']}>
            <div className={classes['who']}>
              <span className={classes['name']}>{team.name}</span>
              <Members ids={team.members} />
            </div>
            <div className={classes['acts']}>
              <Button variant="default" size="compact-xs" onClick={() => setEdited(team)} aria-label={t('departments.edit_of', { name: team.name })}>
                {t('users.edit')}
              </Button>
              <Button
                variant="subtle"
                color="red"
                size="compact-xs"
                aria-label={t('departments.remove_of', { name: team.name })}
                onClick={() =>
                  openDialog({
                    title: t('departments.remove_title', { name: team.name }),
                    text: t('departments.remove_text'),
                    confirm: { label: t('departments.remove'), danger: true, run: () => void remove(team) },
                  })
                }
              >
                {t('departments.remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Members({ ids }: { ids: readonly number[] }) {
  const { t } = useTexts();
  const agents = useAgents((state) => state.agents);
  const names = agents.filter((agent) => ids.includes(agent.id)).map((agent) => agent.name);
  return <span className={classes['dim']}>{names.length === 0 ? t('departments.members', { count: ids.length }) : names.join(', ')}</span>;
}
