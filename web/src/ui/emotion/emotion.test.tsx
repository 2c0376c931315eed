import { act, screen } from '@testing-library/react';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { draw } from '../../../tests/draw';
import { setLanguage } from '../../i18n/i18n';
import { coloursOf, EMOTIONS, emotionOf, faceOf, ranked, UNKNOWN } from './colours';
import { EmotionList } from './EmotionList';
import { EmotionMark } from './EmotionMark';
import './texts';

const all = Object.entries(EMOTIONS);

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** What rows, messages and panels stand on, as tokens.css has it: ground, surface, sunken and hover, selected, new, bubble, note. */
const GROUNDS = {
  light: ['#faf9f7', '#ffffff', '#f4f3f0', '#e5f4f2', '#fff6da', '#f1efeb', '#dff1ef'],
  dark: ['#151412', '#1b1a18', '#211f1d', '#24221f', '#17312f', '#332c14', '#282623'],
} as const;

describe('the colour table', () => {
  it('has 35 names, each with a colour of its own in both schemes', () => {
    expect(all).toHaveLength(35);
    for (const scheme of [0, 1] as const) expect(new Set([...all.map(([, colours]) => colours[scheme]), UNKNOWN[scheme]]).size).toBe(36);
  });

  it.each([['light', 0], ['dark', 1]] as const)('is seen on every ground in the %s scheme, 3:1 at least', (scheme, at) => {
    const on = GROUNDS[scheme];
    const faint = [...all, ['unknown', UNKNOWN] as const].flatMap(([name, colours]) => on.filter((ground) => contrast(colours[at], ground) < 3).map((ground) => `${name} on ${ground}`));
    expect(faint).toEqual([]);
  });

  it('covers the words of text and voice, other forms of them, and gives unknown ones a neutral colour', () => {
    const wanted = ['anger', 'fear', 'happy', 'love', 'sad', 'surprise', 'curious', 'angry', 'calm', 'fearful', 'disgust', 'surprised'];
    expect(wanted.filter((name) => emotionOf(name) !== name)).toEqual([]);
    expect([emotionOf(' Sadness '), emotionOf('FRUSTRATION'), emotionOf('toString'), emotionOf('zen')]).toEqual(['sad', 'frustrated', null, null]);
    expect([coloursOf('zen'), faceOf('zen'), faceOf('joy'), faceOf('sadness'), faceOf('curious')]).toEqual([UNKNOWN, 'other', 'good', 'bad', 'other']);
  });

  it.each(['en', 'ms', 'zh'] as const)('has words for every name in %s, each its own', (code) => {
    const words = all.map(([name]) => i18next.getFixedT(code, 'emotion')(`name.${name}`, { fallbackLng: [] }));
    expect(words.filter((word) => word.startsWith('name.'))).toEqual([]);
    expect(new Set(words).size).toBe(35);
  });
});

it('shows the strongest with its percentage, and names all of them', async () => {
  draw(<EmotionMark emotions={{ calm: 8.4, anger: 61.6, zen: 0 }} />);
  const mark = await screen.findByRole('img', { name: 'Emotions: Anger 62 %, Calm 8 %' });
  expect([mark.textContent, mark.dataset['emotion']]).toEqual(['Anger 62 %', 'anger']);
});

it('is a face alone where there is no room, and nothing where nobody told any', async () => {
  draw(<EmotionMark emotions={{ zen: 50 }} bare />);
  const mark = await screen.findByRole('img', { name: 'Emotions: zen 50 %' });
  expect([mark.textContent, mark.dataset['emotion']]).toEqual(['', 'unknown']);
  const { container } = draw(<><EmotionMark emotions={{}} /><EmotionMark emotions={undefined} /></>);
  expect(container.querySelector('[role="img"]')).toBeNull();
});

it('counts the messages of a ticket by their strongest, in the language on screen', async () => {
  draw(<EmotionList newest={{ sad: 40 }} counts={{ sad: 3, happy: 1 }} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Sad: 3 messages', 'Happy: 1 message']);
  await act(() => setLanguage('zh'));
  expect(screen.getAllByRole('listitem')[0]?.textContent).toBe('悲伤：3 条消息');
  await act(() => setLanguage('en'));
  expect(ranked({ a: 1, b: 2, c: 0 })).toEqual([{ name: 'b', amount: 2 }, { name: 'a', amount: 1 }]);
});
