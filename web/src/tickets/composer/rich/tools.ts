import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconClearFormatting,
  IconCode,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconStrikethrough,
  IconUnderline,
  type Icon,
} from '@tabler/icons-react';
import type { ChainedCommands, Editor } from '@tiptap/react';

export interface Tool {
  name: 'bold' | 'italic' | 'underline' | 'strike' | 'bulletList' | 'orderedList' | 'blockquote' | 'code' | 'link' | 'clear' | 'undo' | 'redo';
  Sign: Icon;
  keys: string;
  /** What it does with the selection; the link's is the field's. */
  run?: (chain: ChainedCommands) => ChainedCommands;
}

/** By group, in their order in the toolbar. */
export const TOOLS: readonly (readonly Tool[])[] = [
  [
    { name: 'bold', Sign: IconBold, keys: 'Mod+b', run: (chain) => chain.toggleBold() },
    { name: 'italic', Sign: IconItalic, keys: 'Mod+i', run: (chain) => chain.toggleItalic() },
    { name: 'underline', Sign: IconUnderline, keys: 'Mod+u', run: (chain) => chain.toggleUnderline() },
    { name: 'strike', Sign: IconStrikethrough, keys: 'Mod+Shift+s', run: (chain) => chain.toggleStrike() },
  ],
  [
    { name: 'bulletList', Sign: IconList, keys: 'Mod+Shift+8', run: (chain) => chain.toggleBulletList() },
    { name: 'orderedList', Sign: IconListNumbers, keys: 'Mod+Shift+7', run: (chain) => chain.toggleOrderedList() },
    { name: 'blockquote', Sign: IconBlockquote, keys: 'Mod+Shift+b', run: (chain) => chain.toggleBlockquote() },
  ],
  [
    { name: 'link', Sign: IconLink, keys: 'Mod+Shift+k' },
    { name: 'code', Sign: IconCode, keys: 'Mod+e', run: (chain) => chain.toggleCode() },
    { name: 'clear', Sign: IconClearFormatting, keys: 'Mod+\\', run: (chain) => chain.unsetAllMarks().clearNodes() },
  ],
  [
    { name: 'undo', Sign: IconArrowBackUp, keys: 'Mod+z', run: (chain) => chain.undo() },
    { name: 'redo', Sign: IconArrowForwardUp, keys: 'Mod+Shift+z', run: (chain) => chain.redo() },
  ],
];

export const ALL_TOOLS = TOOLS.flat();

export interface ToolState {
  /** Of those that are on or off, which are on. */
  on: string[];
  /** Those that would do nothing. */
  idle: string[];
}

export function stateOf(editor: Editor): ToolState {
  return {
    on: ALL_TOOLS.filter(({ name }) => editor.isActive(name)).map(({ name }) => name),
    idle: [...(editor.can().undo() ? [] : ['undo']), ...(editor.can().redo() ? [] : ['redo'])],
  };
}
