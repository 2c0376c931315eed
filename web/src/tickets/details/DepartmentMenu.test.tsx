import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anInfo } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { useDepartments } from '../../api/departments';
import { DepartmentMenu } from './DepartmentMenu';

it('reads the name of a removed department, offers the others, and sends the choice', async () => {
  useDepartments.getState().take([
    { id: 7, name: 'Sales', deleted: true },
    { id: 8, name: 'Help', deleted: false },
    { id: 9, name: 'Old', deleted: true },
  ]);
  const info = anInfo({ department_id: 7 });
  const { asked } = serve({ 'POST /api/ticket/department': { body: { result: 'success', data: { ...info, department_id: 8 } } } });
  draw(<DepartmentMenu info={info} />);
  expect(screen.getByText('Sales')).toBeTruthy();

  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Change the department' }));
  const items = await screen.findAllByRole('menuitemradio', { hidden: true });
  expect(items.map((item) => item.textContent)).toEqual(['None', 'Sales', 'Help']);
  await user.click(screen.getByRole('menuitemradio', { name: 'Sales', hidden: true }));
  expect(asked).toEqual([]);
  await user.click(screen.getByRole('menuitemradio', { name: 'Help', hidden: true }));
  await waitFor(() => expect(asked.map((call) => call.body)).toEqual([{ ticket_id: 1, department_id: 8 }]));
});

it('loads the departments when it is the first place that needs them', async () => {
  useDepartments.setState({ phase: 'idle', departments: [] });
  const { asked } = serve({ 'GET /api/department2/-': { body: [{ id: 8, name: 'Help', deleted: false }] } });
  draw(<DepartmentMenu info={anInfo({ department_id: 8 })} />);
  expect(await screen.findByText('Help')).toBeTruthy();
  expect(asked).toHaveLength(1);
});
