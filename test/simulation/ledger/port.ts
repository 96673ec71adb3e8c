import type { Admission } from '../../../src/calls/ports/guardPorts.ts';
import type { OrderId } from '../../../src/calls/ports/ids.ts';
import type { KeepPolicy } from '../../../src/calls/ports/keepingPorts.ts';
import {
  type Ledger,
  LedgerRefusal,
  type NewOrder,
  type Settlement,
} from '../../../src/calls/ports/ports.ts';
import { inputName } from '../inputs.ts';
import { checkBegun } from '../invariants/begun.ts';
import { checkFacts } from '../invariants/facts.ts';
import { checkHash, checkRefused, checkTried } from '../invariants/refused.ts';
import { checkSettled } from '../invariants/settled.ts';
import { Random } from '../random.ts';
import type { SimWindow } from '../window.ts';
import type { World } from '../world.ts';
import type { Backend } from './backend.ts';
import { wrapBatches } from './batchPort.ts';
import {
  noteErased,
  noteErasedInput,
  noteLifted,
  noteLost,
  notePage,
  notePolicy,
  noteResolved,
} from './notes.ts';

export type Op = <T>(kind: 'read' | 'write', name: string, effect: () => Promise<T>) => Promise<T>;

/** The ledger as a window has it: each call a step, failing when the plan says so, and what it did written down. */
export function openPort(world: World, window: SimWindow, backend: Backend): Ledger {
  const op: Op = (kind, name, effect) =>
    world.step(window.life, async () => {
      const fault = world.faults.meet(window.index, kind);
      if (fault?.when === 'before') throw failure(world, window, name, fault.words);
      const value = await effect();
      if (fault !== null) throw failure(world, window, name, `${fault.words}, although it was done`);
      return value;
    });
  return {
    ...orders(world, window, backend, op),
    ...others(world, window, backend, op),
    batches: wrapBatches(world, backend.batches, op),
  };
}

function failure(world: World, window: SimWindow, name: string, words: string): Error {
  world.story.tell(window.name, () => `the ledger fails at ${name}: ${words}`);
  return name === 'begin' ? new LedgerRefusal('unwritable', { text: words }) : new Error(words);
}

type Orders = Pick<
  Ledger,
  'begin' | 'settle' | 'recover' | 'erase' | 'eraseInput' | 'applyPolicy' | 'keeping' | 'resolve'
>;

function orders(world: World, window: SimWindow, backend: Backend, op: Op): Orders {
  const lots = new Random(window.index + 1);
  const watched = ({ question, admit }: Admission): Admission => {
    // A transaction that was undone for somebody else's sake is made once more, admission and all.
    const twice = lots.chance(0.1);
    return {
      question,
      admit: (facts) => {
        checkFacts(world, window, question, facts);
        if (twice) admit(facts);
        return admit(facts);
      },
    };
  };
  const begin = async (order: NewOrder, admission?: Admission): Promise<void> => {
    checkTried(world, order);
    try {
      await backend.begin(order, admission === undefined ? undefined : watched(admission));
    } catch (error) {
      checkRefused(world, order, error);
      throw error;
    }
    checkBegun(world, window, order);
  };
  const settle = async (id: OrderId, settlement: Settlement): Promise<void> => {
    await backend.settle(id, settlement);
    checkSettled(world, window, id, settlement);
  };
  const applyPolicy: Ledger['applyPolicy'] = (policy: KeepPolicy, now) =>
    op('write', 'applyPolicy', async () => {
      const erased = await backend.applyPolicy(policy, now);
      notePolicy(world, policy, now, erased);
      return erased;
    });
  return {
    begin: (order, admission) => op('write', 'begin', () => begin(order, admission)),
    settle: (id, settlement) => op('write', 'settle', () => settle(id, settlement)),
    recover: (now) => {
      const { jumps } = world;
      // Whoever gave the time may have read it before the clock was set.
      return op('write', 'recover', async () =>
        noteLost(world, await backend.recover(now), jumps === world.jumps),
      );
    },
    erase: (ids) => op('write', 'erase', async () => noteErased(world, ids, await backend.erase(ids))),
    eraseInput: (print) =>
      op('write', 'eraseInput', async () => noteErasedInput(world, print, await backend.eraseInput(print))),
    applyPolicy,
    // Users of the simulator agree at once to what they choose.
    keeping: { apply: applyPolicy, claim: unused('keeping.claim'), answer: unused('keeping.answer') },
    resolve: (id, resolution) =>
      op('write', 'resolve', async () => {
        await backend.resolve(id, resolution);
        noteResolved(world, id, resolution);
      }),
  };
}

/** For what no way of sending has any business with. */
function unused(name: string): () => Promise<never> {
  return () => Promise.reject(new Error(`nothing under test calls ${name}`));
}

type Others = Omit<Ledger, keyof Orders | 'batches'>;

function others(world: World, window: SimWindow, backend: Backend, op: Op): Others {
  return {
    guard: (question) =>
      op('read', 'guard', async () => {
        const facts = await backend.guard(question);
        checkFacts(world, window, question, facts);
        return facts;
      }),
    get: (id) => op('read', 'get', () => backend.get(id)),
    payloads: (id) => op('read', 'payloads', () => backend.payloads(id)),
    saveDraft: (page, draft, now, seen = 0) =>
      op('write', 'saveDraft', async () => {
        const isKept = await backend.saveDraft(page, draft, now, seen);
        notePage(world, page, { draft, now, seen }, isKept);
        return isKept;
      }),
    draftErasures: (page) => op('read', 'draftErasures', () => backend.draftErasures(page)),
    loadDraft: (page) => op('read', 'loadDraft', () => backend.loadDraft(page)),
    pagesBeginning: unused('pagesBeginning'),
    keepDraftAs: unused('keepDraftAs'),
    sentUnder: unused('sentUnder'),
    deleteDraft: (page) => op('write', 'deleteDraft', () => backend.deleteDraft(page)),
    inputPrint: (operation, body) =>
      op('read', 'inputPrint', async () => {
        const print = await backend.inputPrint(operation, body);
        world.trace.prints.set(print.whole, inputName(operation, body));
        return print;
      }),
    fingerprint: (operation, body) =>
      op('read', 'fingerprint', async () => (await backend.inputPrint(operation, body)).whole),
    keyHash: (place, key) =>
      op('read', 'keyHash', async () => {
        const hash = await backend.keyHash(place, key);
        checkHash(world, place, key, hash);
        world.trace.keyHashes.set(hash, key);
        return hash;
      }),
    liftCoolDown: (account, operation, until, now) =>
      op('write', 'liftCoolDown', async () => {
        await backend.liftCoolDown(account, operation, until, now);
        noteLifted(world, operation, account, until, window.readAt(now));
      }),
    sameInput: (print, limit) => op('read', 'sameInput', () => backend.sameInput(print, limit)),
    close: () => backend.close(),
    list: unused('list'),
    usage: unused('usage'),
    identities: unused('identities'),
    attentionCount: unused('attentionCount'),
    countUpTo: unused('countUpTo'),
    followUps: {
      set: unused('followUps.set'),
      due: unused('followUps.due'),
      addText: unused('followUps.addText'),
      changeText: unused('followUps.changeText'),
      texts: unused('followUps.texts'),
    },
    documents: {
      keep: unused('documents.keep'),
      list: unused('documents.list'),
      open: unused('documents.open'),
      count: unused('documents.count'),
    },
    keys: {
      survived: unused('keys.survived'),
      fetch: unused('keys.fetch'),
      keepInFile: unused('keys.keepInFile'),
    },
    learning: {
      shapes: unused('learning.shapes'),
      heads: unused('learning.heads'),
      inputs: unused('learning.inputs'),
      drifts: unused('learning.drifts'),
      unlearned: unused('learning.unlearned'),
      learnOld: unused('learning.learnOld'),
      forget: unused('learning.forget'),
    },
    transfer: { backUp: unused('transfer.backUp'), restore: unused('transfer.restore') },
    aadhaar: {
      keepUp: unused('aadhaar.keepUp'),
      claimOffer: unused('aadhaar.claimOffer'),
      answerOffer: unused('aadhaar.answerOffer'),
      reduceOld: unused('aadhaar.reduceOld'),
    },
    exists: unused('exists'),
    span: unused('span'),
    distinct: unused('distinct'),
    find: unused('find'),
    note: unused('note'),
    readNote: unused('readNote'),
    events: unused('events'),
    scan: () => {
      throw new Error('nothing under test scans');
    },
    eraseSettledBefore: unused('eraseSettledBefore'),
    eraseRequest: unused('eraseRequest'),
    heldElsewhere: unused('heldElsewhere'),
    erasures: unused('erasures'),
    setAside: unused('setAside'),
    eraseSetAside: unused('eraseSetAside'),
    problems: () => [],
    onDidChange: () => () => undefined,
  };
}
