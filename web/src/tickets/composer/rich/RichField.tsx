import { ActionIcon } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import '@mantine/tiptap/styles.layer.css';
import { IconTypography } from '@tabler/icons-react';
import { useEditor } from '@tiptap/react';
import { useEffect, useImperativeHandle, useRef, useState, type CSSProperties, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { WritingField } from '../suggest/field';
import type { Suggest } from '../suggest/useSuggest';
import { Echo } from './echo';
import { LinkRow } from './LinkRow';
import type { Refusal } from './paste';
import { aroundCaret, positionInLines, replaceAround, replaceDocument } from './caret';
import { docOf } from './parse';
import { EventRelay } from './relay';
import classes from './rich.module.css';
import { EXTENSIONS, INPUT_RULES } from './schema';
import { useTexts } from './texts';
import { Toolbar, type ToolbarHandle } from './Toolbar';
import { serialize, type RichText } from './serialize';

export interface RichFieldProps {
  ref?: Ref<WritingField>;
  value: RichText;
  onChange: (value: RichText) => void;
  /** The most characters that the channel takes. */
  max: number | null;
  label: string;
  placeholder: string;
  invalid: boolean;
  describedBy?: string | undefined;
  /** The lists behind signs, where there are some. */
  suggest?: Suggest;
  autoFocus?: boolean;
  /** On its way, and not to be changed. */
  disabled?: boolean;
  /** Pixels that it takes without a word in it. */
  minHeight?: number;
  onSend: () => void;
  onEscape: () => void;
  onFiles: (files: readonly File[]) => void;
}

/** Where the caret stands in the text box whose place the editor takes; null where the focus is elsewhere. */
function caretIn(label: string): number | null {
  const box = document.activeElement;
  return box instanceof HTMLTextAreaElement && box.getAttribute('aria-label') === label ? box.selectionEnd : null;
}

/** A text with formatting: what is written, as the reader gets it, with its toolbar above. */
export function RichField({ ref, value, onChange, max, label, placeholder, invalid, describedBy, suggest, autoFocus = false, disabled = false, minHeight = 56, onSend, onEscape, onFiles }: RichFieldProps) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const [relay] = useState(() => new EventRelay());
  const [echo] = useState(() => new Echo(value));
  const [start] = useState(() => docOf(value).toJSON() as object);
  const [began] = useState(() => ({ text: value.text, caret: caretIn(label), autoFocus }));
  const [tools, setTools] = useState(false);
  const [linking, setLinking] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const toolbar = useRef<ToolbarHandle>(null);

  const editor = useEditor({
    extensions: EXTENSIONS,
    content: start,
    editorProps: relay.props,
    injectCSS: false,
    enableInputRules: INPUT_RULES,
    enablePasteRules: false,
    textDirection: 'auto',
    onUpdate: ({ editor: now }) => {
      const next = serialize(now.state.doc);
      echo.write(next);
      // Before the next key, which may send it.
      flushSync(() => {
        setRefusal(null);
        onChange(next);
      });
    },
    onTransaction: ({ editor: now }) => {
      if (suggest === undefined || !now.isFocused) return;
      const around = aroundCaret(now);
      suggest.moved(around.caret, around.text);
    },
    onFocus: ({ editor: now }) => {
      const around = aroundCaret(now);
      suggest?.moved(around.caret, around.text);
    },
    onBlur: () => suggest?.moved(null),
  });

  useEffect(() => {
    relay.direct({
      max,
      takesKey: (event) => suggest?.takesKey(event) ?? false,
      onSend,
      onEscape,
      onFiles,
      onRefused: setRefusal,
      onLink: () => setLinking(true),
      onTools: () => toolbar.current?.focus(),
    });
  }, [relay, max, onSend, onEscape, onFiles, suggest]);

  useEffect(() => {
    if (!echo.isNews(value)) return;
    replaceDocument(editor, value);
    const kept = serialize(editor.state.doc);
    // Parts that were put together elsewhere may read differently as a whole.
    if (value.html === null || (kept.text === value.text && kept.html === value.html)) return;
    echo.write(kept);
    onChange(kept);
  }, [echo, editor, value, onChange]);

  useEffect(() => {
    editor.commands.setTextSelection(began.caret === null ? editor.state.doc.content.size : positionInLines(began.text, began.caret));
    if (began.caret !== null || began.autoFocus) editor.view.focus();
  }, [editor, began]);

  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled]);

  useEffect(() => {
    const { dom } = editor.view;
    const named = { 'aria-label': label, 'aria-multiline': 'true', 'aria-placeholder': placeholder, 'aria-invalid': String(invalid), 'aria-describedby': describedBy, ...suggest?.aria };
    for (const [name, value] of Object.entries({ 'aria-controls': undefined, 'aria-activedescendant': undefined, ...named })) {
      if (value === undefined) dom.removeAttribute(name);
      else dom.setAttribute(name, value);
    }
  });

  useImperativeHandle(ref, () => ({
    get value() {
      return aroundCaret(editor).text;
    },
    get selectionEnd() {
      return aroundCaret(editor).caret;
    },
    focus: () => editor.view.focus(),
    blur: () => editor.view.dom.blur(),
    replace: (from, to, text) => {
      replaceAround(editor, from, to, text);
      editor.view.focus();
    },
  }));

  const empty = value.text === '' && value.html === null;
  return (
    <RichTextEditor editor={editor} withTypographyStyles={false} variant="subtle" className={classes['field'] ?? ''}>
      <Toolbar ref={toolbar} editor={editor} open={tools} linking={linking} onLink={() => setLinking(!linking)} />
      {linking ? <LinkRow editor={editor} onClose={() => setLinking(false)} /> : null}
      <div className={classes['page']} style={{ '--rich-min': `${minHeight}px` } as CSSProperties} data-empty={empty || undefined} data-placeholder={placeholder}>
        <RichTextEditor.Content />
        <ActionIcon className={classes['toTools'] ?? ''} onClick={() => setTools(!tools)} aria-expanded={tools} aria-label={t('tools')}>
          <IconTypography size={18} stroke={1.5} />
        </ActionIcon>
      </div>
      {refusal === null ? null : (
        <p role="alert" className={classes['refused']}>
          {refusal.kind === 'lines' ? t('paste_lines', { count: refusal.max }) : t('paste_refused', { reason: common('composer.too_long', { count: refusal.over, max: refusal.max }) })}
        </p>
      )}
    </RichTextEditor>
  );
}
