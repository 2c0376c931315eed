import { ActionIcon, Textarea } from '@mantine/core';
import { IconBold, IconCode, IconH2, IconItalic, IconLink, IconList, type Icon } from '@tabler/icons-react';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { lineOf } from '../../actions/press';
import { isComposing } from '../../ui/enter';
import { Tooltip } from '../../ui/Tooltip';
import { applyTool, TOOL_KEYS, type Tool } from '../markdown';
import { BODY_MAX } from '../model';
import { useTexts } from '../texts';
import classes from './editor.module.css';

const TOOLS: readonly [Tool, Icon, string?][] = [
  ['bold', IconBold, 'Mod+b'],
  ['italic', IconItalic, 'Mod+i'],
  ['heading', IconH2],
  ['list', IconList],
  ['link', IconLink, 'Mod+k'],
  ['code', IconCode],
];

interface Props {
  value: string;
  language: string;
  fault: string | undefined;
  onChange: (value: string) => void;
  /** What stands at the end of the toolbar. */
  aside?: ReactNode;
}

/** The body in Markdown, with the marks that most writers need as buttons and keys. */
export function MarkdownField({ value, language, fault, onChange, aside }: Props) {
  const { t } = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);

  function edit(tool: Tool): void {
    const element = field.current;
    if (element === null) return;
    const next = applyTool(tool, { text: element.value, start: element.selectionStart, end: element.selectionEnd });
    // The selection belongs to the text that is there by then.
    flushSync(() => onChange(next.text));
    element.focus();
    element.setSelectionRange(next.start, next.end);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const tool = TOOL_KEYS[event.key.toLowerCase()];
    if (isComposing(event) || tool === undefined || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    // Ctrl+K opens the palette everywhere but here.
    event.preventDefault();
    edit(tool);
  }

  return (
    <div className={classes['write']}>
      <div className={classes['tools']} role="toolbar" aria-label={t('tools')}>
        {TOOLS.map(([tool, Sign, keys]) => {
          const name = t(`tool.${tool}`);
          return (
            <Tooltip key={tool} label={keys === undefined ? name : `${name} (${lineOf(keys)})`}>
              <ActionIcon aria-label={name} onClick={() => edit(tool)}>
                <Sign size={16} stroke={1.5} />
              </ActionIcon>
            </Tooltip>
          );
        })}
        <span className={classes['spring']} />
        {aside}
      </div>
      <Textarea
        ref={field}
        aria-label={t('body')}
        placeholder={t('body_hint')}
        autosize
        minRows={16}
        maxRows={40}
        maxLength={BODY_MAX}
        lang={language}
        dir="auto"
        spellCheck
        value={value}
        error={fault}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        classNames={{ input: classes['body'] ?? '' }}
      />
    </div>
  );
}
