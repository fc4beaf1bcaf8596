interface HostileText {
  readonly what: string;
  readonly text: string;
  /** Every character is allowed in a SEPA payment. */
  readonly travels?: true;
  /** Contains only letters of a right-to-left script. */
  readonly isRightToLeft?: true;
}

/** Texts with which an attacker could try to deceive a customer or to break a page. */
export const HOSTILE_TEXTS: readonly HostileText[] = [
  { what: 'an element', text: '<b>Lumen Books</b>' },
  { what: 'a script', text: '<script>alert(1)</script>' },
  { what: 'a picture with a handler', text: '<img src=x onerror=alert(1)>' },
  { what: 'an end of an attribute', text: '"><svg onload=alert(1)>' },
  { what: 'an entity', text: '&lt;b&gt;Lumen' },
  { what: 'a message’s placeholder', text: 'Lumen {tppName}' },
  { what: 'a template', text: `\${7*7}{{7*7}}` },
  { what: 'a formula', text: '=HYPERLINK("https://evil.example")' },
  { what: 'an address of script', text: 'javascript:alert(1)', travels: true },
  { what: 'SQL', text: `Lumen'; drop table payment; --` },
  { what: 'a line break', text: 'Lumen\nAmount 0.01 EUR' },
  { what: 'a carriage return', text: 'Lumen\r\nBcc: a@b.example' },
  { what: 'a tabulator', text: 'Lumen\tBooks' },
  { what: 'a bell', text: 'Lumen\u0007Books' },
  { what: 'a terminal’s colours', text: 'Lumen\u001b[31mBooks' },
  { what: 'a delete', text: 'Lumen\u007fBooks' },
  { what: 'a control of Latin-1', text: 'Lumen\u009bBooks' },
  { what: 'a line separator', text: 'Lumen\u2028Books' },
  { what: 'a soft hyphen', text: 'Lu\u00admen Books' },
  { what: 'a space of no width', text: 'Lu\u200bmen Books' },
  { what: 'a joiner', text: 'Lu\u200dmen Books' },
  { what: 'a word joiner', text: 'Lu\u2060men Books' },
  { what: 'a byte order mark', text: 'Lumen\ufeffBooks' },
  { what: 'a letter that is not seen', text: 'Lumen\u3164Books' },
  { what: 'a grapheme joiner', text: 'Lu\u034fmen' },
  { what: 'tags', text: `Lumen${String.fromCodePoint(0xe0041, 0xe0042)}` },
  { what: 'a private character', text: 'Lumen\ue000' },
  { what: 'a mark from right to left', text: 'Lumen\u200fBooks' },
  { what: 'an override', text: 'Lumen\u202eskooB' },
  { what: 'an override that is ended', text: 'Pay \u202eRUE 00.1\u202c now' },
  { what: 'an embedding', text: '\u202bLumen\u202c' },
  { what: 'an isolate', text: 'Lumen\u2067Books\u2069' },
  { what: 'an end of an isolate', text: 'Lumen\u2069\u2069Books' },
  { what: 'Hebrew', text: 'ספרי לומן 100', isRightToLeft: true },
  { what: 'Arabic', text: 'كتب لومن 100', isRightToLeft: true },
  { what: 'a Cyrillic о among Latin letters', text: 'Lumen B\u043e\u043eks' },
  { what: 'a Greek ο among Latin letters', text: 'P\u03bfrtic\u03bf Bank' },
  { what: 'letters of full width', text: 'Ｌｕｍｅｎ Books' },
  { what: 'mathematical letters', text: '𝐋𝐮𝐦𝐞𝐧 Books' },
  { what: 'letters in circles', text: 'Ⓛⓤⓜⓔⓝ' },
  { what: 'a space that does not break', text: 'Lumen\u00a0Books' },
  { what: 'a heap of marks', text: `L${'\u0301'.repeat(30)}umen` },
  { what: 'an emoji', text: 'Lumen ✅ verified' },
  { what: 'a padlock', text: '🔒 Portico Bank' },
  { what: 'quotation marks of another kind', text: '“Lumen”' },
  { what: '300 letters', text: 'L'.repeat(300) },
];
