/** A number of the exchange and whom or what it reaches. */
export interface NamedNumber {
  number: string;
  name: string;
}

/** Those whose number or name has what was typed; none once it is a whole one, as there is nothing left to choose. */
export function matching(numbers: readonly NamedNumber[], text: string): NamedNumber[] {
  const typed = text.trim().toLowerCase();
  if (numbers.some(({ number }) => number === typed)) return [];
  return numbers.filter(({ number, name }) => number.includes(typed) || name.toLowerCase().includes(typed));
}
