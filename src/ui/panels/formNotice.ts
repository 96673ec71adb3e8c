import { placeOf } from '../../calls/environments/environments.ts';
import { canTakeOut } from '../../calls/inputs/newEntries.ts';
import { withOneWait } from '../../calls/inputs/oneWait.ts';
import { inputAt, QuietTwins } from '../../calls/inputs/quietTwins.ts';
import type { NewOrder } from '../../calls/ports/ports.ts';
import type { Destination } from '../../calls/sending/ports.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { FormState, NoticeView, OperationView } from '../../protocol/messages.ts';
import type { RuntimeServices } from '../base/services.ts';
import { learnedFields } from './formLearned.ts';
import { noticeView, operationView } from './pageViews.ts';

type Shown = Pick<FormState, 'notice' | 'operation'>;

/** What a form says before Send: what it can cost, what stands in its way, and what calls showed of its fields. */
export class FormNotice {
  private readonly services: RuntimeServices;
  private readonly quiet: QuietTwins;
  /** Notice and fields as they were last sent to the page. */
  private shown: readonly string[] = [];
  /** See Preflight. */
  changesAt: number | null = null;

  /** @param own the order whose answer the form shows, or null */
  constructor(services: RuntimeServices, own: string | null) {
    this.services = services;
    this.quiet = new QuietTwins(own);
  }

  left(order: NewOrder): void {
    const body = new TextDecoder().decode(order.requestBody);
    this.quiet.left(inputAt(order.environment, order.place, body));
  }

  async of(operation: Operation, body: string): Promise<NoticeView> {
    return this.at(await this.services.sending.destination(), operation, body);
  }

  async at(to: Destination, operation: Operation, body: string): Promise<NoticeView> {
    const check = await this.services.sending.look(operation, to, body);
    this.changesAt = check.changesAt;
    this.quiet.holds(inputAt(to.environment.name, placeOf(to.environment), body));
    const told = check.obstacles.filter((one) => this.quiet.tells(one));
    return noticeView({ ...check, obstacles: withOneWait(told) }, canTakeOut(operation, body));
  }

  private async fields(to: Destination, operation: Operation): Promise<OperationView> {
    return operationView(operation, await learnedFields(this.services, operation, to));
  }

  /** For a snapshot. */
  async show(to: Destination, operation: Operation, body: string): Promise<Shown> {
    const notice = await this.at(to, operation, body);
    const fields = await this.fields(to, operation);
    this.shown = [JSON.stringify(notice), JSON.stringify(fields)];
    return { notice, operation: fields };
  }

  /** Whether it would say something else than was shown: orders, and what was learned or forgotten, in whatever window. */
  async hasChanged(operation: Operation, body: string): Promise<boolean> {
    const to = await this.services.sending.destination();
    const [notice, fields] = this.shown;
    return (
      JSON.stringify(await this.at(to, operation, body)) !== notice ||
      JSON.stringify(await this.fields(to, operation)) !== fields
    );
  }
}
