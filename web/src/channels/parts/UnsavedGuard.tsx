import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useTexts } from '../texts';

interface Props {
  /** Read at the moment of leaving, so that what was just saved does not count. */
  isDirty: () => boolean;
  name: string;
}

/** Nobody loses what was typed by a click beside the form. */
export function UnsavedGuard({ isDirty, name }: Props) {
  const { t } = useTexts();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isDirty(),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);

  if (blocker.state !== 'blocked') return null;
  return (
    <Modal opened onClose={() => blocker.reset()} title={t('unsaved.title')} withCloseButton={false}>
      <Text size="sm">{t('unsaved.text', { name })}</Text>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" data-autofocus onClick={() => blocker.reset()}>
          {t('unsaved.stay')}
        </Button>
        <Button color="red" onClick={() => blocker.proceed()}>
          {t('unsaved.leave')}
        </Button>
      </Group>
    </Modal>
  );
}
