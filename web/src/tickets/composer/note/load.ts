/** Where notes are written comes with the first note. */
export const loadNotePanel = async () => (await import('./NotePanel')).NotePanel;
