/** The id by which the action finds the card of a proposal. */
export const CARD_ID = 'pb-suggestion';
