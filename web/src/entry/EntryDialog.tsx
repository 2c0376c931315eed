import { Modal, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState, type ComponentType } from 'react';
import type { Recipient } from '../actions/types';
import { openDialog } from '../ui/dialog';
import { closeEntry, holdEntry } from './close';
import classes from './entry.module.css';
import { EntryFields } from './EntryFields';
import { useEntry } from './open';
import { useTexts } from './texts';

interface MessageProps {
  to: Recipient | null;
  onWritten: (written: boolean) => void;
  onHeld: (held: boolean) => void;
  onNone: (none: boolean) => void;
  onSent: (number: number) => void;
}

interface Props {
  /** Where a ticket that the agent may see is shown. */
  onOpen: (number: number) => void;
  /** What writes to a customer, which belongs to the conversations. */
  Message: ComponentType<MessageProps>;
}

/** An agent writes to a customer first, or enters a ticket by hand. */
export function EntryDialog({ onOpen, Message }: Props) {
  const { t } = useTexts();
  const open = useEntry((state) => state.window === 'open');
  const to = useEntry((state) => state.to);
  const kind = useEntry((state) => state.kind);
  const held = useEntry((state) => state.held);
  const [written, setWritten] = useState(false);
  const phone = useMediaQuery('(max-width: 560px)', false, { getInitialValueInEffect: false });
  function close() {
    if (held) return;
    if (kind === 'message' && written) openDialog({ title: t('leave_title'), text: t('leave_text'), confirm: { label: t('leave'), run: closeEntry } });
    else closeEntry();
  }
  return (
    <Modal
      opened={open}
      onClose={close}
      title={kind === 'ticket' ? t('title') : to === null ? t('message_title') : t('message_to', { name: to.name })}
      size={640}
      fullScreen={phone}
      closeButtonProps={{ 'aria-label': t('close'), disabled: held }}
    >
      <Kinds onOpen={onOpen} Message={Message} onWritten={setWritten} />
    </Modal>
  );
}

/** Which of the two it is, and that one. */
function Kinds({ onOpen, Message, onWritten }: Props & Pick<MessageProps, 'onWritten'>) {
  const { t } = useTexts();
  const { kind, to, held } = useEntry();
  const [none, setNone] = useState(false);
  /** Whoever chose stays where they are. */
  const [isChosen, setChosen] = useState(false);
  function onNone(now: boolean) {
    setNone(now);
    if (now && !isChosen) useEntry.setState({ kind: 'ticket' });
  }
  return (
    <>
      {to === null ? (
        <SegmentedControl
          fullWidth
          mb="md"
          aria-label={t('kind')}
          disabled={held}
          data={[
            { value: 'message', label: t('message_title') },
            { value: 'ticket', label: t('by_hand') },
          ]}
          value={kind}
          onChange={(next) => {
            setChosen(true);
            useEntry.setState({ kind: next });
          }}
        />
      ) : null}
      {none ? (
        <p role="status" className={classes['none']}>
          {t('no_channel')}
        </p>
      ) : null}
      {kind === 'ticket' ? (
        <EntryFields onOpen={onOpen} />
      ) : (
        <Message
          to={to}
          onWritten={onWritten}
          onHeld={holdEntry}
          onNone={onNone}
          onSent={(number) => {
            closeEntry();
            onOpen(number);
          }}
        />
      )}
    </>
  );
}
