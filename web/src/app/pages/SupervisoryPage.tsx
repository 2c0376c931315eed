import { useEffect, useMemo } from 'react';
import { loadCustoms, useCustoms } from '../../presence/customs';
import { needsReason, STATUSES } from '../../presence/model';
import { StatusDot } from '../../presence/StatusDot';
import { useStatusName } from '../../presence/texts';
import { supervises } from '../../session/abilities';
import { useMe } from '../../session/store';
import type { BoardDesk } from '../../supervisory/desk';
import { SupervisoryRoom } from '../../supervisory/SupervisoryRoom';
import { ANY, NOBODY } from '../../tickets/narrow';
import { useNavItems } from '../nav';
import { paths } from '../paths';
import { listPath } from './homeLists';

const statusDot = (status: string) => <StatusDot status={status} />;
const channelPath = (id: number) => `${paths.channels}/${id}`;
const chatPath = (number: number) => paths.livechatOne(String(number));
const callPath = (number: number) => paths.call(String(number));

/** The board's links lead to what this person has in the panel. */
export function Screen() {
  const me = useMe();
  const isSupervisor = supervises(me);
  const { byCode } = useStatusName();
  const customs = useCustoms((state) => state.statuses);
  const items = useNavItems();
  useEffect(() => {
    if (isSupervisor) void loadCustoms();
  }, [isSupervisor]);
  const links = useMemo((): BoardDesk['links'] => {
    const places = new Set(items.map(({ to }) => to));
    const list = (path: string) => (places.has(paths.tickets) ? path : null);
    return {
      livechat: places.has(paths.livechat) ? paths.livechat : null,
      open: list(listPath('open')),
      unassigned: list(listPath('open', { ...ANY, agents: [NOBODY] })),
      overdue: list(listPath('open', { ...ANY, due: 'overdue', sort: 'due' })),
      dueSoon: list(listPath('open', { ...ANY, due: 'soon', sort: 'due' })),
    };
  }, [items]);
  const statuses = [...STATUSES.map((code) => ({ code, name: byCode(code) })), ...customs.map(({ status_code, alternate }) => ({ code: status_code, name: alternate }))];
  return <SupervisoryRoom desk={{ links, chatPath, callPath: me.features.includes('call') ? callPath : null, channelPath, statusDot, statuses, needsReason }} />;
}
