import type { AssistResult, Recommendation } from '../src/assist/types';

export function aRecommendation(over: Partial<Recommendation> = {}): Recommendation {
  const source = { article_id: 7, language: 'en', title: 'Refunds', path: '/support/kb/en/7', quote: 'Refunds take five days.', published_at: 1_700_000_000_000 };
  return {
    id: 31,
    classification: 'Refund',
    recommendation: 'Say when the money comes.',
    what_to_do: ['Check the order'],
    how_to_say: ['Begin with an apology'],
    what_to_say: 'Hello,\n\nYour refund takes five days.',
    results: [
      { text: 'Hello,', sources: [] },
      { text: 'Your refund takes five days.', sources: [source] },
    ],
    confidence: 0.82,
    action: 'answer',
    struck: [{ text: 'You also get a voucher.', reason: 'no_source' }],
    helper: 'Local helper',
    translation: null,
    ticket_id: 1,
    message_id: 5,
    ts: 1_700_000_100_000,
    ...over,
  };
}

export function anAssistResult(over: Partial<AssistResult> = {}): AssistResult {
  return {
    id: 9,
    task: 'recommendation',
    ticket_id: 1_000_000_007,
    ticket_number: 7,
    message_id: 5,
    asked_by: 'agent1',
    helper: 'Local helper',
    plugin: 'assist-local 1.0.0',
    outside: false,
    characters: 420,
    redactions: 2,
    took_ms: 35,
    outcome: 'done',
    feedback: 'edited',
    feedback_by: 'agent1',
    ts: 1_700_000_000_000,
    ...over,
  };
}
