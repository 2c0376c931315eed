import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { draw } from '../../../tests/draw';
import { useVariant, WHOLE_DESK } from '../../api/variant';
import { useSession } from '../../session/store';
import { ContactPage } from './ContactPage';
import { PricingPage } from './PricingPage';

afterEach(() => useVariant.setState({ variant: WHOLE_DESK }));

it('shows the plans to strangers, none of them as theirs', () => {
  useSession.setState({ phase: 'out', session: null });
  draw(<PricingPage />);
  expect(screen.getAllByRole('heading', { level: 3 }).map((name) => name.textContent)).toEqual(['Starter', 'Basic', 'Pro', 'Enterprise']);
  expect(screen.queryByText('Your plan')).toBeNull();
  expect(screen.getByRole('link', { name: 'Contact' }).getAttribute('href')).toBe('/contact');
});

it('leads to the form that is configured', () => {
  useVariant.setState({ variant: { ...WHOLE_DESK, contact_form: 'a-form' } });
  draw(<ContactPage />);
  expect(screen.getByRole('link', { name: 'Write a message' }).getAttribute('href')).toBe('/new_ticket/a-form');
});

it('says so where none is', () => {
  draw(<ContactPage />);
  expect(screen.getByText(/have set up no form here/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Write a message' })).toBeNull();
});
