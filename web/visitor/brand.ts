import { fields } from './transport/wire';

export interface Brand {
  readonly name: string;
  readonly accent: string | null;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** How the product looks at this host. Without an answer the page is plain. */
export async function loadBrand(): Promise<Brand | null> {
  try {
    const answer = await fetch('/api/variant');
    if (!answer.ok) return null;
    const body = fields(await answer.json());
    const shades = Array.isArray(body['shades']) ? body['shades'].map(text) : [];
    return { name: text(body['name']), accent: shades[7] ?? null };
  } catch {
    return null;
  }
}
