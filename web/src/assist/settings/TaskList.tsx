import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { Chip } from '../../ui/SettingsList';
import { useTexts } from '../texts';
import type { AssistTask } from '../types';
import classes from './assist.module.css';

function Helpers({ task: { helpers } }: { task: AssistTask }) {
  const { t } = useTexts();
  if (helpers.length === 0) {
    return (
      <p className={classes['dim']}>
        {t('nobody')}.{' '}
        <Anchor component={Link} to="/channels/add" inherit underline="always">
          {t('connect')}
        </Anchor>
      </p>
    );
  }
  return (
    <ol className={classes['helpers']}>
      {helpers.map(({ id, name, plugin, outside }) => (
        <li key={id}>
          <Anchor component={Link} to={`/channels/${id}`} inherit>
            {name}
          </Anchor>{' '}
          <span className={classes['dim']}>{plugin}</span> <span className={classes['mark']}>
            <Chip {...(outside ? { tone: 'warn' as const } : {})}>{t(outside ? 'outside' : 'inside')}</Chip>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** For each task, who is asked in which order, and whether what they read leaves the house. */
export function TaskList({ tasks }: { tasks: readonly AssistTask[] }) {
  const { t } = useTexts();
  return (
    <section className={classes['part']} aria-label={t('tasks')}>
      <h3>{t('tasks')}</h3>
      <p className={classes['dim']}>{t('tasks_hint')}</p>
      <dl className={classes['tasks']}>
        {tasks.map((task) => (
          <div key={task.task}>
            <dt>{t(`task.${task.task}`, { defaultValue: task.task })}</dt>
            <dd>
              <Helpers task={task} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
