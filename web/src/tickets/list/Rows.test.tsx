import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aTicket } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { contextNow } from '../../actions/live';
import { REST_MS } from '../conversation/ahead';
import { resetConversations } from '../conversation/store';
import { keepPlace, placeOf, resetKept } from './kept';
import { Rows } from './Rows';
import { resetList, useTicketList } from './store';

const COUNT = 200;
const WIDE_PX = 45;
const NARROW_PX = 73;
const HEAD_PX = 32;
const SEEN_PX = 900;

/** The tickets that were asked for, each by its number. */
let fetched: () => string[];

beforeEach(() => {
  resetList();
  resetConversations();
  resetKept();
  // jsdom draws nothing, so nothing has a size, and nothing scrolls.
  Object.defineProperty(Element.prototype, 'clientHeight', { value: SEEN_PX, configurable: true });
  Object.defineProperty(Element.prototype, 'scrollHeight', { value: COUNT * NARROW_PX, configurable: true });
  Element.prototype.scrollTo = function (this: Element, to?: ScrollToOptions | number) {
    if (typeof to === 'object') this.scrollTop = to.top ?? this.scrollTop;
  };
  const { asked } = serve({});
  fetched = () => asked.flatMap(({ key }) => /\/info\/-\/(.+)/.exec(key)?.[1] ?? []);
  useTicketList.setState({ phase: 'ready', rows: Array.from({ length: COUNT }, (_, at) => aTicket({ id: at + 1, ticket_number: 1001 + at, name: `Customer ${at + 1}` })) });
});

afterEach(() => {
  vi.useRealTimers();
  for (const name of ['clientHeight', 'scrollHeight', 'scrollTo']) Reflect.deleteProperty(Element.prototype, name);
});

const list = (key: string) => draw(<Rows list={key} selected={undefined}>{null}</Rows>);
function scroller(role: 'table' | 'list' = 'table'): HTMLElement {
  const { parentElement } = screen.getByRole(role);
  if (parentElement === null) throw new Error('The table has nothing around it.');
  return parentElement;
}

function scrollTo(top: number): void {
  scroller().scrollTop = top;
  fireEvent.scroll(scroller());
}

const row = (id: number) => screen.getByRole('link', { name: `Customer ${id}` });

describe('where a list was scrolled to', () => {
  it('is remembered by list, and shown when it comes back', () => {
    const { unmount } = list('open');
    scrollTo(100 * WIDE_PX + 9);
    expect(placeOf('open')).toBeCloseTo(100.2);
    expect(placeOf('closed')).toBe(0);
    unmount();
    list('open');
    expect(scroller().scrollTop).toBeCloseTo(100 * WIDE_PX + 9);
    // What is there is drawn at once, and not what is on top.
    expect(row(105)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Customer 1' })).toBeNull();
  });

  it('is its beginning for another list', () => {
    keepPlace('open', 100);
    list('closed');
    expect(row(1)).toBeTruthy();
  });

  it('stays on top where the rows become higher, and lower again', () => {
    function Opened() {
      const [selected, select] = useState<string>();
      return (
        <Rows list="open" selected={selected}>
          <button onClick={() => select((now) => (now === undefined ? '1060' : undefined))}>Open or close</button>
        </Rows>
      );
    }
    draw(<Opened />);
    scrollTo(50 * WIDE_PX);
    fireEvent.click(screen.getByRole('button', { name: 'Open or close' }));
    expect(scroller('list').scrollTop).toBe(50 * NARROW_PX);
    fireEvent.scroll(scroller('list'));
    expect(row(51).closest<HTMLElement>('[data-ticket]')?.style).toMatchObject({ top: `${50 * NARROW_PX}px`, height: `${NARROW_PX}px` });
    fireEvent.click(screen.getByRole('button', { name: 'Open or close' }));
    expect(scroller().scrollTop).toBe(50 * WIDE_PX);
    expect(placeOf('open')).toBe(50);
  });
});

describe('of many rows', () => {
  const drawn = () => screen.getAllByRole('link').map((link) => Number(link.textContent.replace('Customer ', '')));

  it('those near what is seen are drawn, and others as it is scrolled', () => {
    list('open');
    // Twenty are seen, and eight below them.
    expect(drawn()).toEqual(Array.from({ length: 28 }, (_, at) => at + 1));
    scrollTo(50 * WIDE_PX);
    expect([drawn()[0], drawn().at(-1)]).toEqual([42, 78]);
    scrollTo(180 * WIDE_PX);
    expect([drawn()[0], drawn().at(-1)]).toEqual([172, COUNT]);
  });

  it('the one the keys come to comes into sight, by no more than that takes', () => {
    list('open');
    const move = (step: number) => {
      act(() => contextNow().list?.move(step));
      fireEvent.scroll(scroller());
    };
    for (let at = 0; at < 19; at += 1) move(1);
    expect(scroller().scrollTop).toBe(0);
    move(1);
    // The column titles take some of what is seen.
    expect(scroller().scrollTop).toBe(20 * WIDE_PX + HEAD_PX - SEEN_PX);
    scrollTo(100 * WIDE_PX);
    move(1);
    expect(scroller().scrollTop).toBe(20 * WIDE_PX);
    expect(drawn()).toContain(21);
  });
});

describe('a conversation is fetched ahead', () => {
  // The clock stands still between the steps: with the machine's own time in it, a busy machine rests for too long.
  beforeEach(() => vi.useFakeTimers());
  const rest = (ms = REST_MS) => act(() => vi.advanceTimersByTimeAsync(ms));

  it('where the pointer rests on its row, and not where it passes or leaves', async () => {
    list('open');
    fireEvent.pointerMove(row(1));
    await rest(REST_MS / 2);
    fireEvent.pointerMove(row(2));
    await rest(REST_MS / 2);
    fireEvent.pointerLeave(scroller());
    await rest(1_000);
    expect(fetched()).toEqual([]);
    fireEvent.pointerMove(row(3));
    await rest(REST_MS / 2);
    // Moving within the row is resting on it.
    fireEvent.pointerMove(row(3));
    await rest(REST_MS / 2);
    expect(fetched()).toEqual(['1003']);
  });

  it('not for a finger', async () => {
    list('open');
    fireEvent.pointerMove(row(1), { pointerType: 'touch' });
    await rest(1_000);
    expect(fetched()).toEqual([]);
  });

  it('where the keys come to it, and the next one in their direction', async () => {
    list('open');
    const move = (step: number) => act(() => contextNow().list?.move(step));
    move(1);
    move(1);
    await rest();
    expect(fetched()).toEqual(['1002', '1003']);
    move(1);
    move(-1);
    await rest();
    expect(fetched().slice(2)).toEqual(['1002', '1001']);
  });

  it('not any more once the list is gone', async () => {
    const { unmount } = list('open');
    fireEvent.pointerMove(row(1));
    unmount();
    await rest(1_000);
    expect(fetched()).toEqual([]);
  });
});
