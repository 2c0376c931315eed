import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { setLanguage } from '../i18n/i18n';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { accentFor } from '../ui/accent';
import { closeDialog, useDialog } from '../ui/dialog';
import { dropDrafts } from '../ui/useDraft';
import { draftOf, type LivechatWidget } from './model';
import { WidgetSection } from './WidgetSection';

const SHOP: LivechatWidget = {
  channel_id: 7,
  name: 'Shop chat',
  page_title: 'Ask the shop',
  page_accent: '#224488',
  script_url: 'https://desk.example/widget/k7.js',
  has_secret: false,
  enabled: true,
  sites: ['https://shop.example'],
  position: 'right',
  accent: '',
  texts: {},
  greeting: null,
  fresh_on_reload: false,
};
const OFFICE: LivechatWidget = { ...SHOP, channel_id: 8, name: 'Office chat', enabled: false, sites: [] };
const LIST = 'GET /api/livechat/widgets';
const PUT = 'PUT /api/livechat/widgets/7';
const SECRET = 'POST /api/livechat/widgets/7/secret';
const SECRET_WORD = 'ab'.repeat(32);

const refusal = (fields: Record<string, string>) => ({ status: 422, body: { error: { code: 'validation', message: 'The widget cannot be kept like this.', fields } } });
const sent = (asked: readonly { key: string; body: unknown }[], key: string) => asked.filter((call) => call.key === key).map(({ body }) => body);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const closedCorner = () => screen.getByRole('img', { name: /^The button says/ });
const openCorner = () => screen.getByRole('img', { name: /^The open chat/ });

/** The core with these widgets, which it changes and gives secrets. */
function core(...widgets: LivechatWidget[]) {
  let all = widgets;
  return serve({
    [LIST]: () => ({ body: all }),
    [PUT]: ({ body }) => {
      all = all.map((one) => (one.channel_id === 7 ? { ...one, ...(body as object) } : one));
      return { body: all.find(({ channel_id }) => channel_id === 7) };
    },
    [SECRET]: () => {
      all = all.map((one) => ({ ...one, has_secret: true }));
      return { body: { secret: SECRET_WORD } };
    },
  });
}

beforeEach(() => {
  dropDrafts();
  closeDialog();
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
});

describe('the section', () => {
  it('shows the widget of the only page at once', async () => {
    core(SHOP);
    draw(<WidgetSection />);
    expect(await screen.findByDisplayValue('https://shop.example')).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Chat pages' })).toBeNull();
  });

  it('lists several pages, opens one, and goes back', async () => {
    core(SHOP, OFFICE);
    draw(<WidgetSection />);
    const rows = within(await screen.findByRole('list', { name: 'Chat pages' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual(['Shop chatOn1 site', 'Office chatOff0 sites']);
    await userEvent.click(screen.getByRole('button', { name: /^Office chat/ }));
    expect(screen.getByRole('heading', { name: 'Office chat' })).toBeTruthy();
    await press('Cancel');
    expect(screen.getByRole('list', { name: 'Chat pages' })).toBeTruthy();
  });

  it('waits, says how to connect a page, why there is nothing to see, and that it is for admins', async () => {
    core();
    const first = draw(<WidgetSection />);
    expect(screen.getByRole('status', { name: 'Loading the chat widgets' })).toBeTruthy();
    expect((await screen.findByRole('link', { name: 'Connect a channel' })).getAttribute('href')).toBe('/channels/add');
    expect(screen.getByText('No live chat page yet')).toBeTruthy();
    first.unmount();
    serve({ [LIST]: { status: 500, body: {} } });
    const second = draw(<WidgetSection />);
    expect(await screen.findByText('The chat widgets could not be loaded')).toBeTruthy();
    second.unmount();
    const { asked } = core(SHOP);
    useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false } });
    draw(<WidgetSection />);
    expect(screen.getByText('You need admin access')).toBeTruthy();
    expect(asked).toEqual([]);
  });
});

describe('the form', () => {
  it('saves everything that was set, and begins anew from what was saved', async () => {
    const { asked } = core(SHOP);
    draw(<WidgetSection />);
    await userEvent.click(await screen.findByRole('switch', { name: /^Show a greeting/ }));
    await userEvent.clear(screen.getByLabelText('Show after'));
    await userEvent.type(screen.getByLabelText('Show after'), '30');
    await userEvent.type(screen.getByRole('combobox', { name: 'Pages' }), '/pricing,/cart,');
    await userEvent.type(screen.getByLabelText('Greeting text'), 'Any questions?');
    await userEvent.click(screen.getByRole('radio', { name: '中文' }));
    await userEvent.type(screen.getByLabelText('Title'), '客服');
    await userEvent.click(screen.getByRole('radio', { name: 'Bottom left' }));
    await userEvent.type(screen.getByLabelText('Accent colour'), '#aa0000');
    await userEvent.click(screen.getByRole('switch', { name: /^New chat after a reload/ }));
    await press('Add site');
    expect(document.activeElement).toBe(screen.getByLabelText('Site 2'));
    await userEvent.type(screen.getByLabelText('Site 2'), '*.shop.example');
    await press('Save');
    await waitFor(() =>
      expect(sent(asked, PUT)).toEqual([
        {
          ...draftOf(SHOP),
          sites: ['https://shop.example', '*.shop.example'],
          position: 'left',
          accent: '#aa0000',
          greeting: { after_seconds: 30, pages: ['/pricing', '/cart'] },
          texts: { en: { title: '', launcher: '', greeting: 'Any questions?' }, zh: { title: '客服', launcher: '', greeting: '' } },
          fresh_on_reload: true,
        },
      ]),
    );
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true));
    expect(screen.getByDisplayValue('*.shop.example')).toBeTruthy();
  });

  it('takes several sites that are pasted, and drops one', async () => {
    core(SHOP);
    draw(<WidgetSection />);
    await screen.findByLabelText('Site 1');
    await press('Add site');
    await userEvent.paste('https://a.example\nhttps://b.example, c.example');
    await press('Remove https://shop.example');
    const sites = screen.getAllByLabelText<HTMLInputElement>(/^Site \d$/);
    expect(sites.map(({ value }) => value)).toEqual(['https://a.example', 'https://b.example', 'c.example']);
  });

  it('does not send an empty row', async () => {
    const { asked } = core(SHOP);
    draw(<WidgetSection />);
    await screen.findByLabelText('Site 1');
    await press('Add site');
    await press('Save');
    expect(await screen.findByText('Enter an address, or remove this row.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Site 2')));
    expect(sent(asked, PUT)).toEqual([]);
  });

  it('puts what the core refuses at its field, and turns to the language it is about', async () => {
    const refused = refusal({ 'sites.1': 'Write the site alone.', accent: 'Choose a colour.', 'texts.ms.title': 'Too long.', 'greeting.pages': 'Write paths.' });
    const two = { ...SHOP, sites: ['https://a.example', 'https://b.example/path'], accent: '#123456', greeting: { after_seconds: 9, pages: [] } };
    serve({ [LIST]: { body: [two] }, [PUT]: refused });
    draw(<WidgetSection />);
    await userEvent.click(await screen.findByRole('switch', { name: /^New chat after a reload/ }));
    await press('Save');
    expect(await screen.findByText('Too long.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Bahasa Melayu' }).checked).toBe(true);
    const wrong = (label: string) => screen.getByLabelText(label).getAttribute('aria-invalid');
    expect(['Site 1', 'Site 2', 'Title', 'Accent colour'].map(wrong)).toEqual([null, 'true', 'true', 'true']);
    expect(screen.getByText('Write paths.')).toBeTruthy();
  });

  it('asks for the words of a greeting until there are some', async () => {
    serve({ [LIST]: { body: [SHOP] }, [PUT]: refusal({ 'greeting.text': 'Write what the greeting says.' }) });
    draw(<WidgetSection />);
    await userEvent.click(await screen.findByRole('switch', { name: /^Show a greeting/ }));
    await press('Save');
    expect(await screen.findByText('Write what the greeting says.')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Greeting text'), 'Hi');
    expect(screen.queryByText('Write what the greeting says.')).toBeNull();
  });
});

describe('the preview', () => {
  it('follows what is typed, in the language that is edited', async () => {
    core(SHOP);
    draw(<WidgetSection />);
    await screen.findByLabelText('Title');
    expect(openCorner().getAttribute('aria-label')).toBe('The open chat has the title “Ask the shop”.');
    expect(closedCorner().getAttribute('aria-label')).toBe('The button says “Live Chat”.');
    await userEvent.type(screen.getByLabelText('Title'), 'Ask us');
    await userEvent.type(screen.getByLabelText('Button text'), 'Help');
    await userEvent.click(screen.getByRole('switch', { name: /^Show a greeting/ }));
    await userEvent.type(screen.getByLabelText('Greeting text'), 'Hi there');
    expect(within(openCorner()).getByText('Ask us')).toBeTruthy();
    expect(closedCorner().getAttribute('aria-label')).toBe('The button says “Help”, and the greeting “Hi there”.');
    // Malay has no words of its own yet.
    await userEvent.click(screen.getByRole('radio', { name: 'Bahasa Melayu' }));
    expect(within(closedCorner()).getByText('Hi there')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Bottom left' }));
    expect(closedCorner().dataset['side']).toBe('left');
  });

  it('has the colour of the page until there is one, each such that text on it can be read', async () => {
    core(SHOP);
    draw(<WidgetSection />);
    const accent = await screen.findByLabelText('Accent colour');
    const colours = () => ['--fill', '--on-fill'].map((name) => closedCorner().style.getPropertyValue(name));
    const readable = (hex: string) => [accentFor(hex, false).fill, accentFor(hex, false).onFill];
    expect(colours()).toEqual(readable('#224488'));
    await userEvent.type(accent, '#ffee00');
    expect(colours()).toEqual(readable('#ffee00'));
  });
});

describe('the site', () => {
  it('gets a tag to copy, in every language', async () => {
    core(SHOP);
    draw(<WidgetSection />);
    const tag = await screen.findByLabelText<HTMLInputElement>('Script tag');
    expect(tag.value).toBe('<script async src="https://desk.example/widget/k7.js"></script>');
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe(tag.value);
    await act(() => setLanguage('zh'));
    expect(screen.getByLabelText('脚本标签')).toBeTruthy();
    await act(() => setLanguage('en'));
  });

  it('gets a secret, which is shown once', async () => {
    const { asked } = core(SHOP);
    draw(<WidgetSection />);
    await screen.findByLabelText('Title');
    await press('Create secret');
    expect(await screen.findByDisplayValue(SECRET_WORD)).toBeTruthy();
    expect(screen.getByText(/HS256.*sub.*exp.*name, email and phone/)).toBeTruthy();
    await press('I have copied it');
    expect(screen.queryByDisplayValue(SECRET_WORD)).toBeNull();
    expect(await screen.findByRole('button', { name: 'Replace secret' })).toBeTruthy();
    expect(sent(asked, SECRET)).toHaveLength(1);
  });

  it('keeps its secret until an admin says that it is to be replaced', async () => {
    const { asked } = core({ ...SHOP, has_secret: true });
    draw(<WidgetSection />);
    await screen.findByLabelText('Title');
    await press('Replace secret');
    const { dialog } = useDialog.getState();
    expect(dialog).toMatchObject({ title: 'Replace the identity secret?', confirm: { danger: true } });
    expect(sent(asked, SECRET)).toEqual([]);
    act(() => dialog?.confirm?.run());
    expect(await screen.findByDisplayValue(SECRET_WORD)).toBeTruthy();
  });
});
