import { ActionIcon } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { useEditorState, type Editor } from '@tiptap/react';
import { useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { ariaOf, lineOf } from '../../../actions/press';
import { Tooltip } from '../../../ui/Tooltip';
import classes from './rich.module.css';
import { useTexts } from './texts';
import { ALL_TOOLS, stateOf, TOOLS, type Tool } from './tools';

export interface ToolbarHandle {
  focus: () => void;
}

interface Props {
  ref: Ref<ToolbarHandle>;
  editor: Editor;
  /** Where there is little room, it stands there only for whoever wants it. */
  open: boolean;
  /** The link's address is being typed. */
  linking: boolean;
  onLink: () => void;
}

/** On or off; what only acts is neither. */
const isToggle = ({ name }: Tool): boolean => !['clear', 'undo', 'redo', 'link'].includes(name);

/** The buttons for formatting: one stop for Tab, with the arrows going from one to the next. */
export function Toolbar({ ref, editor, open, linking, onLink }: Props) {
  const { t } = useTexts();
  const bar = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const { on, idle } = useEditorState({ editor, selector: ({ editor: now }) => stateOf(now) });

  function go(to: number): void {
    const next = (to + ALL_TOOLS.length) % ALL_TOOLS.length;
    setAt(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  }
  useImperativeHandle(ref, () => ({ focus: () => go(at) }));

  function onKeyDown(event: KeyboardEvent): void {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape') editor.view.focus();
    else if (to !== undefined) go(to);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function act({ name, run }: Tool): void {
    if (run === undefined) onLink();
    else if (!idle.includes(name)) {
      editor.view.focus();
      run(editor.chain()).run();
    }
  }

  return (
    <RichTextEditor.Toolbar ref={bar} role="toolbar" aria-label={t('tools')} className={classes['tools'] ?? ''} data-open={open || undefined} onKeyDown={onKeyDown}>
      {TOOLS.map((group) => (
        <RichTextEditor.ControlsGroup key={group[0]?.name} className={classes['group'] ?? ''}>
          {group.map((tool) => {
            const place = ALL_TOOLS.indexOf(tool);
            const name = t(`tool.${tool.name}`);
            const active = on.includes(tool.name);
            return (
              <Tooltip key={tool.name} label={`${name} (${lineOf(tool.keys)})`}>
                <ActionIcon
                  size={26}
                  data-on={active || undefined}
                  className={classes['tool'] ?? ''}
                  tabIndex={place === at ? 0 : -1}
                  aria-label={name}
                  aria-keyshortcuts={ariaOf(tool.keys)}
                  aria-pressed={isToggle(tool) ? active : undefined}
                  aria-expanded={tool.name === 'link' ? linking : undefined}
                  aria-disabled={idle.includes(tool.name) || undefined}
                  onFocus={() => setAt(place)}
                  // The editor keeps the selection.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => act(tool)}
                >
                  <tool.Sign size={16} stroke={1.5} />
                </ActionIcon>
              </Tooltip>
            );
          })}
        </RichTextEditor.ControlsGroup>
      ))}
    </RichTextEditor.Toolbar>
  );
}
