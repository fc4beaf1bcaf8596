/** Contract tests for queries: customers see only their own accounts, pages neither skip nor repeat entries, and the bank's terms are lawful. */
import { isT2BusinessDay } from '@portico/primitives';
import { describe, expect, it } from 'vitest';
import { signatoryNameOf } from '../signatory-name.ts';
import { daysAround, type OpenTest } from './bank-under-test.ts';

const UNKNOWN_IBAN = 'EE000000000000000000';

export function describeReading(test: OpenTest): void {
  describe('customers and accounts', () => {
    it('know a customer by his identity and by his id as the same person, and nobody by what was never given', async () => {
      const { opened } = test();
      const { customer } = await opened.takeAccount();
      const { country, nationalIdentityNumber, sandboxId, customerId } = customer;
      expect(await opened.bank.findCustomerByIdentity(country, nationalIdentityNumber)).toMatchObject({ customerId, name: customer.name });
      expect(await opened.bank.findCustomer({ sandboxId, customerId })).toMatchObject({ customerId, nationalIdentityNumber });
      expect(await opened.bank.findCustomerByIdentity(country, '00000000000')).toBeUndefined();
      expect(await opened.bank.findCustomer({ sandboxId, customerId: 'c-unknown' })).toBeUndefined();
    });

    it('are the same however they are asked for, and what can be spent is what is booked less what is reserved', async () => {
      const { opened, teller } = test();
      const [account, other] = [await opened.takeAccount(), await opened.takeAccount()];
      const held = teller.transfer(account, other, { product: 'INDIVIDUAL_SEPA' });
      await teller.hold(held);
      const { customer, iban } = account;
      const listed = await opened.bank.listAccounts(opened.db, customer);
      const readable = await opened.accounts.readAccounts(customer);
      expect(readable.map((each) => [each.accountId, each.iban, each.currency])).toEqual(
        listed.map((each) => [each.accountId, each.iban, each.currency]),
      );
      const one = readable.find((each) => each.iban === iban);
      expect(one?.availableCents).toBe((one?.bookedCents ?? 0) - held.amountCents - held.feeCents);
      expect(await opened.bank.findAccount(opened.db, customer, iban)).toMatchObject({ iban, availableCents: one?.availableCents });
      expect(await opened.accounts.readAccount(customer, account.accountId)).toEqual(one);
      await teller.release(held);
    });

    it('are nobody else’s: another customer’s account is answered as one that does not exist', async () => {
      const { opened } = test();
      const [own, foreign] = [await opened.takeAccount(), await opened.takeAccount()];
      const wanted = { ...daysAround(), limit: 10, after: undefined };
      for (const [iban, accountId] of [
        [foreign.iban, foreign.accountId],
        [UNKNOWN_IBAN, 'acc_unknown'],
      ] as const) {
        expect(await opened.bank.findAccount(opened.db, own.customer, iban)).toBeUndefined();
        expect(await opened.accounts.readAccount(own.customer, accountId)).toBeUndefined();
        expect(await opened.accounts.readBooked(own.customer, { ...wanted, accountId })).toBeUndefined();
        expect(await opened.accounts.readPending(own.customer, { ...wanted, accountId })).toBeUndefined();
        expect(await opened.accounts.readTransaction(own.customer, { accountId, transactionId: 'unknown' })).toBeUndefined();
      }
    });

    it('need one signature where the bank says so, and the customer himself stands first among those who sign', async () => {
      const { opened } = test();
      const { customer } = await opened.takeAccount();
      const [first] = await opened.bank.listSignatories(opened.db, customer);
      expect(first === undefined || first.customerId === customer.customerId).toBe(true);
      expect(await opened.bank.listSignedFor(opened.db, customer)).toEqual([]);
    });
  });

  describe('a company with two signatories', () => {
    it('has the company’s name, and first name and surname of the person who authenticates for it', async () => {
      const found = await test().opened.findCompany();
      if (found === undefined) return;
      const { company, second } = found;
      expect(company.type).toBe('company');
      expect(signatoryNameOf(company)).not.toBe(company.name);
      expect(signatoryNameOf(second)).not.toBe(signatoryNameOf(company));
    });

    it('lists both persons by their own names, the first signatory under the company’s id', async () => {
      const { opened } = test();
      const found = await opened.findCompany();
      if (found === undefined) return;
      const { company, second } = found;
      expect(await opened.bank.listSignatories(opened.db, company)).toEqual([
        { customerId: company.customerId, name: signatoryNameOf(company) },
        { customerId: second.customerId, name: signatoryNameOf(second) },
      ]);
      expect(second.signsFor).toBe(company.customerId);
      expect(await opened.bank.listSignedFor(opened.db, second)).toEqual([{ customerId: company.customerId, name: company.name }]);
      expect(await opened.bank.listSignedFor(opened.db, company)).toEqual([]);
    });
  });

  describe('the roles of a person', () => {
    it('are of one person: each has the country and the personal code, and names the same roles', async () => {
      const { opened } = test();
      const { customer } = await opened.takeAccount();
      const found = await opened.findCompany();
      const people = found === undefined ? [customer] : [customer, found.company, found.second, ...((await opened.findRoles?.()) ?? [])];
      for (const person of people) {
        const roles = await opened.bank.listRoles(opened.db, person);
        const { sandboxId, customerId, country, nationalIdentityNumber } = person;
        if (roles.length > 0) expect(roles.map((role) => role.customerId)).toContain(customerId);
        for (const role of roles) {
          const owner = { sandboxId, customerId: role.customerId };
          const acted = await opened.bank.findCustomer(owner);
          expect(acted).toMatchObject({ country, nationalIdentityNumber });
          expect(role.signsSecond === true).toBe(acted?.signsFor !== undefined);
          expect(await opened.bank.listRoles(opened.db, owner)).toEqual(roles);
        }
      }
      expect(await opened.bank.listRoles(opened.db, { ...customer, customerId: 'c-unknown' })).toEqual([]);
    });

    it('are distinct customers, and the accounts of one are not listed for another', async () => {
      const { opened } = test();
      for (const person of (await opened.findRoles?.()) ?? []) {
        const roles = await opened.bank.listRoles(opened.db, person);
        expect(roles.length).toBeGreaterThan(1);
        const { sandboxId } = person;
        const lists = await Promise.all(roles.map(({ customerId }) => opened.bank.listAccounts(opened.db, { sandboxId, customerId })));
        const ibans = lists.flat().map(({ iban }) => iban);
        expect(new Set(ibans).size).toBe(ibans.length);
      }
    });
  });

  describe('bookings', () => {
    it('stand on both sides, newest first, and can be found again by their id', async () => {
      const { opened, teller } = test();
      const [from, to] = [await opened.takeAccount(), await opened.takeAccount()];
      const transfer = teller.transfer(from, to);
      await teller.pay(transfer);
      const newest = async ({ customer, accountId }: typeof from) => {
        const page = await opened.accounts.readBooked(customer, { accountId, ...daysAround(), limit: 10, after: undefined });
        return page?.movements.find(({ part, remittance }) => part === 'principal' && remittance === transfer.remittance);
      };
      const [debit, credit] = [await newest(from), await newest(to)];
      const { endToEndId } = transfer;
      expect(debit).toMatchObject({ amountCents: -transfer.amountCents, counterpartIban: to.iban, endToEndId });
      expect(credit).toMatchObject({ amountCents: transfer.amountCents, counterpartIban: from.iban, endToEndId });
      const transactionId = debit?.transactionId ?? '';
      expect(await opened.accounts.readTransaction(from.customer, { accountId: from.accountId, transactionId })).toEqual(debit);
    });

    it('come in pages that neither skip nor repeat one, also while others are booked', async () => {
      const { opened, teller } = test();
      const [from, to] = [await opened.takeAccount(), await opened.takeAccount()];
      const pay = () => teller.pay(teller.transfer(from, to, { amountCents: 1 }));
      for (let count = 0; count < 7; count += 1) await pay();
      const wanted = { accountId: to.accountId, ...daysAround() };
      const all = await opened.accounts.readBooked(to.customer, { ...wanted, limit: 500, after: undefined });
      const expected = all?.movements.map(({ entryId }) => entryId) ?? [];
      const read: number[] = [];
      for (let after: { bookingDate: string; entryId: number } | undefined; ; ) {
        const page = await opened.accounts.readBooked(to.customer, { ...wanted, limit: 3, after });
        const last = page?.movements.at(-1);
        if (page === undefined || last === undefined) break;
        read.push(...page.movements.map(({ entryId }) => entryId));
        after = last;
        await pay();
      }
      expect(read).toEqual(expected);
      const [newest = 0] = expected;
      const since = await opened.accounts.readBookedSince(to.customer, { ...wanted, limit: 500, entryId: newest });
      expect(since?.knowsEntry).toBe(true);
      const later = since?.movements.map(({ entryId }) => entryId) ?? [];
      expect(later.length).toBeGreaterThan(0);
      expect(later.every((entryId, index) => entryId > (index === 0 ? newest : (later[index - 1] ?? 0)))).toBe(true);
    });
  });

  describe('an upper bound', () => {
    it('leaves out what was booked after it, in pages from the newest on and from an entry on', async () => {
      const { opened, teller } = test();
      const [from, to] = [await opened.takeAccount(), await opened.takeAccount()];
      const pay = () => teller.pay(teller.transfer(from, to, { amountCents: 1 }));
      const wanted = { accountId: to.accountId, ...daysAround(), limit: 2 };
      const idsOf = (page: { readonly movements: readonly { readonly entryId: number }[] } | undefined) =>
        page?.movements.map(({ entryId }) => entryId) ?? [];
      for (let count = 0; count < 3; count += 1) await pay();
      const upTo = await opened.accounts.readNewestEntry(to.customer, to.accountId);
      const [newest = 0, second = 0] = idsOf(await opened.accounts.readBooked(to.customer, { ...wanted, after: undefined }));
      expect(upTo).toBe(newest);
      for (let count = 0; count < 3; count += 1) await pay();
      expect(await opened.accounts.readNewestEntry(to.customer, to.accountId)).toBeGreaterThan(upTo);
      expect(idsOf(await opened.accounts.readBooked(to.customer, { ...wanted, after: undefined, upTo }))).toEqual([newest, second]);
      expect(idsOf(await opened.accounts.readBookedSince(to.customer, { ...wanted, limit: 10, entryId: second, upTo }))).toEqual([newest]);
      expect(idsOf(await opened.accounts.readBookedSince(to.customer, { ...wanted, limit: 10, entryId: newest, upTo }))).toEqual([]);
    });
  });

  describe('the bank’s terms', () => {
    it('verify a payee: the right name matches, a wrong one does not and is told nothing, and a silent bank is no “no”', async () => {
      const { opened } = test();
      const { customer } = await opened.takeAccount();
      const { sandboxId } = customer;
      const { iban, name } = opened.payee;
      const asked = [
        { iban, name },
        { iban, name: 'Somebody Altogether Different' },
        { iban: opened.silentIban, name },
      ];
      const answers = await opened.bank.verifyPayees(opened.db, sandboxId, asked);
      expect(answers.map(({ result }) => result)).toEqual(['MTCH', 'NMTC', 'NOAP']);
      expect(answers[1]).not.toHaveProperty('matchedName', name);
      expect(await opened.bank.verifyPayees(opened.db, sandboxId, [{ iban, name }])).toEqual(answers.slice(0, 1));
    });

    it('ask whole cents, and for instant never more than for ordinary (Regulation (EU) 2024/886, Art. 5b)', async () => {
      const { opened } = test();
      const { iban: debtorIban } = await opened.takeAccount();
      for (const creditorIban of [opened.payee.iban, opened.silentIban]) {
        const fee = (product: 'INDIVIDUAL_SEPA' | 'INDIVIDUAL_INSTANT_SEPA') =>
          opened.bank.feeCents({ product, debtorIban, creditorIban, amountCents: 12_345 });
        expect(Number.isSafeInteger(fee('INDIVIDUAL_SEPA')) && fee('INDIVIDUAL_SEPA') >= 0).toBe(true);
        expect(fee('INDIVIDUAL_INSTANT_SEPA')).toBeLessThanOrEqual(fee('INDIVIDUAL_SEPA'));
      }
    });

    it('execute an ordinary payment never before it came, and on the next business day where it came on a closed one', async () => {
      const { bank } = test().opened;
      const saturday = new Date('2026-10-24T09:00:00Z');
      const executed = bank.ordinaryExecutionTime(saturday, undefined);
      expect(executed > saturday && isT2BusinessDay(executed.toISOString().slice(0, 10))).toBe(true);
      const monday = new Date('2026-10-26T09:00:00Z');
      expect(bank.ordinaryExecutionTime(monday, undefined) >= monday).toBe(true);
      expect(bank.ordinaryExecutionTime(monday, '2026-11-02').toISOString().slice(0, 10)).toBe('2026-11-02');
    });

    it('offer at least one way to authenticate in the customer’s country, and only those', async () => {
      const { opened } = test();
      const { customer } = await opened.takeAccount();
      const offered = opened.bank.authMethodsOf(customer.country);
      expect(offered.length).toBeGreaterThan(0);
      expect(customer.authMethods.every((method) => offered.includes(method))).toBe(true);
    });
  });
}
