/** @jsxImportSource preact */
import { useId, useRef, useState } from 'preact/hooks';
import { Button, Icon } from '../screens/parts';
import { fill } from '../texts';
import { sizeText, type FormRules } from './model';
import { t } from './texts';
import styles from './ticket.module.css';

interface Props {
  readonly files: readonly File[];
  readonly rules: FormRules;
  readonly needed: boolean;
  readonly problem: string | null;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Files to send along: chosen with a button, each with its way out. */
export function FilePicker({ files, rules, needed, problem, onFiles }: Props) {
  const inputRef = useRef<HTMLInputElement>(null);
  const buttonRef = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const id = useId();
  const size = sizeText(rules.fileMaxBytes);

  const add = (chosen: readonly File[]) => {
    const large = chosen.find((file) => file.size > rules.fileMaxBytes);
    const bare = chosen.find((file) => file.size === 0);
    const all = [...files, ...chosen.filter((file) => file.size > 0 && file.size <= rules.fileMaxBytes)];
    if (all.length > rules.filesMax) setRefused(fill(t.tooMany, { number: rules.filesMax }));
    else if (large) setRefused(fill(t.tooLarge, { name: large.name, size }));
    else if (bare) setRefused(fill(t.emptyFile, { name: bare.name }));
    else setRefused(null);
    onFiles(all.slice(0, rules.filesMax));
  };
  const remove = (file: File) => {
    setRefused(null);
    onFiles(files.filter((other) => other !== file));
    buttonRef.current?.querySelector('button')?.focus();
  };
  const said = refused ?? problem;

  return (
    <div class={styles['files']} role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-limits ${id}-problem`} data-field="file">
      <span id={`${id}-label`} class={styles['label']}>
        {needed ? t.files : fill(t.optional, { label: t.files })}
      </span>
      <input
        ref={inputRef}
        type="file"
        multiple
        hidden
        aria-label={t.attach}
        onChange={(event) => {
          add([...(event.currentTarget.files ?? [])]);
          // The same file may be chosen again after it was removed.
          event.currentTarget.value = '';
        }}
      />
      {files.length > 0 && (
        <ul class={styles['list']}>
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <Icon name="file" size={18} />
              <span class={styles['file']}>{file.name}</span>
              <span class={styles['size']}>{sizeText(file.size)}</span>
              <button type="button" class={styles['remove']} aria-label={fill(t.remove, { name: file.name })} onClick={() => remove(file)}>
                <Icon name="close" size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div ref={buttonRef} class={styles['attach']}>
        <Button small onClick={() => inputRef.current?.click()}>
          <Icon name="clip" size={18} />
          {t.attach}
        </Button>
        <span id={`${id}-limits`} class={styles['hint']}>
          {fill(t.limits, { number: rules.filesMax, size })}
        </span>
      </div>
      <p id={`${id}-problem`} class={styles['problem']} role="status">
        {said}
      </p>
    </div>
  );
}
