// What the host lends is known by these names inside a component; `lent.ts` gives them types.
declare module 'patchbay:plugin/*';
