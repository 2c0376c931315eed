import { Drawer, Modal } from '@mantine/core';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { closeDialog, openDialog, useDialog } from './dialog';
import { DialogWindow } from './DialogWindow';

const TITLE = 'Log out';

/** How many named and nameless dialogs a reader of the page found, each time that the page changed. */
function readEachChange() {
  const found = { named: 0, nameless: 0 };
  const observer = new MutationObserver(() => {
    const named = screen.queryAllByRole('dialog', { name: TITLE }).length;
    found.named += named;
    found.nameless += screen.queryAllByRole('dialog').length - named;
  });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  return { found, stop: () => observer.disconnect() };
}

function SomeModal() {
  const open = useDialog((state) => state.open);
  return <Modal opened={open} onClose={closeDialog} title={TITLE} withCloseButton={false} />;
}

function SomeDrawer() {
  const open = useDialog((state) => state.open);
  return <Drawer opened={open} onClose={closeDialog} title={TITLE} />;
}

beforeEach(() => useDialog.setState({ dialog: null, open: false }));

it.each<[string, ReactNode]>([
  ['what is asked', <DialogWindow key="asked" />],
  ['a modal', <SomeModal key="modal" />],
  ['a drawer', <SomeDrawer key="drawer" />],
])('%s has its name from the moment it is there, and again the next time', async (_, dialog) => {
  draw(dialog);
  const reader = readEachChange();
  for (let times = 0; times < 2; times += 1) {
    setTimeout(() => openDialog({ title: TITLE, text: 'You can log in again.' }));
    expect((await screen.findByRole('dialog', { name: TITLE })).getAttribute('aria-modal')).toBe('true');
    setTimeout(closeDialog);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  }
  reader.stop();
  expect(reader.found.named).toBeGreaterThan(0);
  expect(reader.found.nameless).toBe(0);
});
