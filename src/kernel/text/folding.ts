/** Accents of Latin, Greek and Cyrillic, as a part of a class of characters. The marks of other scripts carry meaning: vowels, voicing. */
export const ACCENTS = '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f';

/** These marks, and soft hyphens, joiners, variation selectors and the like. */
export function leftOut(marks: string): RegExp {
  return new RegExp(`[${marks}\\p{Default_Ignorable_Code_Point}]`, 'gu');
}

/** Letters that no normalization takes apart, but that are typed as others where a keyboard lacks them. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ',
}; // prettier-ignore
const SPELLED_OUT_LETTERS = new RegExp(`[${Object.keys(SPELLED_OUT).join('')}]`, 'g');

/** A text in lower case as it is typed without such letters. */
export function spellOut(text: string): string {
  return text.replace(SPELLED_OUT_LETTERS, (letter) => SPELLED_OUT[letter] ?? letter);
}
