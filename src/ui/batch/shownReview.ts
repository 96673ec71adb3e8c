import * as vscode from 'vscode';
import type { ReviewState } from '../../protocol/batchReview.ts';
import type { RuntimeServices } from '../base/services.ts';
import { pageTranslations } from '../shell/pageTranslations.ts';
import { originName } from './chooseRows.ts';
import type { ChosenResults } from './chosenResults.ts';
import { shownPlace } from './resultsPlace.ts';
import type { ReviewPlan } from './reviewPlan.ts';
import { environmentWords, fieldViews, groupViews, shownView, summaryView } from './reviewState.ts';
import { earlierWords } from './reviewWords.ts';

/** All that the page of a review shows of its rows, and of what they cost now. */
export async function shownReview(
  services: RuntimeServices,
  plan: ReviewPlan,
  results: ChosenResults,
): Promise<Omit<ReviewState, 'id' | 'notice'>> {
  const { operation, review, plan: of } = plan;
  const to = await services.sending.destination(plan.environment);
  const check = await services.sending.look(operation, to, null);
  const summary = review === null ? null : summaryView(review, check);
  const wanted = await results.wanted(plan.source);
  const sent = review === null ? 0 : Object.values(review.counts).reduce((sum, one) => sum + one.sent, 0);
  return {
    plan: of,
    source: plan.source?.name ?? originName(plan.origin),
    earlier: earlierWords(plan.origin),
    problem: plan.noRows.problem,
    problemLine: plan.noRows.line,
    reading: plan.reading,
    operation: operation.id,
    operations: services.operations().map(({ id, title }) => ({ id, title })),
    environment: environmentWords(check),
    header: plan.header,
    columns: plan.kept === null ? (plan.mapping?.names ?? []) : [],
    fields: fieldViews(operation, plan.sources),
    summary,
    groups: review === null ? [] : groupViews(review),
    shown: shownView(review, plan.shown, plan.kept?.came),
    results: { choice: results.choice, file: shownPlace(wanted?.place?.file) },
    canStart: sent > 0 && plan.reading === null,
    l10n: vscode.l10n.bundle === undefined ? {} : pageTranslations(vscode.l10n.bundle),
  };
}
