import { create } from 'zustand';

export interface Dialog {
  title: string;
  text: string;
  /** With a confirm text it asks; without one it only tells. */
  confirm?: { label: string; danger?: boolean; run: () => void };
  /** Runs when it was closed, whichever way. */
  closed?: () => void;
}

/** One dialog at a time; its window is loaded when the first one opens. */
export const useDialog = create<{ dialog: Dialog | null; open: boolean }>()(() => ({
  dialog: null,
  open: false,
}));

export function openDialog(dialog: Dialog): void {
  useDialog.setState({ dialog, open: true });
}

/** The words stay while the window fades out. */
export function closeDialog(): void {
  const { dialog, open } = useDialog.getState();
  useDialog.setState({ open: false });
  if (open) dialog?.closed?.();
}
