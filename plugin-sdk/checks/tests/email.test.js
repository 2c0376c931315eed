// Mail, by mailparser and nodemailer: what our plugin writes is read by the one, what the other
// writes is read by our plugin. The plugin's own tests hold it to the same committed mails.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { letters } from '../src/letters.js';
import { mails, parsed, plain, written } from '../src/mail.js';

const bare = (id) => id?.replace(/^<|>$/g, '') ?? null;
const list = (one) => [].concat(one ?? []).map(bare);
const addresses = (field) => [].concat(field ?? []).flatMap((one) => one.value).map(({ name, address }) => [name, address]);

test('Email: mailparser reads what the plugin writes as it was meant', async () => {
  const composed = mails('composed');
  assert.ok(composed.length >= 6, `${composed.length}`);
  for (const { name, raw, about } of composed) {
    const { sender, draft, shown } = about;
    const mail = await parsed(raw);
    assert.equal(mail.subject, shown.subject, name);
    assert.deepEqual(addresses(mail.from), [[sender.name, sender.address]], name);
    assert.deepEqual(addresses(mail.to), shown.to, name);
    assert.deepEqual(addresses(mail.cc), shown.cc ?? [], name);
    const answers = sender.reply_to ? [[sender.name, sender.reply_to]] : [];
    assert.deepEqual(addresses(mail.replyTo), answers, name);
    assert.equal(bare(mail.messageId), shown.message_id, name);
    assert.equal(bare(mail.inReplyTo), shown.in_reply_to ?? null, name);
    assert.deepEqual(list(mail.references), shown.references ?? [], name);
    assert.equal(mail.date.getTime(), sender.now_ms, name);
    assert.equal(plain(mail.text), plain(shown.text ?? draft.text), name);
    assert.equal(plain(mail.html || ''), plain(draft.html), name);
    assert.equal(mail.headers.get('auto-submitted'), draft.automatic ? 'auto-replied' : undefined, name);
    const files = mail.attachments.map((one) => [one.filename, one.contentType, one.cid ?? null, one.related ?? false, one.content.toString('base64')]);
    assert.deepEqual(files, (draft.files ?? []).map((one) => [one.filename, one.mime, one.content_id ?? null, Boolean(one.content_id), one.base64]), name);
  }
});

test('Email: the plugin reads what nodemailer writes as it was meant', async () => {
  for (const [name, letter] of Object.entries(letters)) {
    const raw = await written(letter);
    const kept = mails('fixtures').find((mail) => mail.name === name);
    assert.ok(raw.equals(kept.raw), `${name}: npm run write makes it anew`);
    const ours = kept.about.letter;
    assert.equal(ours.subject, letter.subject, name);
    assert.deepEqual(ours.from, letter.from, name);
    assert.equal(ours.external_id, bare(letter.messageId), name);
    assert.equal(ours.at_ms, letter.date.getTime(), name);
    assert.equal(plain(ours.extras['full-text'] ?? ours.text), plain(letter.text), name);
    assert.equal(plain(ours.html), plain(letter.html), name);
    assert.equal(ours.reply_to, bare(letter.inReplyTo), name);
    assert.deepEqual(ours.references.toSorted(), list(letter.references).toSorted(), name);
    assert.equal(ours.extras.cc, letter.cc?.map((one) => one.address).join(', '), name);
    assert.equal(Boolean(ours.automatic), Boolean(letter.headers), name);
    const files = ours.attachments.filter((one) => !/\.ics$/.test(one.filename));
    assert.deepEqual(
      files.map((one) => [one.filename, one.content_id, one.size]),
      (letter.attachments ?? []).map((one) => [one.filename, one.cid ?? null, Buffer.from(one.content).length]),
      name,
    );
    assert.equal(ours.attachments.length > files.length, Boolean(letter.icalEvent), name);
  }
});

// Fixtures that we read differently on purpose, and what differs.
const OURS = {
  // Whoever it is to be answered, by Reply-To, or wrote to the list, not the machine in between.
  'contact-form': 'from',
  'contact-form-reply-to': 'from',
  'front-like-desk': 'from',
  'google-group': 'from',
  'google-group-dmarc': 'from',
  listserv: 'from',
  'reply-to-other-person': 'from',
  'reply-to-second-usable': 'from',
  sympa: 'from',
  'ticket-system-receipt': 'from',
  'zendesk-like-desk': 'from',
  // The same, and a footer that is a part of its own stands apart.
  'mailman2-dmarc': 'from text',
  // The part for machines is no text.
  'dsn-delayed': 'text',
  'dsn-expanded-list': 'text',
  // Ids that were broken or wrapped in words are mended.
  'folded-references': 'references',
  'message-id-garbled': 'references',
  'references-garbled': 'references',
  // Paths, direction marks and names that mean devices are taken out; broken ones are kept readable.
  'hostile-names': 'files',
  'names-of-traps': 'files',
  'rfc2231-charsets': 'files',
  // So are control characters.
  'html-nul': 'subject',
  'nul-bytes': 'text',
  // Forwarded mails and digests stay files of their own.
  'nested-forward': 'text files',
  'forward-two-attached': 'text',
  'list-digest': 'text',
  // Half of a file for a Macintosh is no file.
  'apple-double': 'files',
  // The charset is guessed where it is not told, or told wrongly, or is one that mailparser does not know.
  'raw-8bit-headers': 'from subject',
  'raw-8bit-unlabelled': 'from subject text',
  'words-cut-inside-a-character': 'from subject',
  'charset-cp50220': 'text',
  'charset-cp50220-subject': 'subject',
  'charset-cp858': 'text',
  'charset-hz': 'subject text',
  'charset-iso-2022-kr': 'text',
  'charset-johab': 'text',
  'charset-latin-1-labelled-utf-8': 'subject text',
  'charset-unknown-label': 'subject text',
  'charset-utf-16-wrong-label': 'text',
  'charset-utf-7': 'subject text',
  'charset-utf-8-labelled-gb2312': 'subject text',
  'charset-utf-8-labelled-latin-1': 'subject text',
  'charset-x-iso-2022-jp': 'text',
  'html-meta-raw-subject': 'subject',
  // Shift sequences (RFC 1468, RFC 1557) say more than a label, or none.
  'japanese-as-us-ascii': 'text',
  'japanese-as-utf-8': 'text',
  'japanese-raw-from': 'from subject text',
  'japanese-raw-subject': 'subject',
  'japanese-without-charset': 'text',
  'japanese-without-content-type': 'text',
  'korean-without-charset': 'text',
  // The transfer encoding is read by its grammar; of two, the one that encodes counts.
  'encoding-twice': 'text',
  'encoding-with-blank': 'text',
  'encoding-with-semicolon': 'text',
  // Brackets around brackets belong to no name.
  'from-brackets-twice': 'from',
  // Words that a filter put in front of base64 do not spoil it.
  'base64-filter-banner': 'text',
  'base64-garbage': 'text',
  // Parts are told apart by an empty line.
  'boundary-with-spaces': 'text',
  'charset-mixed-parts': 'text',
  // Line ends of old machines, and empty lines above the headers.
  'cr-only': 'id',
  'leading-blank-lines': 'id text',
  // A date that cannot be is the time of arrival.
  'date-far-past': 'date',
  'date-impossible': 'date',
  'date-in-words': 'date',
  // There is a bottom to how deep parts may lie.
  'deep-nesting': 'text',
  // The marks of a signature around the text are taken off.
  'pgp-inline-signed': 'text',
  // Files inside the text become files; what is no text stays as it is.
  uuencode: 'text',
  yenc: 'text',
  // A flowed quotation is written with a space behind its marks.
  'em-client-german': 'text',
};

test('Email: mailparser reads the fixtures of the plugin as the plugin does', async () => {
  let alike = 0;
  const apart = {};
  for (const { name, raw, about } of mails('fixtures')) {
    if (!about.letter) continue;
    const ours = about.letter;
    const mail = await parsed(raw);
    const [from] = addresses(mail.from);
    const known = list(mail.references).concat(list(mail.inReplyTo));
    const differs = [];
    const same = (what, one, other) => JSON.stringify(one) === JSON.stringify(other) || differs.push(what);
    // Without a sender, an id or a usable date there is nothing to compare with.
    if (from?.[1]) same('from', [ours.from.name ?? '', ours.from.address.toLowerCase()], [from[0], from[1].toLowerCase()]);
    if (mail.subject) same('subject', ours.subject, mail.subject);
    if (!ours.external_id.endsWith('@patchbay.invalid')) same('id', ours.external_id, bare(mail.messageId));
    if (mail.date && mail.date < new Date('2027-01-01')) same('date', ours.at_ms, mail.date.getTime());
    // Of a long chain we keep the ends; of a report its parts tell us which mail it is about.
    if (!about.news && !ours.automatic) same('references', ours.references.filter((id) => !known.includes(id)), []);
    if (!about.news && mail.text) same('text', plain(ours.extras['full-text'] ?? ours.text), plain(mail.text));
    // mailparser has no names for files without one.
    const named = ours.attachments.filter((_, n) => mail.attachments[n]?.filename !== undefined);
    const files = mail.attachments.filter((one) => one.filename !== undefined);
    if (!about.news) same('files', named.map((one) => [one.filename, one.size]), files.map((one) => [one.filename, one.size]));
    if (differs.length) apart[name] = differs.join(' ');
    else alike += 1;
  }
  console.log(`${alike} mails are read alike`);
  assert.deepEqual(apart, OURS);
  assert.ok(alike >= 280, `${alike}`);
});
