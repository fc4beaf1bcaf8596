/**
 * Finds names of applications that pass for the bank: the name is the title of the pages on which customers sign. Compared are skeletons, in the sense
 * of Unicode Technical Standard 39 (4): letters that look alike become one. A Cyrillic or Greek letter is read as it looks or as it sounds, each letter
 * for itself, because readers mix both. Letters of two scripts in a word are refused before (`client-name.ts`), so small tables are enough.
 */

/** How Cyrillic and Greek letters look. */
const LOOKS: Readonly<Record<string, string>> = {
  ...{ а: 'a', в: 'b', с: 'c', ԁ: 'd', е: 'e', ё: 'e', г: 'r', һ: 'h', н: 'h', і: 'i', ї: 'i', ј: 'j', к: 'k', ӏ: 'l', м: 'm', п: 'n', и: 'u' },
  ...{ о: 'o', р: 'p', ԛ: 'q', ѕ: 's', т: 't', у: 'y', ѵ: 'v', ԝ: 'w', х: 'x', ъ: 'b', ь: 'b', з: 'e', б: 'b', є: 'e', ћ: 'h', ђ: 'h', ґ: 'r' },
  ...{ α: 'a', β: 'b', ε: 'e', η: 'n', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', γ: 'y', ω: 'w', ς: 'c', σ: 'o', μ: 'u' },
};
/** How Greek capitals look, where the small letter looks like another one. */
const CAPITALS: Readonly<Record<string, string>> = { γ: 'r', η: 'h', ν: 'n', υ: 'y' };
/** How they sound. */
const SOUNDS: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'z', з: 'z', и: 'i', й: 'i', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p' },
  ...{
    р: 'r',
    с: 's',
    т: 't',
    у: 'u',
    ф: 'f',
    х: 'h',
    ц: 'c',
    ч: 'c',
    ш: 's',
    щ: 's',
    ы: 'y',
    э: 'e',
    ю: 'u',
    я: 'a',
    і: 'i',
    ї: 'i',
    є: 'e',
    ґ: 'g',
    ј: 'j',
    љ: 'l',
    њ: 'n',
    ћ: 'c',
    ђ: 'd',
    џ: 'd',
    ѕ: 'z',
  },
  ...{
    α: 'a',
    β: 'b',
    γ: 'g',
    δ: 'd',
    ε: 'e',
    ζ: 'z',
    η: 'i',
    ι: 'i',
    κ: 'k',
    λ: 'l',
    μ: 'm',
    ν: 'n',
    ο: 'o',
    π: 'p',
    ρ: 'r',
    σ: 's',
    ς: 's',
    τ: 't',
  },
};
/** Letters without a decomposition, and figures in place of letters. */
const LIKE: Readonly<Record<string, string>> = {
  ...{ ı: 'i', ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ß: 'b', æ: 'ae', œ: 'oe', þ: 'p', ð: 'd', ŋ: 'n', ŧ: 't', ĸ: 'k' },
  ...{ 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 6: 'b', 7: 't', 8: 'b', 9: 'g', '!': 'l', '|': 'l', '@': 'a', $: 's' },
};

/** Signs in place of letters, such as `P()rti(o` and `Por+ico`. Signs also separate words, and then they are left out. */
const SIGNS: Readonly<Record<string, string>> = { '(': 'co', '+': 't' };
/** Letters that are taken for each other. Doubled letters count once, so `vv`, which looks like a w, is a v. */
const ALIKE: Readonly<Record<string, string>> = { i: 'l', c: 'k', m: 'rn', w: 'v' };

/** A shorter name of a bank may be part of ordinary words. */
const WITHIN_MIN = 5;

/** @param names of the bank and its product. @returns whether a name contains one of them, in any spelling that looks or sounds like it */
export function createBankNameCheck(names: readonly string[]): (clientName: string) => boolean {
  const ownNames = names
    .flatMap((name) => [LOOKS, SOUNDS].map((table) => lettersOf(name).flatMap((letter) => (isSign(letter) ? [] : readingIn(table, letter)))))
    .filter((letters) => letters.length > 0)
    .map((letters) => ({ skeleton: skeletonOf(letters.join('')), isPartOfWords: letters.length < WITHIN_MIN }));
  return (clientName) => {
    const letters = lettersOf(clientName).map((letter) => readingsOf(letter));
    return ownNames.some(({ skeleton, isPartOfWords }) => reads(letters, skeleton, isPartOfWords));
  };
}

function lettersOf(name: string): readonly string[] {
  return [...name.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')];
}

/** Whether letters with several readings can be read as a name: all of them, or any part. */
function reads(letters: readonly (readonly string[])[], name: string, isWhole: boolean): boolean {
  // How many letters of the name may have been read, over all readings until now.
  let counts = new Set([0]);
  for (const readings of letters) {
    counts = new Set(readings.flatMap((reading) => [...counts].flatMap((count) => countAfter(name, count, reading))));
    if (!isWhole) {
      if (counts.has(name.length)) return true;
      counts.add(0);
    }
  }
  return counts.has(name.length);
}

/** The count after one more reading; none if the name does not go on so. A letter that was just read may be doubled, which is easily overlooked. */
function countAfter(name: string, count: number, reading: string): readonly number[] {
  let counts = [count];
  for (const letter of reading) {
    counts = counts.flatMap((at) => [...(name[at] === letter ? [at + 1] : []), ...(at > 0 && name[at - 1] === letter ? [at] : [])]);
  }
  return counts;
}

function readingsOf(letter: string): readonly string[] {
  const readings = [...[LOOKS, CAPITALS, SOUNDS].map((table) => readingIn(table, letter)), ...(SIGNS[letter] ?? '')];
  return [...new Set([...readings.map((reading) => skeletonOf(reading)), ...(isSign(letter) ? [''] : [])])];
}

function readingIn(table: Readonly<Record<string, string>>, letter: string): string {
  return table[letter] ?? LIKE[letter] ?? letter;
}

function isSign(letter: string): boolean {
  return !/[\p{L}\p{N}]/u.test(letter);
}

function skeletonOf(letters: string): string {
  return [...letters]
    .map((letter) => ALIKE[letter] ?? letter)
    .join('')
    .replaceAll(/(.)\1+/gu, '$1');
}
