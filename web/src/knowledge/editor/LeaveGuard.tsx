import { Button, Group, Modal } from '@mantine/core';
import { useEffect, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';

/**
 * Nobody loses what was typed by a click beside the form. `isDirty` is asked at that moment, since what
 * was just saved leads on before the screen is drawn again.
 */
export function LeaveGuard({ isDirty }: { isDirty: RefObject<boolean> }) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty.current && (currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isDirty.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Modal opened onClose={() => blocker.reset()} title={t('draft.title')} closeButtonProps={{ 'aria-label': t('action.close') }}>
      {t('draft.text')}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" size="xs" data-autofocus onClick={() => blocker.reset()}>
          {t('action.cancel')}
        </Button>
        <Button color="red" size="xs" onClick={() => blocker.proceed()}>
          {t('draft.discard')}
        </Button>
      </Group>
    </Modal>
  );
}
