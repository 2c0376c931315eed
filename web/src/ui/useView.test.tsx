import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { useView } from './useView';

function Shown() {
  return <p>{useView()('/ticket/7?filter=all')}</p>;
}

it.each([
  ['/ticket', '/ticket/7?filter=all'],
  ['/mobile/ticket', '/mobile/ticket/7?filter=all'],
  ['/mobile/livechat/3', '/mobile/ticket/7?filter=all'],
  ['/mobilephones', '/ticket/7?filter=all'],
])('at %s a ticket is at %s', (path, expected) => {
  draw(<Shown />, path);
  expect(screen.getByText(expected)).toBeTruthy();
});
