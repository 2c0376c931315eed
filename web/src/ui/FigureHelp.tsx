import { UnstyledButton } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './FigureHelp.module.css';
import { Popover } from './Popover';

interface Props {
  /** What the button says: what is told about which figure. */
  label: string;
  definition: string;
}

/** What a figure counts, beside its name: opened by a click or a key. */
export function FigureHelp({ label, definition }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom"
      width={260}
      withinPortal
      trapFocus
      returnFocus
      dropdownProps={{ 'aria-label': label, className: classes['definition'] ?? '' }}
      target={(button) => (
        <UnstyledButton {...button} className={classes['help']} aria-label={label} aria-haspopup="dialog" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          <IconInfoCircle size={15} stroke={1.5} aria-hidden />
        </UnstyledButton>
      )}
    >
      {definition}
    </Popover>
  );
}
