import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { aFolder, aWindow, bytes, filesHolding, keyRing } from './aLedger.ts';
import { answers, at, requestOf, teach } from './taught.ts';

const names = ['Asha', 'Ramesh', 'Fatima', 'Gurpreet', 'Lakshmi'].flatMap((first) =>
  ['Vermaxyzzyq', 'Kumarxyzzyq', 'Shaikhxyzzyq', 'Singhxyzzyq', 'Iyerxyzzyq'].map(
    (last) => `${first} ${last}`,
  ),
);

/** All invented: a person with everything that may stand in an answer. */
function personOf(n: number) {
  const name = names[n % names.length] ?? '';
  const digits = String(7_000_000_000 + n * 7919);
  return {
    name,
    plate: `XX${10 + (n % 80)}QZ${1000 + n}`,
    phone: digits,
    email: `${name.toLowerCase().replace(' ', '.')}${n}@example.invalid`,
    address: `${n} Invented Lane, Nowhere ${560_000 + n}`,
    pan: `ZZZPZ${1000 + n}Z`,
  };
}

function lettersOf(n: number): string {
  return [...String(n)].map((digit) => 'bdfghjklmp'[Number(digit)]).join('');
}

function resultOf(n: number): unknown {
  const { name, plate, phone, email, address, pan } = personOf(n);
  return {
    status: n % 3 === 0 ? 'ACTIVE' : 'EXPIRED',
    owner_name: name,
    father: name.toUpperCase(),
    plate,
    phone: n % 2 === 0 ? phone : Number(phone),
    contact: {
      [email]: { [name]: phone },
      [name.replace(' ', '_')]: address,
      [(name.split(' ')[1] ?? '').toLowerCase()]: 1,
    },
    // As no field of this answer says whose they are: a key, and a value, that one input alone has.
    friends: { [`${lettersOf(n)}xyzzyq`]: true },
    nick: n < 12 ? `${lettersOf(n)}xyzzyq` : 'none',
    list: [{ address }, { pan, note: `${name} of ${address}` }, name, email],
    [`x${plate}`]: plate,
  };
}

it('a corpus of names, numbers and addresses leaves no byte in the file, its log, a backup or what is restored', async (t) => {
  const count = 300;
  const folder = aFolder(t);
  const ledger = await aWindow(t, folder, keyRing('a-key'), { passphraseCost: 1 << 10 });
  for (let n = 0; n < count; n += 1) {
    await teach(ledger, `o${n}`, { input: personOf(n).plate, result: resultOf(n), at: n });
  }
  // What all names, mails, addresses, plates and numbers of the corpus have in common, however they are spelt; telephones one by one.
  const common = [/[a-z]xyzzyq/i, /@example/i, /invented lane/i, /nowhere 56/i, /XX\d\dQZ/i, /ZZZPZ\d/i];
  const phones = Array.from({ length: count }, (_, n) => personOf(n).phone);
  for (const one of common) assert.ok(one.test(JSON.stringify(resultOf(1))) || one.test(personOf(1).pan));
  const clean = (where: string): void => {
    for (const name of readdirSync(where)) {
      const file = readFileSync(join(where, name)).toString('latin1');
      assert.deepEqual(
        common.flatMap((one) => one.exec(file) ?? []),
        [],
        name,
      );
      assert.deepEqual(
        phones.filter((phone) => file.includes(phone)),
        [],
        name,
      );
    }
  };
  const values = at(await answers(ledger), 'data.result.status')?.values;
  assert.deepEqual(values?.map(({ value }) => value).toSorted(), ['ACTIVE', 'EXPIRED']);
  clean(folder);
  // Nor once the log has gone into the file.
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  clean(folder);
  const { whole } = await ledger.inputPrint('rc-advanced', bytes(requestOf(personOf(3).plate)));
  await ledger.eraseInput(whole);
  await ledger.erase([orderId('o5')]);
  clean(folder);
  const backup = join(aFolder(t), 'orders.backup');
  await ledger.transfer.backUp(backup, 'a passphrase of this test');
  clean(dirname(backup));
  assert.deepEqual(filesHolding(dirname(backup), bytes('owner_name')), []);
  const other = aFolder(t);
  const restored = await aWindow(t, other, keyRing('another-key'), { passphraseCost: 1 << 10 });
  await restored.transfer.restore(backup, 'a passphrase of this test');
  assert.deepEqual(await restored.learning.shapes({}), await ledger.learning.shapes({}));
  clean(other);
});
