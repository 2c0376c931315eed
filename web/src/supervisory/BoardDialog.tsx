import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../api/problem';
import { problemText } from '../ui/ErrorPlace';

interface Props {
  title: string;
  submit: string;
  failed: string;
  busy: boolean;
  disabled?: boolean;
  /** What was refused; what belongs to a field is told there. */
  problem: Problem | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A small dialog of the board: fields, what was refused, and the two ways out. */
export function BoardDialog({ title, submit, failed, busy, disabled = false, problem, onSubmit, onClose, children }: Props) {
  const { t } = useTranslation();
  const isOfField = problem !== null && Object.keys(problem.fields).length > 0;
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Stack gap="sm">
          {children}
          {problem === null || isOfField ? null : (
            <Alert color="red" role="alert" title={failed}>
              {problemText(problem, t)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" size="xs" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" size="xs" loading={busy} disabled={disabled}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
