import { coverData } from '../../contract/coverText.ts';
import type { OwnInput } from '../../contract/ownInput.ts';
import type { Phrase } from '../../contract/words.ts';
import type { DriftsView, DriftView, SignView } from '../../protocol/messages.ts';
import { kindWords } from '../../shapes/kindWords.ts';
import { type Drift, type DriftGrade, driftGrades, type Kind } from '../../shapes/model.ts';
import { pathText } from '../../shapes/path.ts';
import type { Say } from './saidView.ts';

const gradeWords: Readonly<Record<DriftGrade, Phrase>> = {
  breaking: { text: 'breaking' },
  notable: { text: 'notable' },
  new: { text: 'new' },
};

const sentences: Readonly<Record<DriftGrade, Phrase>> = {
  breaking: { text: 'departs from what was learned: breaking' },
  notable: { text: 'departs from what was learned: notable' },
  new: { text: 'departs from what was learned: new' },
};

const shortSigns: Readonly<Record<DriftGrade, Phrase>> = {
  breaking: { text: 'departs: breaking' },
  notable: { text: 'departs: notable' },
  new: { text: 'departs: new' },
};

const tones: Readonly<Record<DriftGrade, SignView['tone']>> = {
  breaking: 'caution',
  notable: 'neutral',
  new: 'neutral',
};

function kindsSaid(kinds: readonly Kind[], say: Say): string {
  return kinds.map((kind) => say(kindWords[kind])).join(', ');
}

/** What departs, without its path. */
function textOf({ what }: Drift, say: Say): string {
  switch (what.kind) {
    case 'missing':
      return say({ text: 'missing' });
    case 'new-kind':
      return say({
        text: '{0}, previously only {1}',
        args: [kindsSaid([what.found], say), kindsSaid(what.known, say)],
      });
    case 'new-value':
      return say({ text: 'a value never seen here' });
    case 'new-field':
      return say({ text: 'a field never seen: {0}', args: [kindsSaid(what.found, say)] });
  }
}

function evidenceOf({ what, inputs }: Drift, say: Say): string {
  switch (what.kind) {
    case 'missing':
      return say({ text: 'always there in {0} inputs', args: [inputs] });
    case 'new-kind':
    case 'new-value':
      return say({ text: 'otherwise in {0} inputs', args: [inputs] });
    case 'new-field':
      return say({ text: 'not in {0} inputs', args: [inputs] });
  }
}

/** Undefined where nothing departs. The gravest first; a key of the service's is covered like its other words. */
export function driftsView(drifts: readonly Drift[], own: OwnInput, say: Say): DriftsView | undefined {
  const sorted = driftGrades.flatMap((grade) => drifts.filter((one) => one.grade === grade));
  const [gravest] = sorted;
  if (gravest === undefined) return undefined;
  return {
    sign: {
      label: say({ text: 'Learned' }),
      value: say(shortSigns[gravest.grade]),
      tone: tones[gravest.grade],
    },
    spoken: say(sentences[gravest.grade]),
    departures: sorted.map(
      (drift): DriftView => ({
        grade: drift.grade,
        word: say(gradeWords[drift.grade]),
        where: drift.path.length === 0 ? say({ text: 'the body' }) : coverData(pathText(drift.path), own),
        text: textOf(drift, say),
        evidence: evidenceOf(drift, say),
      }),
    ),
  };
}
