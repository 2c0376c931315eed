import { ActionIcon, Collapse } from '@mantine/core';
import { IconChevronDown, IconPin, IconPinnedOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useAgents } from '../../api/agents';
import type { Message, TicketInfo } from '../../api/types';
import { Answering } from '../../session/Answering';
import { toastError } from '../../ui/toast';
import { setPinned } from '../message/edits';
import { senderName } from '../message/senderName';
import { say, useTexts } from '../texts';
import { bringIn } from './bringIn';
import classes from './Pins.module.css';

/** Scrolls to a message, which may have to be loaded first, and points at it for a moment. */
async function goTo(number: string, message: Message): Promise<void> {
  if (!(await bringIn(number, message.id))) {
    toastError(say('pin.gone'));
    return;
  }
  // What came in just now is drawn by then.
  await new Promise(requestAnimationFrame);
  const element = document.querySelector<HTMLElement>(`[data-message="${message.id}"]`);
  element?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  element?.animate([{ opacity: 0.35 }, { opacity: 1 }], { duration: 900 });
}

/** Messages the team pinned, in sight above the conversation. */
export function Pins({ number, info }: { number: string; info: TicketInfo }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const names = useAgents((state) => state.names);
  const { pinned } = info;
  const [first] = pinned;
  if (first === undefined) return null;
  const line = (message: Message) => message.message || message.attachments[0]?.filename || t('pin.files');
  return (
    <section className={classes['pins']} aria-label={t('pin.list', { count: pinned.length })}>
      <button type="button" className={classes['head']} onClick={() => setOpen(!open)} aria-expanded={open}>
        <IconPin size={14} stroke={1.5} aria-hidden />
        <strong>{t('pin.list', { count: pinned.length })}</strong>
        <span>{open ? '' : line(first)}</span>
        <IconChevronDown size={14} stroke={1.5} aria-hidden data-open={open || undefined} />
      </button>
      <Collapse expanded={open}>
        <ul>
          {pinned.map((message) => (
            <li key={message.id}>
              <button type="button" onClick={() => void goTo(number, message)} title={t('pin.show')}>
                <strong>{senderName(message, names)}</strong>
                <span>{line(message)}</span>
              </button>
              <Answering>
                <ActionIcon
                  size="sm"
                  aria-label={t('pin.remove')}
                  onClick={() => void setPinned(message, false).catch(() => toastError(t('pin.failed')))}
                >
                  <IconPinnedOff size={15} stroke={1.5} />
                </ActionIcon>
              </Answering>
            </li>
          ))}
        </ul>
      </Collapse>
    </section>
  );
}
