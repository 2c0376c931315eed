const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };

export function escapeAttribute(text: string): string {
  return text.replace(/[&<"]/g, (sign) => SIGNS[sign] ?? sign);
}

export function escapeText(text: string): string {
  return text.replace(/[&<]/g, (sign) => SIGNS[sign] ?? sign);
}

/** Escaped text in which blanks stay apart that HTML would join into one. */
export function htmlOfText(text: string): string {
  return escapeText(text.replace(/\t/g, '    ')).replace(/ {2,}/g, (run) => `${'&nbsp;'.repeat(run.length - 1)} `);
}

/**
 * The editor's HTML as a mail program shows it best. In the editor each line is a paragraph of its own, where
 * mail programs leave room between paragraphs; and an item or a code block ends with a line break, so that
 * whoever takes the tags out still has lines.
 */
export function outgoingHtml(html: string): string {
  return html
    .replaceAll('</p><p>', '<br>')
    .replaceAll(/<li><p>(.*?)<\/p>/g, '<li>$1\n')
    .replaceAll('</pre>', '</pre>\n')
    .replace(/^<p>(?:<br>)*(?:<\/p>)?/, (start) => (start.endsWith('</p>') ? '' : '<p>'))
    .replace(/(?:<br>)*<\/p>$/, '</p>')
    .replace(/<p><\/p>$/, '')
    .trimEnd();
}
