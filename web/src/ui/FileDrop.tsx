import '@mantine/dropzone/styles.layer.css';
import { Button } from '@mantine/core';
import { Dropzone, type DropzoneProps } from '@mantine/dropzone';
import type { ReactNode } from 'react';
import classes from './fileDrop.module.css';

interface Props extends Omit<DropzoneProps, 'children' | 'title'> {
  icon: ReactNode;
  title: string;
  /** What the button says, and the name of the field. */
  choose: string;
  hint?: string;
}

/** Where a file is chosen or dropped. */
export function FileDrop({ icon, title, choose, hint, inputProps, ...zone }: Props) {
  return (
    // The button within it is what the keyboard reaches; its click is the zone's.
    <Dropzone {...zone} className={classes['zone'] ?? ''} activateOnKeyboard={false} enablePointerEvents inputProps={{ 'aria-label': choose, ...inputProps }}>
      {icon}
      <span className={classes['title']}>{title}</span>
      <Button size="xs" variant="default" {...(zone.disabled === undefined ? {} : { disabled: zone.disabled })}>
        {choose}
      </Button>
      {hint === undefined ? null : <span className={classes['hint']}>{hint}</span>}
    </Dropzone>
  );
}
