/** The page on which a payroll is sent as a file, and what is wrong with it line by line. */
import { html, type Markup } from '../html.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { bankField, callsCard, dayField, ordersCard, speedField } from '../instructions/order-form.ts';
import { page } from '../pages/layout.ts';
import type { PayrollForm } from './payroll.ts';
import type { FileFault } from './payroll-file.ts';

/** More are counted. */
const FAULTS_SHOWN_MAX = 20;

export function payrollPage(form: PayrollForm, instructions: readonly Instruction[]): string {
  const { fields, errors, faults } = form;
  return page(
    'Payroll',
    html`<h1>Payroll</h1>
<p class="lead">For the office next door: pay all salaries from one file, with one signature. Nothing is sent before every line is right.</p>
<div class="columns">
<div class="stack">
${faults.length === 0 ? undefined : faultsCard(faults)}
<section class="card" aria-labelledby="file">
<h2 id="file">The file</h2>
<p class="small muted">One line for each person, and a first line that names the columns: <code>name,iban,amount,reference</code>. At most 1,000 lines. <a href="/payroll/sample.csv" download>Download a sample</a></p>
<form method="post" action="/payroll" enctype="multipart/form-data" novalidate>
<label class="field"><span>CSV file</span><input type="file" name="file" accept=".csv,text/csv"></label>
<label class="field"><span>or paste its lines</span><textarea name="text" rows="7" spellcheck="false" autocomplete="off">
${fields.text}</textarea></label>
${dayField({ name: 'date', label: 'Payday', value: fields.date, hint: 'Empty: as soon as the bank can', error: errors.date })}
<label class="pick"><input type="checkbox" name="batch" value="yes"${fields.batch === 'yes' ? html` checked` : undefined}><span class="grow">Prefer one booking for all<span class="small muted block">your bank decides whether your statement shows each payment</span></span></label>
${bankField(form)}
${speedField(form)}
<button class="btn primary wide" type="submit">Check the payroll</button>
</form>
</section>
</div>
<div class="stack">
${ordersCard('Your payrolls', 'None yet. This browser finds them again here.', instructions)}
${callsCard('bulk-payments')}
</div>
</div>`,
  );
}

function faultsCard(faults: readonly FileFault[]): Markup {
  const rows = faults
    .slice(0, FAULTS_SHOWN_MAX)
    .map(
      ({ line, text }) =>
        html`<li><span class="narrowable"><strong>${line === undefined ? 'The file' : `Line ${line}`}</strong><span class="block">${text}</span></span></li>`,
    );
  const more = faults.length - rows.length;
  return html`<section class="card outcome notPaid" aria-labelledby="faults" role="alert">
<h2 id="faults">${faults.length === 1 ? 'One thing is' : `${faults.length} things are`} wrong. Nothing was sent.</h2>
<ul class="lines">${rows}</ul>
${more > 0 ? html`<p class="muted">And ${more} more further down the file.</p>` : undefined}
</section>`;
}
