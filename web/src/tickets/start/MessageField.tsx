import { ActionIcon, FileButton } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutContent } from '../../api/content';
import { lazyPart } from '../../ui/lazyPart';
import { Tooltip } from '../../ui/Tooltip';
import { ContentChips } from '../composer/ContentChips';
import { WindowClosed, WindowLeft } from '../composer/WindowBar';
import { MessageText } from './MessageText';
import classes from './start.module.css';
import { useTexts } from './texts';
import type { StartForm } from './useStart';

const Files = lazyPart(async () => (await import('../composer/Files')).Files);
const SignatureLine = lazyPart(async () => (await import('../composer/SignatureLine')).SignatureLine);

/** How much of a channel's longest text is left, once it runs out. */
function Counter({ left, max }: Pick<StartForm, 'left' | 'max'>) {
  const { t } = useTranslation();
  if (left === null || max === null || left > max * 0.2) return null;
  return (
    <span className={classes['counter']} data-over={left < 0 || undefined} role={left < 0 ? 'alert' : undefined}>
      {left < 0 ? t('composer.too_long', { count: -left, max }) : t('composer.left', { count: left })}
    </span>
  );
}

interface Props {
  form: StartForm;
  autoFocus: boolean;
  /** Chooses a template, or changes the one there is. */
  onTemplate: (known: OutContent | undefined) => void;
}

/** What is written: words and files, or where the window is closed a template. */
export function MessageField({ form, autoFocus, onTemplate }: Props) {
  const { t } = useTexts();
  const id = useId();
  const { draft, faults, rules, window, closed, files, change } = form;
  const accept = rules.media.includes('*/*') || rules.media.length === 0 ? undefined : rules.media.join(',');
  const takesFiles = rules.attachments_max > 0;
  const faulty = [faults['message'], faults['attachment'], faults['contents']].filter((text) => text !== undefined);

  return (
    <div>
      {window?.open === true && rules.window !== null ? <WindowLeft window={window} hours={rules.window.hours} /> : null}
      <div className={classes['box']} data-faulty={faulty.length > 0 || undefined}>
        {closed && window !== null ? (
          <>
            <ContentChips contents={draft.contents} rules={rules} onDrop={() => change({ contents: [] })} onEdit={onTemplate} />
            {draft.contents.length > 0 ? <span className={classes['spring']} /> : <WindowClosed window={window} onTemplate={() => onTemplate(undefined)} />}
          </>
        ) : (
          <>
            {files.length === 0 ? null : (
              <Suspense>
                <Files files={files} rules={rules} onRemove={form.remove} />
              </Suspense>
            )}
            <MessageText form={form} autoFocus={autoFocus} describedBy={faulty.length > 0 ? id : undefined} onFiles={takesFiles ? form.add : undefined} />
            {form.signature === null ? null : (
              <Suspense>
                <SignatureLine state={{ signature: form.signature, sign: form.sign, setSign: (sign) => change({ sign }) }} />
              </Suspense>
            )}
            <div className={classes['bar']}>
              {takesFiles ? (
                <FileButton onChange={form.add} multiple {...(accept === undefined ? {} : { accept })}>
                  {(props) => (
                    <Tooltip label={t('attach')}>
                      <ActionIcon {...props} aria-label={t('attach')}>
                        <IconPaperclip size={18} stroke={1.5} />
                      </ActionIcon>
                    </Tooltip>
                  )}
                </FileButton>
              ) : null}
              <span className={classes['spring']} />
              <Counter left={form.left} max={form.max} />
            </div>
          </>
        )}
      </div>
      {faulty.length === 0 ? null : (
        <p id={id} role="alert" className={classes['failure']}>
          {faulty.join(' ')}
        </p>
      )}
    </div>
  );
}
