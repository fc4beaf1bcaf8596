/**
 * Writes the extract of the Berlin Group's OpenAPI file that the tests compare the API with:
 * `node tools/nextgenpsd2.mjs nextgenpsd2-1.3.12.json`. The file itself is not part of the repository; see the README beside the extract.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const [source] = process.argv.slice(2);
if (source === undefined) {
  process.stderr.write('usage: node tools/nextgenpsd2.mjs <OpenAPI file of the Berlin Group, as JSON>\n');
  process.exit(1);
}

const TARGET = new URL('../apps/server/src/testing/nextgenpsd2/standard-1.3.12.json', import.meta.url);
const METHODS = ['get', 'post', 'put', 'delete'];
/** Keywords with explanations, which restrict nothing. */
const WORDS = new Set(['description', 'example', 'examples', 'title', 'externalDocs']);
/** The bank supports none of these operations, so only their paths and their 405 are needed. */
const NOT_OFFERED = /signing-baskets|card-accounts|^PUT /;

const document = JSON.parse(readFileSync(source, 'utf8'));
const { components } = document;
const schemas = {};
const responses = {};
const operations = {};

const nameOf = (reference) => reference.split('/').at(-1);

/** Copies a schema without its explanations, and collects the schemas that it refers to. */
function copySchema(schema) {
  if (Array.isArray(schema)) return schema.map(copySchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  if (typeof schema.$ref === 'string') {
    const name = nameOf(schema.$ref);
    if (!(name in schemas)) {
      schemas[name] = {};
      schemas[name] = copySchema(components.schemas[name]);
    }
    return { $ref: `#/$defs/${name}` };
  }
  const copied = Object.entries(schema).flatMap(([key, value]) => {
    if (key === 'properties') return [[key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copySchema(each)]))]];
    return WORDS.has(key) ? [] : [[key, copySchema(value)]];
  });
  return Object.fromEntries(copied);
}

/**
 * The codes of a response such as `BAD_REQUEST_400_PIIS`, from the list of that status and service; undefined where the file has no list.
 * The schemas are no source: the file lets errors 400 of funds confirmations refer to the codes of account information.
 */
function codesOf(response) {
  const [, status, service] = /_(\d{3})_(\w+)$/.exec(response);
  return components.schemas[`MessageCode${status}_${service}`]?.enum;
}

function addResponse(name) {
  const { headers = {}, content = {} } = components.responses[name];
  const schema = content['application/json']?.schema;
  const codes = codesOf(name);
  responses[name] = {
    headers: Object.fromEntries(
      Object.entries(headers).map(([header, value]) => [header, (value.$ref ? components.headers[nameOf(value.$ref)] : value).required === true]),
    ),
    ...(schema === undefined ? {} : { body: copySchema(schema) }),
    ...(codes === undefined ? {} : { codes }),
  };
}

for (const [path, methods] of Object.entries(document.paths)) {
  for (const method of METHODS.filter((each) => each in methods)) {
    const call = `${method.toUpperCase()} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;
    const { operationId, responses: answers } = methods[method];
    const statuses = Object.entries(answers).filter(([status]) => status === '405' || !NOT_OFFERED.test(call));
    operations[call] = { operationId, answers: Object.fromEntries(statuses.map(([status, { $ref }]) => [status, nameOf($ref)])) };
    for (const name of Object.values(operations[call].answers)) if (!(name in responses)) addResponse(name);
  }
}

writeFileSync(TARGET, `${JSON.stringify({ operations, responses, schemas }, null, 2)}\n`);
