/**
 * Finds names of applications that pass for the bank: the name is the title of the pages on which customers sign. Compared are skeletons, in the sense
 * of Unicode Technical Standard 39 (4): letters that look alike become one. Letters of two scripts in a word are refused before (`client-name.ts`), so
 * small tables are enough.
 */

/** How Cyrillic and Greek letters look. */
const LOOKS: Readonly<Record<string, string>> = {
  ...{ а: 'a', в: 'b', с: 'c', ԁ: 'd', е: 'e', ё: 'e', г: 'r', һ: 'h', н: 'h', і: 'i', ї: 'i', ј: 'j', к: 'k', ӏ: 'l', м: 'm', п: 'n', и: 'u' },
  ...{ о: 'o', р: 'p', ԛ: 'q', ѕ: 's', т: 't', у: 'y', ѵ: 'v', ԝ: 'w', х: 'x', ъ: 'b', ь: 'b', з: 'e', б: 'b', є: 'e', ћ: 'h', ђ: 'h', ґ: 'r' },
  ...{ α: 'a', β: 'b', ε: 'e', η: 'n', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', γ: 'y', ω: 'w', ς: 'c', σ: 'o', μ: 'u' },
};
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

/** Signs in place of letters. Elsewhere they separate words and are left out. */
const SIGNS: readonly (readonly [sign: string, letter: string])[] = [
  ['()', 'o'],
  ['(', 'c'],
  ['+', 't'],
];

/** A shorter name of a bank may be part of ordinary words. */
const WITHIN_MIN = 5;

/** @param names of the bank and its product. @returns whether a name contains one of them, in any spelling that looks or sounds like it */
export function createBankNameCheck(names: readonly string[]): (clientName: string) => boolean {
  const ownNames = new Set(names.flatMap((name) => skeletonsOf(name)).filter((name) => name !== ''));
  return (clientName) => {
    const skeletons = skeletonsOf(clientName);
    return [...ownNames].some((own) => skeletons.some((skeleton) => (own.length < WITHIN_MIN ? skeleton === own : skeleton.includes(own))));
  };
}

function skeletonsOf(name: string): readonly string[] {
  const plain = name.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');
  const spelled = SIGNS.reduce((text, [sign, letter]) => text.replaceAll(sign, letter), plain);
  return [plain, spelled].flatMap((text) => [LOOKS, SOUNDS].map((table) => skeletonOf([...text], table)));
}

function skeletonOf(letters: readonly string[], table: Readonly<Record<string, string>>): string {
  return (
    letters
      .map((letter) => table[letter] ?? LIKE[letter] ?? letter)
      .join('')
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
      .replaceAll('rn', 'm')
      .replaceAll('vv', 'w')
      .replaceAll('i', 'l')
      .replaceAll('c', 'k')
      // A doubled letter is easily overlooked.
      .replaceAll(/(.)\1+/gu, '$1')
  );
}
