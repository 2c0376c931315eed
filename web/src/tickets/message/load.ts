/** The page of a mail; other channels have none. */
export const loadMail = async () => (await import('./MailBody')).MailBody;
