import { ErasureWatch } from '../base/erasureWatch.ts';
import type { RuntimeServices, Services } from '../base/services.ts';
import type { FilterState } from '../base/start/filterState.ts';
import { BatchCommands } from '../batch/batchCommands.ts';
import { AnswerDocuments } from '../documents/answerDocuments.ts';
import { closeErased } from '../documents/closeErased.ts';
import { importRequestFields } from '../fields/importFields.ts';
import { helpWork } from '../help/helpCommands.ts';
import { historyWork } from '../history/historyCommands.ts';
import { ordersPage } from '../history/ordersPage.ts';
import { KeyScan } from '../keyScan/keyScan.ts';
import { Lookups } from '../lookup/lookupCommands.ts';
import { ObservedShapes } from '../observed/observed.ts';
import { Forms } from '../panels/forms.ts';
import { inputReader } from '../panels/keptInputs.ts';
import { OpenPages } from '../panels/openPages.ts';
import { OrderTab } from '../panels/orderTab.ts';
import { RequestFiles } from '../requests/requestFiles.ts';
import { Proofs } from '../sending/proofs.ts';
import { readAhead } from '../sending/readAhead.ts';
import type { ShowAnswer } from '../sending/sendCommanded.ts';
import { openSending } from '../sending/sendingPorts.ts';
import { copyCallAs, copySnippet } from '../snippets/snippetCommands.ts';
import { readSpend } from '../spend/spend.ts';
import { UsageCommands } from '../usage/usageCommands.ts';
import type { Features, Runtime } from './features.ts';
import { SettingValues } from './settingValues.ts';

/** How often what is kept of open pages is saved anew, so that it does not age. */
const renewEveryMs = 6 * 3_600_000;

/** The features of one window while they live: those that hold something, to be ended in order. */
class WindowRuntime implements Runtime {
  readonly features: Features;
  private readonly services: RuntimeServices;
  private readonly forms: Forms;
  private readonly order: OrderTab;
  private readonly batches: BatchCommands;
  private readonly erasures: ErasureWatch;
  private readonly renewing: NodeJS.Timeout;
  /** Ended before the sending and the pages, in this order. */
  private readonly parts: readonly { dispose(): void }[];

  constructor(given: Services, filter: FilterState) {
    const services: RuntimeServices = { ...given, sending: openSending(given) };
    const erased = (): Promise<void> => this.erasures.start();
    const remembers = (): void => void erased().catch(this.notKept);
    const show: ShowAnswer = (id, call) => {
      remembers();
      return this.order.showBeside(id, call);
    };
    this.services = services;
    this.forms = new Forms(services, () => {
      remembers();
      readAhead(services);
    });
    this.order = new OrderTab(services);
    this.batches = new BatchCommands(services, new Proofs(services.newId));
    const lookups = new Lookups(services, show, remembers);
    const requestFiles = new RequestFiles(services, show, this.forms.bodies, {
      inForm: (operation, json, isTyped) => this.forms.fill(operation, json, null, false, isTyped),
      asCode: (operation, json) => copyCallAs(services, operation, json),
    });
    const documents = new AnswerDocuments(services, erased);
    const keyScan = new KeyScan(services);
    const usage = new UsageCommands(services, filter);
    const orders = ordersPage(services);
    const observed = new ObservedShapes(services);
    this.erasures = new ErasureWatch(services, [
      () => lookups.forget(),
      () => closeErased(services),
      () => this.forms.dropErased(),
      () => this.order.dropErased(),
    ]);
    this.features = {
      ...{
        lookups,
        requestFiles,
        documents,
        keyScan,
        usage,
        ordersPage: orders,
        batches: this.batches,
        observed,
      },
      pages: new OpenPages(services, this.forms, this.order),
      history: historyWork(services, filter, (id) => this.order.write(id)),
      snippets: { run: (command, argument) => copySnippet(command, services, argument) },
      fields: { importFields: (argument) => importRequestFields(services, argument) },
      spend: { read: () => readSpend(services) },
      help: helpWork(services),
      inputs: inputReader((id) => services.operation(id)),
    };
    this.parts = [
      new SettingValues(),
      this.erasures,
      this.batches,
      keyScan,
      documents,
      requestFiles,
      usage,
      orders,
      observed,
    ];
    this.renewing = setInterval(() => this.renew().catch(this.notKept), renewEveryMs);
    this.renewing.unref();
  }

  private async renew(): Promise<void> {
    await this.forms.renew();
    await this.batches.reviews.renew();
  }

  private readonly notKept = (error: unknown): void =>
    this.services.log.warn('drafts', error instanceof Error ? error.message : '');

  private windowEnds(): void {
    this.forms.windowEnds();
    this.batches.reviews.windowEnds();
  }

  async finish(): Promise<void> {
    this.windowEnds();
    await this.batches.finish();
    await this.services.sending.finish();
  }

  dispose(): void {
    this.windowEnds();
    clearInterval(this.renewing);
    for (const part of this.parts) part.dispose();
    this.services.sending.dispose();
    this.forms.dispose();
    this.order.dispose();
  }
}

/** The parts of the ui that load on first use: what commands do, pages, readers, schemas. */
export function createRuntime(services: Services, filter: FilterState): Runtime {
  return new WindowRuntime(services, filter);
}
