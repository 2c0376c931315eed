import { Button, Group } from '@mantine/core';

/** What was done, and the way back. */
export function UndoToast({ message, label, run }: { message: string; label: string; run: () => void }) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <span>{message}</span>
      <Button variant="subtle" size="compact-xs" onClick={run}>
        {label}
      </Button>
    </Group>
  );
}
