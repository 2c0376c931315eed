/** What is wrong with a rating, field by field; nothing means that it may be sent. */
export interface RatingProblems {
  readonly stars: boolean;
  readonly reason: boolean;
}

/** No star chosen is 0; below five stars the client wants to know why. */
export function ratingProblems(stars: number, reason: string): RatingProblems {
  const chosen = stars >= 1 && stars <= 5;
  return { stars: !chosen, reason: chosen && stars < 5 && reason.trim() === '' };
}
