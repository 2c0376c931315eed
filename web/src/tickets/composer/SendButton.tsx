import { Button } from '@mantine/core';
import { IconChevronDown, IconDeviceFloppy, IconSend2 } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHints } from '../../actions/live';
import { useTexts } from '../texts';
import { Menu } from '../../ui/Menu';
import { Tooltip } from '../../ui/Tooltip';
import { lazyPart } from '../../ui/lazyPart';
import classes from './Composer.module.css';
import type { ComposerState } from './useComposer';

const SendMenu = lazyPart(async () => (await import('./SendMenu')).SendMenu);
const TimeDialog = lazyPart(async () => (await import('./TimeDialog')).TimeDialog);

/** Sends, now or later, or sends and resolves; says why it cannot. What is only kept is called that. */
export function SendButton({ state, kept = false }: { state: ComposerState; kept?: boolean }) {
  const { t } = useTranslation();
  const texts = useTexts();
  const [asking, setAsking] = useState(false);
  const disabled = state.blocked !== null;
  const keys = useHints((hints) => hints.keys['ticket.send']) ?? 'Ctrl+Enter';
  const hint = state.rich ? texts.t('rich.hint', { keys }) : t(kept ? 'composer.keep_hint' : 'composer.send_hint');
  const reason = state.blocked === null || state.blocked === 'empty' ? hint : t(`composer.blocked_${state.blocked}`);
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
          <Suspense>
            <SendMenu state={state} kept={kept} onAsk={() => setAsking(true)} />
          </Suspense>
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
