/** The actions on tickets come with the first menu or key that needs them, or a little after the start. */
export const loadTicketItems = async () => (await import('.')).TicketItems;

/** The same for the menu of a message. */
export const loadMessageItems = async () => (await import('.')).MessageItems;

/** The same for the last menu of the bar of the chosen tickets. */
export const loadManyItems = async () => (await import('.')).ManyItems;

/** What happens once a ticket was resolved. */
export const loadAfter = () => import('./after');
