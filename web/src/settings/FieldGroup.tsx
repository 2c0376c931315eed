import { Button, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import classes from './fieldGroup.module.css';

interface Props {
  title: string;
  hint?: string;
  /** What is wrong with all of them together. */
  fault?: string | undefined;
  children: ReactNode;
}

/** Fields that belong together: a frame with its legend, and what is wrong with the group. */
export function FieldGroup({ title, hint, fault, children }: Props) {
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['legend']}>{title}</legend>
      {hint === undefined ? null : <p className={classes['hint']}>{hint}</p>}
      {children}
      <GroupFault>{fault}</GroupFault>
    </fieldset>
  );
}

interface FoldedProps extends Omit<Props, 'hint'> {
  /** What is set in it, read without opening it. */
  summary: string;
  /** Something in it is wrong: it opens, and stays open until that is mended. */
  faulty: boolean;
}

/** Disclosure of advanced fields: folded until somebody opens it, with a summary beside its legend. */
export function FoldedGroup({ title, summary, faulty, fault, children }: FoldedProps) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  // What a refusal opened does not close under the hands of whoever mends it.
  if (faulty && !opened) setOpened(true);
  const Mark = opened ? IconChevronDown : IconChevronRight;
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['legend']}>
        <UnstyledButton className={classes['fold']} aria-expanded={opened} aria-controls={id} onClick={() => setOpened(!opened)}>
          <Mark size={15} stroke={1.5} aria-hidden />
          <span>{title}</span>{' '}
          <span className={classes['summary']}>{summary}</span>
        </UnstyledButton>
      </legend>
      <div id={id} hidden={!opened} className={classes['folded']}>
        {children}
      </div>
      <GroupFault>{fault}</GroupFault>
    </fieldset>
  );
}

/** What is wrong with a group of fields, read out when it comes. */
export function GroupFault({ children }: { children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <p role="alert" className={classes['fault']}>
      {children}
    </p>
  );
}

/** One more row in a group. */
export function AddRow({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button className={classes['add'] ?? ''} size="compact-xs" variant="subtle" leftSection={<IconPlus size={13} stroke={1.5} />} onClick={onClick}>
      {label}
    </Button>
  );
}
