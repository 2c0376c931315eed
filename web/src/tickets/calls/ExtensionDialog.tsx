import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../api/problem';
import { useTexts } from '../texts';
import { useExtensions } from './extensions';
import { NumberField } from './NumberField';

interface Props {
  title: string;
  label: string;
  description?: string;
  action: string;
  value: string;
  onClose: () => void;
  /** Gives what went wrong; null closes the dialog. */
  onChoose: (extension: string) => Promise<Problem | null>;
}

/** Asks for an extension, and keeps what was typed until the command was taken. */
export function ExtensionDialog({ title, label, description, action, value, onClose, onChoose }: Props) {
  const { t } = useTranslation();
  const texts = useTexts();
  const extensions = useExtensions();
  const [text, setText] = useState(value);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  async function choose() {
    const extension = text.trim();
    if (extension === '') {
      setError(texts.t('call.needed'));
      return;
    }
    setBusy(true);
    const problem = await onChoose(extension);
    setBusy(false);
    if (problem === null) onClose();
    else setError(Object.values(problem.fields)[0] ?? problem.description ?? texts.t('call.failed'));
  }
  return (
    <Modal opened onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': t('action.close') }}>
      <NumberField
        label={label}
        description={description}
        numbers={extensions}
        value={text}
        maxLength={40}
        data-autofocus
        error={error}
        onChange={(typed) => {
          setError(null);
          setText(typed);
        }}
        onEnter={() => void choose()}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button loading={busy} onClick={() => void choose()}>
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
