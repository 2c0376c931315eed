// The customers of the stories: each has its own, or one would find the tickets of another.
const taken = new Map();

/** Takes these customers of the demo's bot for a story; one that belongs to another is refused as the tests begin. */
export function customersOf(story, ...ids) {
  for (const id of ids) {
    if (taken.has(id)) throw new Error(`${story} and ${taken.get(id)} have the same customer ${id}`);
    taken.set(id, story);
  }
  return ids;
}
