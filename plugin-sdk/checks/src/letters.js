// Mails for nodemailer to write: what other programs than ours send.
const base = {
  from: { name: 'Ann Lee', address: 'ann@customer.test' },
  to: [{ name: '', address: 'support@desk.test' }],
  date: new Date('2026-11-18T09:00:00Z'),
};
const picture = Buffer.from('89504e470d0a1a0a0000', 'hex');

export const letters = {
  'nodemailer-plain': {
    ...base,
    from: { name: 'O\'Neil, "Pat"', address: 'pat@customer.test' },
    messageId: '<plain.1@customer.test>',
    subject: 'Bestellung über 40 Stühle – wann?',
    text: 'Grüße aus Köln.\n\nEine Zeile mit = und Leerzeichen am Ende \nund 您好 📦.',
    textEncoding: 'quoted-printable',
  },
  'nodemailer-layers': {
    ...base,
    messageId: '<layers.1@customer.test>',
    subject: 'Two lamps',
    text: 'One lamp is broken, see the picture.',
    html: '<p>One lamp is <b>broken</b>: <img src="cid:lamp@customer.test"></p>',
    textEncoding: 'base64',
    attachments: [
      { filename: 'lamp.png', content: picture, cid: 'lamp@customer.test' },
      { filename: 'Rechnung für zwei Lampen, mit einem sehr langen Namen für den Anhang.pdf', content: Buffer.alloc(3000, 'pdf') },
      { filename: '发票.txt', content: '一', contentType: 'text/plain; charset=utf-8' },
    ],
  },
  'nodemailer-reply': {
    ...base,
    messageId: '<reply.1@customer.test>',
    cc: [{ name: 'Bob', address: 'bob@customer.test' }, { name: 'Zoë', address: 'zoe@customer.test' }],
    subject: 'Re: Order 1042',
    inReplyTo: '<1042.op-77@desk.test>',
    references: ['<first@customer.test>', '<1042.op-77@desk.test>'],
    text: 'Thursday is fine.\n\nOn Tue, 17 Nov 2026 at 10:15, Acme Support <support@desk.test> wrote:\n\n> Hello Ann,\n> it will be there on Thursday.',
  },
  'nodemailer-flowed': {
    ...base,
    messageId: '<flowed.1@customer.test>',
    subject: 'A long line',
    text: `${'This line is so long that it has to be broken on its way. '.repeat(6)}\n\nAnd this is the end.`,
  },
  'nodemailer-calendar': {
    ...base,
    messageId: '<calendar.1@customer.test>',
    subject: 'Visit',
    text: 'You are invited.',
    icalEvent: { method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n' },
  },
  'nodemailer-machine': {
    ...base,
    messageId: '<machine.1@customer.test>',
    subject: 'Away',
    headers: { 'Auto-Submitted': 'auto-replied' },
    text: 'I am away until Monday.',
  },
};
