import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { keyTrust } from '../../../src/shapes/keys.ts';
import { noCode } from '../../../src/shapes/model.ts';
import { observed } from '../../../src/shapes/observed.ts';
import { MemoryShapes } from '../../support/memoryShapes.ts';
import { Dice } from '../../support/plantedShapes.ts';

const first = [
  'Ashalata',
  'Rameshwar',
  'Kirandeep',
  'Farhanuddin',
  'Meenakshi',
  'Jagjivan',
  'Lalitha',
  'Omprakash',
  'Pushpavati',
  'Tenzing',
] as const;
const last = [
  'Vermani',
  'Choudhary',
  'Lakshmanan',
  'Siddiquee',
  'Patwardhan',
  'Bhutia',
  'Kurien',
  'Deshpandey',
] as const;

/** Invented people, and all that is theirs. */
function person(
  dice: Dice,
): Record<
  'full' | 'upper' | 'given' | 'joined' | 'email' | 'mobile' | 'pan' | 'plate' | 'aadhaar' | 'street',
  string
> {
  const given = dice.one(first);
  const family = dice.one(last);
  const digits = (count: number): string => dice.many(count, count, () => String(dice.below(10))).join('');
  const letters = (count: number): string =>
    dice.many(count, count, () => String.fromCharCode(65 + dice.below(26))).join('');
  return {
    full: `${given} ${family}`,
    upper: `${given} ${family}`.toUpperCase(),
    given: given.toLowerCase(),
    joined: `${given.toLowerCase()}_${family.toLowerCase()}`,
    email: `${given.toLowerCase()}.${family.toLowerCase()}${dice.below(99)}@example.org`,
    mobile: `9${digits(9)}`,
    pan: `${letters(5)}${digits(4)}${letters(1)}`,
    plate: `ZZ${digits(2)}${letters(2)}${digits(4)}`,
    aadhaar: `4${digits(11)}`,
    street: `${dice.below(99)} ${family} Galli, ${given} Nagar`,
  };
}

/** An answer that has a person's data everywhere: as values under names that tell and names that do not, and as keys. */
function answerAbout(
  who: ReturnType<typeof person>,
  other: ReturnType<typeof person>,
  dice: Dice,
  rare: () => string,
): unknown {
  return {
    status: 'SUCCESS',
    charged: true,
    message: `Looked up ${who.full}`,
    message_code: 'OK',
    order_id: who.pan,
    data: {
      result: {
        owner_name: who.full,
        outcome: dice.one(['linked', 'not_linked']),
        state: who.upper,
        kind: who.given,
        group: other.given,
        class: [who.full, other.joined],
        format: rare(),
        level: { [rare()]: dice.below(9), [rare()]: 0 },
        reason: `no mailbox ${who.email}`,
        score: Number(who.mobile),
        [who.email]: true,
        [who.mobile]: { [who.plate]: 1 },
        [who.full]: { valid: true },
        by: { [who.given]: { share: 1 }, [other.joined]: { share: 2 }, [other.upper]: null },
        holders: [{ [other.given]: who.street }, { [who.upper]: [who.aadhaar] }],
      },
    },
  };
}

describe('what is kept', () => {
  it('holds no byte of the people that went through a thousand answers, as values and as keys', () => {
    const dice = new Dice(14);
    const store = new MemoryShapes();
    const operation = operationById('aadhaar-pan-link');
    const corpus = new Set<string>();
    // First names that stand alone: in no other text of their call, but each in many calls.
    const names = dice.many(40, 40, () =>
      dice.many(3, 4, () => dice.one(['ba', 'shi', 'ru', 'ven', 'kat', 'mo', 'lal', 'ji'])).join(''),
    );
    const rare = (): string => names[dice.below(names.length)] ?? '';
    for (const name of names) corpus.add(name);
    for (let call = 0; call < 1000; call += 1) {
      const who = person(dice);
      const other = person(dice);
      for (const one of [who, other]) for (const text of Object.values(one)) corpus.add(text.toLowerCase());
      const seen = observed({
        operation,
        request: JSON.stringify({
          aadhaar_number: who.aadhaar,
          pan_number: who.pan,
          note: who.full,
          [who.joined]: who.given,
          extra: { [who.email]: 1 },
        }),
        reading: { shape: 'envelope', messageCode: call % 3 === 0 ? who.given.toUpperCase() : 'OK' },
        answer: JSON.stringify(answerAbout(who, other, dice, rare)),
        headers: [],
        receivedAt: call,
      });
      const drifts = store.learn(
        { operation: operation.id, place: 'p', input: `print ${call}`, at: call },
        seen,
      );
      assertClean(
        JSON.stringify(drifts),
        [who, other].flatMap((one) => Object.values(one)),
      );
    }
    for (const name of [...first, ...last]) corpus.add(name.toLowerCase());
    const kept = store.stored() + JSON.stringify(store.all());
    assertClean(kept, [...corpus]);
    assert.match(kept, /not_linked/, "an enumeration that is nobody's is kept");
  });

  it('holds no name of a few people who have much: one word, in many inputs, under what they are there', () => {
    const roles =
      'holder owners nominees seller buyer driver borrower insured directors partner proprietor guarantor applicant co_applicant members children heirs tenant customer verified_by care_of has_owner previousOwners ' +
      'policyholder accountholder cardholder titleholder registered_keeper registered_to issuedTo next_of_kin s_o c_o careof assured proposer lessee cosigner registrant occupant';
    const store = new MemoryShapes();
    for (let call = 0; call < 40; call += 1) {
      const name = (call % 2 === 0 ? 'Rameshwar' : 'ASHALATA') as string;
      const result = Object.fromEntries(
        roles.split(' ').map((role) => [role, /s$/.test(role) ? [name] : name] as const),
      );
      const seen = observed({
        operation: operationById('rc-advanced'),
        request: JSON.stringify({ rc_number: `ZZ00AA${1000 + call}` }),
        reading: { shape: 'envelope', messageCode: 'OK' },
        answer: JSON.stringify({
          data: { result: { ...result, holder_type: 'FIRST', members_status: { state: 'ACTIVE' } } },
        }),
        headers: [],
        receivedAt: call,
      });
      store.learn({ operation: 'rc-advanced', place: 'p', input: `print ${call}`, at: call }, seen);
    }
    const kept = store.stored() + JSON.stringify(store.all());
    assertClean(kept, ['rameshwar', 'ashalata']);
    assert.match(kept, /FIRST/, 'what is said of somebody is kept');
    assert.match(kept, /ACTIVE/, 'what stands below somebody is kept');
  });

  it('holds no code with the name of somebody whom the answer tells by name', () => {
    const codeFor = (owner: string): string =>
      observed({
        operation: operationById('rc-advanced'),
        request: JSON.stringify({ rc_number: 'ZZ00AA1000' }),
        reading: { shape: 'envelope', messageCode: 'OWNER_IS_RAMESHWAR' },
        answer: JSON.stringify({ data: { result: { owner_name: owner } } }),
        headers: [],
        receivedAt: 0,
      }).code;
    assert.equal(codeFor('Rameshwar Choudhary'), noCode);
    assert.equal(codeFor('Lalitha Kurien'), 'OWNER_IS_RAMESHWAR', 'nobody can tell');
  });

  it('says of a key whether it may be', () => {
    const data = [
      '',
      ' ',
      '/',
      '[]',
      '{}',
      'a b',
      'RAMESH KUMAR',
      'someone@example.com',
      '9876543210',
      '2024-01-31',
      'MH00AB1234',
      'f_2024_01',
      'नाम',
      'x'.repeat(65),
      'é',
    ];
    assert.deepEqual(
      data.filter((key) => keyTrust(key) !== 'data'),
      [],
    );
    const vouched = [
      'status',
      'credit_score',
      'isValid',
      'message_code',
      'rc_number',
      'k',
      'line1',
      'resultCode2',
      'vehicle_chasi_number',
      'noc_details',
      'present_address',
    ];
    assert.deepEqual(
      vouched.filter((key) => keyTrust(key) !== 'vouched'),
      [],
    );
    const unvouched = [
      'ramesh',
      'asha_verma',
      'RAMESH',
      '__proto__',
      'constructor',
      'frobnicate',
      'k1',
      'page12',
      'rameshStatus',
    ];
    assert.deepEqual(
      unvouched.filter((key) => keyTrust(key) !== 'unvouched'),
      [],
    );
  });
});

function assertClean(kept: string, corpus: readonly string[]): void {
  const folded = kept.toLowerCase();
  assert.deepEqual(
    corpus.filter((text) => folded.includes(text.toLowerCase())),
    [],
  );
}
