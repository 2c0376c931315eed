import { Alert, Button, Group } from '@mantine/core';
import { CopyInput } from './CopyInput';
import classes from './secretPanel.module.css';
import type { SecretWords } from './words';

interface Props {
  title: string;
  text: string;
  value: string;
  words: SecretWords;
  onDone: () => void;
}

/** What is shown once and kept nowhere. */
export function SecretPanel({ title, text, value, words, onDone }: Props) {
  return (
    <Alert variant="light" title={title}>
      <p className={classes['about']}>{text}</p>
      <CopyInput label={{ read: title }} value={value} words={words} />
      <p className={classes['about']}>{words.once}</p>
      <Group justify="flex-end">
        <Button size="xs" onClick={onDone}>
          {words.done}
        </Button>
      </Group>
    </Alert>
  );
}
