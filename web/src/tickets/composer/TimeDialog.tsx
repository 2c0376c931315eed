import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fromField, toField } from '../../ui/dates';
import { isEnter } from '../../ui/enter';
import { useTexts } from '../texts';

interface Props {
  title: string;
  label: string;
  action: string;
  /** What the field begins with; in an hour unless it is given. */
  begin?: number;
  /** A moment that is over is as good. */
  past?: boolean;
  onClose: () => void;
  onChoose: (at: number) => void;
}

const HOUR_MS = 3_600_000;

/** A moment, to come unless it may be over, in the account's time. */
export function TimeDialog({ title, label, action, begin, past = false, onClose, onChoose }: Props) {
  const { t } = useTranslation();
  const texts = useTexts();
  const [text, setText] = useState(() => toField(begin ?? Date.now() + HOUR_MS));
  const [failed, setFailed] = useState(false);
  function choose() {
    const at = fromField(text);
    if (at === null || (!past && at <= Date.now())) setFailed(true);
    else onChoose(at);
  }
  return (
    <Modal opened onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': t('action.close') }}>
      <TextInput
        type="datetime-local"
        label={label}
        value={text}
        data-autofocus
        error={failed ? texts.t(past ? 'appointment.none_given' : 'later.past') : null}
        onChange={(event) => {
          setFailed(false);
          setText(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (isEnter(event)) choose();
        }}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button onClick={choose}>{action}</Button>
      </Group>
    </Modal>
  );
}
