import { Button, Group, Progress } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAgents } from '../../api/agents';
import { needDepartments, useDepartments } from '../../api/departments';
import { useLabels } from '../../api/labels';
import { newRunId, useMacros } from '../../api/macros';
import { useMe } from '../../session/store';
import { problemText } from '../../ui/ErrorPlace';
import { LabelDot } from '../../ui/LabelDot';
import { toastSuccess } from '../../ui/toast';
import { Menu } from '../../ui/Menu';
import { STATUSES } from '../model';
import classes from './BulkBar.module.css';
import { choose, clearChosen, retryBulk, runBulk, stopBulk, useSelection, type Bulk, type Outcome, type Run } from './bulk';
import { useGroups } from './groups';
import { rowsShown, useTicketList } from './store';
import { useTexts } from './texts';

const SCROLL = 320;
/** Refusals that are told one by one. */
const TOLD = 3;

function Choice({ label, children }: { label: string; children: ReactNode }) {
  const running = useSelection((state) => state.run?.state === 'running');
  return (
    <Menu width={220} position="bottom-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button size="compact-xs" variant="default" disabled={running} rightSection={<IconChevronDown size={12} stroke={1.5} />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={SCROLL} className={classes['choices'] ?? ''}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

/** How far it is, and what refused and why. */
function Progressing({ run, onRetry }: { run: Run; onRetry: () => void }) {
  const t = useTexts();
  const { t: common } = useTranslation();
  const running = run.state === 'running';
  const rest = run.failed.length - TOLD;
  return (
    <>
      <div className={classes['run']} role="status">
        <Progress value={(run.done / run.of) * 100} size="sm" color={run.failed.length > 0 && !running ? 'red' : 'accent'} aria-label={t('bulk_progress')} flex={1} />
        {run.state === 'stopped' ? <span>{t('bulk_stopped')}</span> : null}
        <span>{t('bulk_done', { done: run.done, of: run.of })}</span>
        {run.failed.length > 0 ? <span className={classes['failed']}>{t('bulk_failed', { count: run.failed.length })}</span> : null}
      </div>
      {run.failed.length === 0 || running ? null : (
        <div className={classes['refused']} role="alert">
          <ul className={classes['why']}>
            {run.failed.slice(0, TOLD).map(({ id, number, problem }) => (
              <li key={id}>{t('bulk_refused', { number, why: problemText(problem, common) })}</li>
            ))}
            {rest > 0 ? <li>{t('bulk_refused_more', { count: rest })}</li> : null}
          </ul>
          <Button size="compact-xs" variant="default" onClick={onRetry}>
            {t('bulk_retry')}
          </Button>
        </div>
      )}
    </>
  );
}

function Choices({ start }: { start: (bulk: Bulk) => void }) {
  const t = useTexts();
  const { t: common } = useTranslation();
  const me = useMe();
  const running = useSelection((state) => state.run?.state === 'running');
  const agents = useAgents((state) => state.agents);
  const departments = useDepartments((state) => state.departments).filter(({ deleted }) => !deleted);
  const labels = useLabels((state) => state.labels);
  const macros = useMacros((state) => state.macros);
  return (
    <>
      <Choice label={t('bulk_status')}>
        {STATUSES.map((status) => (
          <Menu.Item key={status} onClick={() => start({ kind: 'status', status })}>
            {common(`status.${status}`)}
          </Menu.Item>
        ))}
      </Choice>
      <Choice label={t('bulk_assign')}>
        <Menu.Item onClick={() => start({ kind: 'assign', username: me.username })}>{t('bulk_me')}</Menu.Item>
        <Menu.Item onClick={() => start({ kind: 'assign', username: null })}>{t('bulk_nobody')}</Menu.Item>
        <Menu.Divider />
        {agents
          .filter(({ username }) => username !== me.username)
          .map(({ username, name }) => (
            <Menu.Item key={username} onClick={() => start({ kind: 'assign', username })}>
              {name || username}
            </Menu.Item>
          ))}
      </Choice>
      {labels.length === 0 ? null : (
        <Choice label={t('bulk_label')}>
          {labels.map(({ id, name, color, colorDark }) => (
            <Menu.Item key={id} leftSection={<LabelDot color={color} colorDark={colorDark} />} onClick={() => start({ kind: 'label', id })}>
              {name}
            </Menu.Item>
          ))}
        </Choice>
      )}
      {departments.length === 0 ? null : (
        <Choice label={t('bulk_department')}>
          <Menu.Item onClick={() => start({ kind: 'department', id: null })}>{t('no_department')}</Menu.Item>
          <Menu.Divider />
          {departments.map(({ id, name }) => (
            <Menu.Item key={id} onClick={() => start({ kind: 'department', id })}>
              {name}
            </Menu.Item>
          ))}
        </Choice>
      )}
      {macros.length === 0 ? null : (
        <Choice label={t('bulk_macro')}>
          {macros.map(({ id, name }) => (
            <Menu.Item key={id} onClick={() => start({ kind: 'macro', id, runId: newRunId() })}>
              {name}
            </Menu.Item>
          ))}
        </Choice>
      )}
      <Button size="compact-xs" variant="default" disabled={running} onClick={() => start({ kind: 'read' })}>
        {t('bulk_read')}
      </Button>
    </>
  );
}

/** What can be done with the chosen tickets, and how far it is. */
export function BulkBar() {
  const t = useTexts();
  const { t: common } = useTranslation();
  const chosen = useSelection((state) => state.chosen.size);
  const run = useSelection((state) => state.run);
  const running = run?.state === 'running';
  // Drawn anew with either list, as it counts the rows of the one on screen.
  useTicketList((state) => state.rows);
  useGroups((state) => state.groups);
  const shown = rowsShown();
  useEffect(needDepartments, []);
  useEffect(() => void useMacros.getState().load(), []);

  async function follow(doing: Promise<Outcome>): Promise<void> {
    const { done, failed, stopped } = await doing;
    if (!stopped && failed === 0) toastSuccess(t('bulk_ended', { count: done }));
  }
  return (
    <section className={classes['bar']} aria-label={t('bulk')}>
      <Group gap={6}>
        <span className={classes['chosen']} role="status">
          {t('bulk_chosen', { count: chosen })}
        </span>
        <Choices start={(bulk) => chosen > 0 && void follow(runBulk(bulk))} />
        {running || chosen >= shown.length ? null : (
          <Button size="compact-xs" variant="subtle" onClick={() => choose(shown.map(({ id }) => id))}>
            {t('bulk_all', { count: shown.length })}
          </Button>
        )}
        <Button size="compact-xs" variant="subtle" color="gray" onClick={running ? stopBulk : clearChosen}>
          {running ? t('bulk_stop') : common('action.close')}
        </Button>
      </Group>
      {run === null ? null : <Progressing run={run} onRetry={() => void follow(retryBulk())} />}
    </section>
  );
}
