import { DOMParser as DocumentParser, Slice, type Node, type Schema } from '@tiptap/pm/model';
import { cleanBody } from './clean';
import { SCHEMA } from './schema';
import { serialize, type RichText } from './serialize';

/** Without scripts, and without loading anything. */
export function bodyOf(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body;
}

function docOfLines(text: string, schema: Schema): Node {
  const lines = text.split(/\r\n?|\n/).map((line) => schema.node('paragraph', null, line === '' ? [] : [schema.text(line)]));
  return schema.node('doc', null, lines);
}

/** Lines of text, to be put into a paragraph of an editor, whose schema it has to be. */
export function sliceOfLines(text: string, schema: Schema): Slice {
  return new Slice(docOfLines(text, schema).content, 1, 1);
}

/** The document of what was kept. Its HTML is the editor's own, in which every blank counts. */
export function docOf({ text, html }: RichText, schema: Schema = SCHEMA): Node {
  if (html === null) return docOfLines(text, schema);
  const body = bodyOf(html.replaceAll('&nbsp;', ' '));
  return DocumentParser.fromSchema(schema).parse(body, { preserveWhitespace: 'full' });
}

/** What the editor makes of HTML that comes from elsewhere. */
export function richTextOfHtml(html: string): RichText {
  return serialize(DocumentParser.fromSchema(SCHEMA).parse(cleanBody(bodyOf(html))));
}
