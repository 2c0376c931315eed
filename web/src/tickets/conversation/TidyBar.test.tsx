import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aMerged, anInfo, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { RelatedTickets } from '../details/RelatedTickets';
import { TidyBar } from './TidyBar';

beforeEach(() => useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) }));

it('leads to the other ticket beside the same list', async () => {
  const info = anInfo({ merged_into: { id: 9, ticket_number: 12, by: 'agent1', title: 'Bulb', why: '', at_ms: 0 }, merged: [aMerged({ id: 8, ticket_number: 13 })] });
  draw(
    <>
      <TidyBar info={info} />
      <RelatedTickets info={info} />
    </>,
    '/ticket/1001?filter=pending',
  );
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/ticket/12?filter=pending', '/ticket/13?filter=pending']);
});
