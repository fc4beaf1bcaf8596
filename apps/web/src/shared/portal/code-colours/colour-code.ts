/** Divides code into parts with a colour. The library returns a tree of values, which stay text: nothing here can become markup. */
import type { LanguageFn } from 'highlight.js';
import bash from 'highlight.js/lib/languages/bash';
import http from 'highlight.js/lib/languages/http';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import { createLowlight } from 'lowlight';

type CodeColour = 'key' | 'string' | 'number' | 'comment';

export interface CodePart {
  readonly text: string;
  readonly colour: CodeColour | undefined;
}

/** By the class that the library gives a part. Parts of other classes have the colour of what they are in. */
const COLOURS: Readonly<Record<string, CodeColour>> = {
  'hljs-keyword': 'key',
  'hljs-type': 'key',
  'hljs-built_in': 'key',
  'hljs-attr': 'key',
  'hljs-attribute': 'key',
  'hljs-variable': 'key',
  'hljs-string': 'string',
  'hljs-number': 'number',
  'hljs-literal': 'number',
  'hljs-comment': 'comment',
};

const lowlight = createLowlight({ bash, http, javascript, json, python });
lowlight.registerAlias({ bash: ['sh'], javascript: ['js'] });

/** For the languages of parts that are loaded on demand. @param grammars by the name of the language */
export function addGrammars(grammars: Readonly<Record<string, LanguageFn>>): void {
  lowlight.register(grammars);
}

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

/** The texts of all parts together are `code`. Code in an unknown language is one part. */
export function colourCode(language: string, code: string): readonly CodePart[] {
  if (!lowlight.registered(language)) return [{ text: code, colour: undefined }];
  return lowlight.highlight(language, code).children.flatMap((node) => partsOf(node, undefined));
}

function partsOf(node: Node, around: CodeColour | undefined): readonly CodePart[] {
  if (node.type === 'text') return [{ text: node.value, colour: around }];
  if (node.type !== 'element') return [];
  const classes = Array.isArray(node.properties.className) ? node.properties.className : [];
  const colour = classes.map((name) => COLOURS[name]).find((known) => known !== undefined) ?? around;
  return node.children.flatMap((child) => partsOf(child, colour));
}
