import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Tick } from './Tick';

it('is ticked, not ticked, or partly, and says when that is changed', () => {
  const onChange = vi.fn();
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'All' });
  const { rerender } = render(<Tick label="All" checked={false} onChange={onChange} />);
  fireEvent.click(box());
  expect(onChange).toHaveBeenCalledTimes(1);
  expect([box().checked, box().indeterminate]).toEqual([false, false]);
  rerender(<Tick label="All" checked={false} partly onChange={onChange} />);
  expect(box().indeterminate).toBe(true);
  rerender(<Tick label="All" checked onChange={onChange} />);
  expect([box().checked, box().indeterminate]).toEqual([true, false]);
});
