// The mail plugin's committed mails: those it reads, those it wrote, and those nodemailer writes.
import fs from 'node:fs';
import path from 'node:path';

import { simpleParser } from 'mailparser';
import MailComposer from 'nodemailer/lib/mail-composer';

const tests = path.join(import.meta.dirname, '../../../plugins/email/tests');

/** The mails of a folder, with the JSON beside each. */
export function mails(folder) {
  const dir = path.join(tests, folder);
  const names = fs.readdirSync(dir).filter((name) => name.endsWith('.eml'));
  return names.sort().map((file) => {
    const name = file.replace(/\.eml$/, '');
    const about = JSON.parse(fs.readFileSync(path.join(dir, `${name}.json`), 'utf8'));
    return { name, raw: fs.readFileSync(path.join(dir, file)), about };
  });
}

/** Where a mail that we read is kept. */
export const place = (name) => path.join(tests, 'fixtures', `${name}.eml`);

/** What mailparser reads in a mail. */
export const parsed = (raw) => simpleParser(raw, { skipTextToHtml: true, skipHtmlToText: true, skipImageLinks: true });

/** What nodemailer writes; the same bytes each time, because boundaries come from the Message-ID. */
export function written(letter) {
  const composer = new MailComposer({ ...letter, baseBoundary: letter.messageId.replace(/\W/g, '') });
  return composer.compile().build();
}

/** Text without the differences that mean nothing: line ends, and space at the ends. */
export const plain = (text) => (text ?? '').replaceAll('\r\n', '\n').replace(/\n{2,}/g, '\n\n').trim();
