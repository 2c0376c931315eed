import { Selection } from '@tiptap/extensions';
import { Extension, getSchema, type Extensions } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { isSafeAddress } from './address';

/** The kit has keys for all that formats, and none for what takes that away. */
const ClearFormatting = Extension.create({
  name: 'clearFormatting',
  addKeyboardShortcuts() {
    return { 'Mod-\\': () => this.editor.chain().unsetAllMarks().clearNodes().run() };
  },
});

/**
 * What a formatted reply may consist of; whatever else is pasted becomes text. An address that somebody types
 * stays text, because every mail program makes a link of it and a mail without formatting is sent as text.
 */
export const EXTENSIONS: Extensions = [
  StarterKit.configure({
    heading: false,
    horizontalRule: false,
    dropcursor: false,
    gapcursor: false,
    trailingNode: false,
    link: {
      autolink: false,
      linkOnPaste: true,
      openOnClick: false,
      HTMLAttributes: { target: null, rel: null },
      isAllowedUri: isSafeAddress,
    },
  }),
  // The words that a link is made of stay marked while its address is typed.
  Selection,
  ClearFormatting,
];

/** Of the rules that make formatting of what is typed, those that nobody meets by accident. */
export const INPUT_RULES = ['bulletList', 'orderedList', 'blockquote', 'codeBlock'];

export const SCHEMA = getSchema(EXTENSIONS);
