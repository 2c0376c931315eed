/** The lists behind signs come with the first focus of a field. */
export const loadSuggestions = async () => (await import('./Suggestions')).Suggestions;
