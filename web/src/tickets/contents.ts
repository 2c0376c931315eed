import type { Content } from '../api/content';
import type { Message } from '../api/types';

const KINDS = new Set<string>(['location', 'contact', 'choice', 'custom', 'quick_replies', 'buttons', 'template']);

function isContent(value: unknown): value is Content {
  return (
    typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string' && KINDS.has(value.kind)
  );
}

/** What a message holds besides text and files, in the order it was sent. Unknown kinds are told by its text. */
export function contentsOf(message: Pick<Message, 'contents'>): Content[] {
  return (message.contents ?? []).filter(isContent);
}

/** How the server says a content in a line of text. */
function wordsOf(content: Content): string | null {
  switch (content.kind) {
    case 'location': {
      const name = [content.name, content.address].filter((part) => part).join(', ');
      const point = `${content.latitude.toFixed(6)}, ${content.longitude.toFixed(6)}`;
      return name === '' ? point : `${name} (${point})`;
    }
    case 'contact':
      return `${content.name}: ${[...(content.phones ?? []), ...(content.emails ?? [])].join(', ')}`;
    case 'choice':
      return content.title;
    case 'custom':
      return `[${content.type}]`;
    case 'quick_replies':
    case 'buttons':
    case 'template':
      return null;
  }
}

/** The server puts contents into words below the text, for lists and search; the screen shows the thing itself. */
export function withoutWords(text: string, contents: readonly Content[]): string {
  const lines = text.split('\n');
  for (const content of [...contents].reverse()) {
    const words = wordsOf(content);
    const count = words?.split('\n').length ?? 0;
    if (words !== null && lines.slice(-count).join('\n') === words) lines.splice(-count, count);
  }
  return lines.join('\n').trimEnd();
}

interface Point {
  latitude: number;
  longitude: number;
}

/** A map of the world that needs no account, opened only when somebody asks for it. */
export function mapLink(point: Point): string {
  const [latitude, longitude] = [point.latitude.toFixed(6), point.longitude.toFixed(6)];
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
}

/** "3.1390, 101.6869", a map's address or "geo:3.1,101.7": the two numbers, or null. */
export function readPoint(text: string): Point | null {
  // A map's address tells its zoom first, so the last pair counts.
  const match = [...text.matchAll(/(?=(?<![\d.])(-?\d{1,2}(?:\.\d+)?)\s*[,/]\s*(-?\d{1,3}(?:\.\d+)?)(?![\d.]))/g)].at(-1);
  if (match === undefined) return null;
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}
