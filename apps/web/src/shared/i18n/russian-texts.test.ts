/** Faults that Russian texts had and may not have again. What holds for every language is in translations.test.ts. */
import { describe, expect, it } from 'vitest';
import { allTexts } from './testing/translated-texts.ts';

interface Rule {
  readonly title: string;
  readonly fault: RegExp;
  /** Texts that the rule has to find. */
  readonly wrong: readonly string[];
  readonly right: readonly string[];
}

const RULES: readonly Rule[] = [
  {
    title: 'do not say of a sign-in that it is completed where it has ended',
    fault: /(?<!\p{Letter})вход(?: \p{Letter}+){0,2} заверш/iu,
    wrong: ['Этот вход завершён', 'Ваш вход в банк завершён.', 'Меньше чем через минуту вход будет завершён.'],
    right: ['Ваш сеанс в банке завершён.', 'Запрос на вход больше не действует', 'Вход выполнен: {name}.'],
  },
  {
    title: 'write a condition as a condition, not as a question and a command',
    fault: /\? Введите/u,
    wrong: ['На телефоне тот же код? Введите там PIN1 от Smart-ID.'],
    right: ['Если на телефоне тот же контрольный код, введите PIN1 Smart-ID.'],
  },
  {
    title: 'do not say whose the account is where the names differ',
    fault: /не принадлежит|Владелец счёта\s?— не /u,
    wrong: ['Счёт не принадлежит указанному получателю.', 'Владелец счёта\u00a0— не {creditorName}.'],
    right: ['Имя получателя не совпадает с именем владельца счёта.'],
  },
  {
    title: 'compare names with names, not with accounts',
    fault: /совпада(?:ет|ют) со счет|совпада(?:ет|ют) со счёт/u,
    wrong: ['# имя не совпадает со счётом.', 'Все имена (#) совпадают со счетами.'],
    right: ['Имя совпадает с именем владельца счёта.'],
  },
  {
    title: 'do not tell the customer to sign in as another person',
    fault: /войдите как/iu,
    wrong: ['Выйдите и войдите как тот, кто её ставит.'],
    right: ['Войдите снова.', 'войдите другим способом'],
  },
  {
    title: 'say what a payment waits for',
    fault: /жд[её]т (?:вас|своего дня)(?!\p{Letter})/u,
    wrong: ['Принят, ждёт своего дня', 'Этот платёж больше не ждёт вас'],
    right: ['Ждёт второй подписи', 'Платёж по-прежнему ждёт подписи: попробуйте снова.'],
  },
];

describe.each(RULES)('texts in Russian $title', ({ fault, wrong, right }) => {
  it('in every catalogue', () => {
    expect(Object.entries(allTexts('ru')).filter(([, text]) => fault.test(text))).toEqual([]);
  });

  it.each(wrong)('which refuses “%s”', (text) => {
    expect(fault.test(text)).toBe(true);
  });

  it.each(right)('which allows “%s”', (text) => {
    expect(fault.test(text)).toBe(false);
  });
});
