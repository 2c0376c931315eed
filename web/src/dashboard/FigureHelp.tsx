import { UnstyledButton } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { Popover } from '../ui/Popover';
import classes from './dashboard.module.css';
import { useTexts } from './texts';

interface Props {
  figure: string;
  definition: string;
}

/** What a figure counts, beside its name: opened by a click or a key. */
export function FigureHelp({ figure, definition }: Props) {
  const { t } = useTexts();
  const [opened, setOpened] = useState(false);
  const label = t('about', { figure });
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
