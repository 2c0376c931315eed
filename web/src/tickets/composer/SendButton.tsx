import { Button } from '@mantine/core';
import { IconCheck, IconChevronDown, IconClockHour4, IconDeviceFloppy, IconSend2 } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyHint } from '../../actions/KeyHint';
import { useTexts } from '../texts';
import { morning, untilMonday } from '../work';
import { Menu } from '../../ui/Menu';
import { Tooltip } from '../../ui/Tooltip';
import { lazyPart } from '../../ui/lazyPart';
import classes from './Composer.module.css';
import { setUndoSeconds, UNDO_CHOICES, undoSeconds } from './later';
import type { ComposerState } from './useComposer';

const TimeDialog = lazyPart(async () => (await import('./TimeDialog')).TimeDialog);

const HOUR_MS = 3_600_000;

/** Sends, now or later, or sends and resolves; says why it cannot. What is only kept is called that. */
export function SendButton({ state, kept = false }: { state: ComposerState; kept?: boolean }) {
  const { t } = useTranslation();
  const texts = useTexts();
  const [asking, setAsking] = useState(false);
  const [undo, setUndo] = useState(undoSeconds);
  const disabled = state.blocked !== null;
  const reason = state.blocked === null || state.blocked === 'empty' ? t(kept ? 'composer.keep_hint' : 'composer.send_hint') : t(`composer.blocked_${state.blocked}`);
  const later = (at: number) => state.send(undefined, { at });
  return (
    <Button.Group>
      <Tooltip label={reason}>
        <Button size="xs" disabled={disabled} onClick={() => state.send()} leftSection={kept ? <IconDeviceFloppy size={16} stroke={1.5} /> : <IconSend2 size={16} stroke={1.5} />}>
          {t(kept ? 'composer.keep' : 'action.send')}
        </Button>
      </Tooltip>
      <Menu position="top-end" width={220}>
        <Menu.Target>
          {/* Its menu also holds a choice, so it stays a button while there is nothing to send. */}
          <Button size="xs" px={6} aria-label={t('composer.more_ways')} className={classes['split'] ?? ''} data-idle={disabled || undefined}>
            <IconChevronDown size={16} stroke={1.5} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={disabled} leftSection={<IconCheck size={16} stroke={1.5} />} rightSection={<KeyHint of="ticket.send_resolve" />} onClick={() => state.send(2)}>
            {t(kept ? 'composer.keep_resolve' : 'composer.send_resolve')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{texts.t('later.title')}</Menu.Label>
          <Menu.Item disabled={disabled} onClick={() => later(Date.now() + HOUR_MS)}>
            {texts.t('later.soon')}
          </Menu.Item>
          <Menu.Item disabled={disabled} onClick={() => later(morning(Date.now(), 1))}>
            {texts.t('later.tomorrow')}
          </Menu.Item>
          <Menu.Item disabled={disabled} onClick={() => later(morning(Date.now(), untilMonday(Date.now())))}>
            {texts.t('later.monday')}
          </Menu.Item>
          <Menu.Item disabled={disabled} leftSection={<IconClockHour4 size={16} stroke={1.5} />} onClick={() => setAsking(true)}>
            {texts.t('later.menu')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{texts.t('later.undo_title')}</Menu.Label>
          <Menu.RadioGroup
            value={String(undo)}
            onChange={(seconds) => {
              setUndoSeconds(Number(seconds));
              setUndo(undoSeconds());
            }}
          >
            {UNDO_CHOICES.map((seconds) => (
              <Menu.RadioItem key={seconds} value={String(seconds)}>
                {seconds === 0 ? texts.t('later.undo_off') : texts.t('later.undo_for', { seconds })}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
      {asking ? (
        <Suspense>
          <TimeDialog
            title={texts.t('later.title')}
            label={texts.t('later.field')}
            action={texts.t('later.set')}
            onClose={() => setAsking(false)}
            onChoose={(at) => {
              setAsking(false);
              later(at);
            }}
          />
        </Suspense>
      ) : null}
    </Button.Group>
  );
}
