import { Alert, Button, Group, Loader, Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { ticketsOf } from '../../api/rows';
import type { TicketInfo } from '../../api/types';
import { ChannelMark } from '../../ui/ChannelMark';
import { mergeInto, relate, type Picked } from '../merge';
import { customerOf, SPAM } from '../model';
import { useTexts } from '../texts';
import classes from './PickTicket.module.css';

const SHOWN = 8;

/** Tickets by their number, title or customer; without words the customer's other tickets. */
async function find(info: TicketInfo, words: string, signal: AbortSignal): Promise<Picked[]> {
  const asked = words.trim().replace(/^#/, '');
  if (asked === '') {
    if (info.contact == null) return [];
    const page = await api.get('/api/ticket/load/{token}/{filter}/{kind}/{offset}', {
      path: { token: '-', filter: 'all', kind: 'ticket', offset: 0 },
      query: { field: 'contact_id', fieldValue: info.contact.id },
      signal,
    });
    return ticketsOf(page.data);
  }
  const search = async (by: { ticket: string } | { message: string } | { contact: string }) => (await api.get('/api/search/data', { query: by, signal })).post;
  const found = await Promise.all([
    /^\d+$/.test(asked) ? search({ ticket: asked }) : [],
    search({ message: `${asked}*` }),
    search({ contact: asked }),
  ]);
  return found.flat();
}

interface Props {
  info: TicketInfo;
  act: 'merge' | 'link';
  onClose: () => void;
}

/** Picks the other ticket, says what will happen, and does it. */
export function PickTicket({ info, act, onClose }: Props) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const [words, setWords] = useState('');
  const [asked] = useDebouncedValue(words, 250);
  const [picked, setPicked] = useState<Picked | null>(null);
  const [why, setWhy] = useState('');
  const [busy, setBusy] = useState(false);
  const query = useQuery({ queryKey: ['pick', info.id, asked], queryFn: ({ signal }) => find(info, asked, signal) });
  // Spam is nothing that one could be merged into.
  const known = new Set<number>([info.id]);
  // What was found for other words may not be picked any more: in a moment it is no longer there.
  const settled = words === asked;
  const found = (settled ? (query.data ?? []) : []).filter(({ id, closed }) => !(act === 'merge' && closed === SPAM) && !known.has(id) && known.add(id)).slice(0, SHOWN);
  const number = info.ticket_number;
  const own = customerOf(info);

  async function run() {
    if (picked === null || busy) return;
    setBusy(true);
    const done = act === 'merge' ? await mergeInto(info, picked, why) : await relate(info, picked);
    setBusy(false);
    if (done) onClose();
  }

  return (
    <Modal opened onClose={onClose} title={t(`${act}.title`, { number })} closeButtonProps={{ 'aria-label': common('action.close') }}>
      <TextInput
        data-autofocus
        label={t('pick.label')}
        placeholder={t('pick.hint')}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          setPicked(null);
        }}
        rightSection={!settled || query.isFetching ? <Loader size="xs" /> : null}
      />
      {words === '' && found.length > 0 ? <p className={classes['label']}>{t('pick.own')}</p> : null}
      {settled && query.isError ? <p role="alert" className={classes['none']}>{t('pick.failed')}</p> : null}
      {settled && query.isSuccess && words !== '' && found.length === 0 ? <p role="status" className={classes['none']}>{t('pick.none')}</p> : null}
      {found.length === 0 ? null : (
        <ul className={classes['list']} aria-label={t('pick.list')}>
          {found.map((one) => (
            <li key={one.id}>
              <button type="button" aria-pressed={picked?.id === one.id} onClick={() => setPicked(one)}>
                <ChannelMark channel={one.channel} size={16} />
                <span className={classes['title']}>
                  <strong>#{one.ticket_number}</strong> {one.title}
                </span>
                <span className={classes['dim']}>{one.name}</span>
                <span className={classes['dim']}>{common(`status.${one.closed}`)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className={classes['text']}>{t(`${act}.text`)}</p>
      {act === 'merge' && picked !== null && picked.name !== own && picked.name !== '' ? (
        <Alert color="orange" variant="light" icon={<IconAlertTriangle size={16} />}>
          {t('merge.differ', { one: own, other: picked.name })}
        </Alert>
      ) : null}
      {act === 'merge' ? (
        <TextInput mt="sm" label={t('merge.why')} value={why} maxLength={500} onChange={(event) => setWhy(event.currentTarget.value)} />
      ) : null}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" size="xs" onClick={onClose}>
          {common('action.cancel')}
        </Button>
        <Button size="xs" disabled={picked === null} loading={busy} onClick={() => void run()}>
          {t(`${act}.run`)}
        </Button>
      </Group>
    </Modal>
  );
}
