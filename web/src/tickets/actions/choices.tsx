import i18next from 'i18next';
import { openPicker, type Choice } from '../../actions/picker';
import type { ActionContext } from '../../actions/types';
import { assignable, useAgents } from '../../api/agents';
import { useDepartments } from '../../api/departments';
import { labelIds, useLabels } from '../../api/labels';
import { useMacros } from '../../api/macros';
import { Problem } from '../../api/problem';
import type { Ticket } from '../../api/types';
import { useSession } from '../../session/store';
import { LabelDot } from '../../ui/LabelDot';
import { setDepartment, setParticipants, setSeverity, snoozeUntil, toggleLabel } from '../acts';
import { assignMany, macroMany } from '../list/many';
import { say as sayOfList } from '../list/texts';
import { assigneesOf, STATUSES } from '../model';
import { askOnward } from '../onward/onward';
import { say } from '../texts';
import { snoozeTimes } from '../work';
import { change } from './change';
import { targetOf, type Target } from './target';

const SEVERITIES: readonly Ticket['severity'][] = ['H', 'M', 'L', ''];

/** A picker for the tickets an action is for, named after what is chosen and how many they are. */
function ask(context: ActionContext, name: string, load: (target: Target) => Promise<readonly Choice[]>): void {
  const target = targetOf(context);
  if (target === null) return;
  const many = target.ids.length > 1 ? ` · ${sayOfList('bulk_chosen', { count: target.ids.length })}` : '';
  openPicker({ title: `${name}${many}`, empty: i18next.t('actions:picker.nothing'), load: () => load(target) });
}

/** What all of the tickets have. */
function shared<Value>(target: Target, of: (row: Ticket) => Value): Value | undefined {
  const [first, ...others] = target.rows.map(of);
  return others.every((value) => value === first) ? first : undefined;
}

/** A ticket of several people gains one, or loses them; a colleague who is given a free one takes it out of an agent's sight. */
export function askAssign(context: ActionContext): void {
  ask(context, i18next.t('actions:ticket.assign'), async (target) => {
    if (useAgents.getState().agents.length === 0) await useAgents.getState().load();
    const me = useSession.getState().session;
    const people = shared(target, (row) => row.assignee);
    const taking = target.info?.participants.map(({ username }) => username) ?? (people === undefined ? [] : assigneesOf({ assignee: people }));
    const choose = (username: string, name: string) => {
      assignMany(target.rows, username, name, () =>
        change(context, { kind: 'assign', username }, (info) => void setParticipants(info.id, [...new Set([...taking, username])])),
      );
    };
    return [...assignable(useAgents.getState().agents, taking)]
      .sort((a, b) => Number(b.username === me?.username) - Number(a.username === me?.username))
      .map(({ username, name }) => ({
        id: username,
        label: name || username,
        checked: taking.includes(username),
        run: () => choose(username, name || username),
      }));
  });
}

/** Labels are added to many, and of one ticket also taken off. */
export function askLabel(context: ActionContext): void {
  ask(context, i18next.t('details.change_labels'), async (target) => {
    if (useLabels.getState().phase !== 'ready') await useLabels.getState().load();
    const { labels, problem } = useLabels.getState();
    if (labels.length === 0 && problem !== null) throw problem;
    return labels.map(({ id, name, color, colorDark }) => ({
      id: String(id),
      label: name,
      mark: <LabelDot color={color} colorDark={colorDark} />,
      checked: target.rows.length > 0 && target.rows.every((row) => labelIds(row).includes(id)),
      run: () => change(context, { kind: 'label', id }, (info) => void toggleLabel(info, id)),
    }));
  });
}

/** The department of a ticket, or none. */
export function askDepartment(context: ActionContext): void {
  ask(context, i18next.t('details.change_department'), async (target) => {
    if (useDepartments.getState().phase !== 'ready') await useDepartments.getState().load();
    if (useDepartments.getState().phase === 'failed') throw new Problem('unavailable', 0, 'departments');
    const own = shared(target, (row) => row.department_id ?? 0);
    const offered = useDepartments.getState().departments.filter(({ deleted, id }) => !deleted || id === own);
    return [{ id: 0, name: i18next.t('details.no_department') }, ...offered].map(({ id, name }) => {
      const department = id === 0 ? null : id;
      return {
        id: String(id),
        label: name,
        checked: own === id,
        run: () => change(context, { kind: 'department', id: department }, (info) => void setDepartment(info.id, department)),
      };
    });
  });
}

/** How grave it is. */
export function askSeverity(context: ActionContext): void {
  ask(context, say('severity.change'), (target) => {
    const own = shared(target, (row) => row.severity);
    return Promise.resolve(
      SEVERITIES.map((severity) => ({
        id: severity,
        label: say(severity === '' ? 'severity.none' : `severity.${severity}`),
        checked: own === severity,
        run: () => change(context, { kind: 'severity', severity }, (info) => void setSeverity(info.id, severity, 'ticket')),
      })),
    );
  });
}

/** Any of the statuses that people set. */
export function askStatus(context: ActionContext): void {
  ask(context, i18next.t('actions:ticket.status'), (target) => {
    const own = shared(target, (row) => row.closed);
    return Promise.resolve(
      STATUSES.map((status) => ({
        id: String(status),
        label: i18next.t(`status.${status}`),
        checked: own === status,
        run: () => change(context, { kind: 'status', status }, () => context.ticket?.setStatus(status)),
      })),
    );
  });
}

/** Until when it is put aside; of one ticket on screen also any other time. */
export function askSnooze(context: ActionContext): void {
  ask(context, say('snooze.menu'), ({ info }) => {
    const times: Choice[] = snoozeTimes().map(({ name, at }) => ({
      id: name,
      label: say(`snooze.${name}`),
      run: () => change(context, { kind: 'snooze', until: at }, (one) => void snoozeUntil(one, at)),
    }));
    const own: Choice[] =
      info === null ? [] : [{ id: 'own', label: say('snooze.own'), run: () => askOnward({ act: 'time', ticketId: info.id, message: null }) }];
    return Promise.resolve([...times, ...own]);
  });
}

/** A macro for many; for the ticket on screen its own window tells what the macro could not do. */
export function askMacro(context: ActionContext): void {
  const target = targetOf(context);
  if (target?.info != null) {
    askOnward({ act: 'macro', ticketId: target.info.id, message: null });
    return;
  }
  ask(context, i18next.t('actions:ticket.macro'), async ({ ids }) => {
    await useMacros.getState().load();
    const { macros, problem } = useMacros.getState();
    if (macros.length === 0 && problem !== null) throw problem;
    return macros.map((macro) => ({
      id: String(macro.id),
      label: macro.name,
      run: () => macroMany(ids.length, macro, (bulk) => change(context, bulk)),
    }));
  });
}
