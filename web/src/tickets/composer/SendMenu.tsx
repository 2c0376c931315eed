import { IconCheck, IconClockHour4 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyHint } from '../../actions/KeyHint';
import { Menu } from '../../ui/Menu';
import { useTexts } from '../texts';
import { morning, untilMonday } from '../work';
import { setUndoSeconds, UNDO_CHOICES, undoSeconds } from './undo';
import type { ComposerState } from './useComposer';

const HOUR_MS = 3_600_000;

interface Props {
  state: ComposerState;
  kept: boolean;
  onAsk: () => void;
}

/** The other ways to send, which are looked for in the menu only. */
export function SendMenu({ state, kept, onAsk }: Props) {
  const { t } = useTranslation();
  const texts = useTexts();
  const [undo, setUndo] = useState(undoSeconds);
  const disabled = state.blocked !== null;
  const later = (at: number) => state.send(undefined, { at });
  return (
    <>
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
      <Menu.Item disabled={disabled} leftSection={<IconClockHour4 size={16} stroke={1.5} />} onClick={onAsk}>
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
      {state.formats ? (
        <>
          <Menu.Divider />
          <Menu.CheckboxItem closeMenuOnClick checked={!state.rich} onChange={state.setPlain}>
            {texts.t('rich.plain')}
          </Menu.CheckboxItem>
        </>
      ) : null}
    </>
  );
}
