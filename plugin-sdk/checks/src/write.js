// Writes the mails of nodemailer anew; the plugin's own tests then say what they become.
import fs from 'node:fs';

import { letters } from './letters.js';
import { place, written } from './mail.js';

for (const [name, letter] of Object.entries(letters)) fs.writeFileSync(place(name), await written(letter));
