/** From here on a shared dashboard is taken for one on a wall, read from some metres. The styles say the same. */
export const SCREEN_QUERY = '(min-width: 1600px)';
