import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../../../tests/builders';
import { standInForDrawing } from '../../../../tests/editor';
import { field, lines, REPLY, SENT, showMail } from '../../../../tests/mailComposer';
import { serve } from '../../../../tests/server';
import { sessionFrom } from '../../../session/model';
import { useSession } from '../../../session/store';
import { EMPTY_DRAFT, keepDraft } from '../drafts';

/** Each test begins without the editor, as a page does. */
const coming: { arrive?: () => void; fail?: () => void } = vi.hoisted(() => ({}));
vi.mock('./load', async () => {
  const whole = await vi.importActual<Record<string, unknown>>('./RichReply');
  return {
    richNow: () => null,
    outgoing: (html: string) => html,
    fetchRich: () =>
      new Promise((resolve, reject) => {
        coming.arrive = () => resolve(whole);
        coming.fail = () => reject(new Error('no line'));
      }),
  };
});

const box = () => screen.getByLabelText<HTMLTextAreaElement>('Your answer');

beforeEach(() => {
  standInForDrawing();
  localStorage.clear();
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
});

it('is a text box until it is loaded, and goes on where that stood', async () => {
  const { asked } = serve({ [REPLY]: SENT });
  const mail = showMail(31);
  await mail.write('One{Enter}two');
  expect(asked).toEqual([]);
  box().setSelectionRange(5, 5);
  await act(() => Promise.resolve(coming.arrive?.()));
  // Not within what may be a word of an input method.
  fireEvent.keyDown(box(), { key: 'a', keyCode: 229, isComposing: true });
  expect(box().value).toBe('One\ntwo');
  fireEvent.keyDown(box(), { key: 'Shift' });
  await waitFor(() => expect(field().tagName).toBe('DIV'));
  expect(document.activeElement).toBe(field());
  await mail.user.keyboard('-');
  expect(lines()).toBe('One\nt-wo');
});

it('stays one where it could not be had', async () => {
  const { asked } = serve({ [REPLY]: SENT });
  keepDraft('agent1', 32, { ...EMPTY_DRAFT, text: 'Bold', html: '<p><strong>Bold</strong></p>' });
  const mail = showMail(32);
  expect(box().readOnly).toBe(true);
  await act(() => Promise.resolve(coming.fail?.()));
  expect(box().readOnly).toBe(false);
  await mail.user.type(box(), '!{Enter}');
  expect(asked).toEqual([]);
  await mail.send();
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ type: 'text', message: 'Bold!' }));
});
