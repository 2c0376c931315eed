import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { useTexts } from '../texts';
import { unsavedNow } from './unsaved';

/** Nobody loses what was typed by a click beside the form. One for the room: a router takes one. */
export function UnsavedGuard() {
  const { t } = useTexts();
  const [name, setName] = useState('');
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const unsaved = currentLocation.pathname === nextLocation.pathname ? null : unsavedNow();
    if (unsaved) setName(unsaved.name);
    return unsaved !== null;
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsavedNow() !== null) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);

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
