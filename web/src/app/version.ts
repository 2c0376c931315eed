/** The stamped build: major, minor, revision and tag. */
export const VERSION = '1.1.5 d';
