/** The index of the contact sheets. */
import type { Flow } from '../flows.ts';
import type { ReachedState } from './walks.ts';

export interface SheetOfFlow {
  readonly flow: Flow;
  readonly states: readonly ReachedState[];
}

export function describeSheets(sheets: readonly SheetOfFlow[]): string {
  const standIns = new Map(sheets.flatMap(({ states }) => states.flatMap(({ name, standIn }) => (standIn === undefined ? [] : [[name, standIn]]))));
  return `# Every state of every flow

Made by \`npm run states\`, which also fails when text is cut or a page is wider than its window. Each state is seen at 320 px light, 360 px dark,
768 px dark, 769 px light, and 1280 px light or dark in turns. What leads there is real: the server, the customer's device, the sandbox's scenarios
and its clock. Only these have something put in the place of an answer:

${[...standIns].map(([name, standIn]) => `- ${name}: ${standIn}`).join('\n')}

${sheets.map(describeFlow).join('\n')}`;
}

function describeFlow({ flow, states }: SheetOfFlow): string {
  return `## ${flow.replaceAll('-', ' ')}

${states.map(({ name }) => name).join(' · ')}

![${flow} on a phone](states/${flow}-narrow.webp)

![${flow} on a wide screen](states/${flow}-wide.webp)
`;
}
