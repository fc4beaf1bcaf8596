/**
 * The name under which an application asks a bank's customers. It must be readable for what it is: nothing unseen, nothing that looks
 * like other letters. A word of two scripts is how one name is made to look like another (Unicode Technical Standard 39, 5.2).
 */

/** Letters and figures of any script, and the marks that names have; no markup. */
const FORM = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .,&'’()+!-]*[\p{L}\p{M}\p{N}.)!+])?$/u;
/** Letters among them that are drawn as nothing, and more marks on a letter than any language has. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\p{M}{3}/u;
const WORDS = /[^\p{L}\p{M}]+/u;
/** Scripts whose letters look alike. */
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Lisu}/u,
];

/** What is wrong with it, as a sentence; undefined: nothing. */
export function clientNameFlaw(name: string): string | undefined {
  if (!FORM.test(name) || UNSEEN.test(name)) {
    return 'A name begins with a letter or figure and holds letters, figures, spaces and simple punctuation. Choose another one.';
  }
  // Letters in another dress: full width, mathematical, in circles.
  if (name.normalize('NFKC') !== name) return 'This name holds letters in a special form. Write it in ordinary letters.';
  const mixed = name.split(WORDS).find((word) => SCRIPTS.filter((script) => script.test(word)).length > 1);
  return mixed === undefined ? undefined : `The word ${mixed} holds letters of two scripts that look alike. Write each word in one script.`;
}
