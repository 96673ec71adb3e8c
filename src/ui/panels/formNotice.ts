import { placeOf } from '../../calls/environments/environments.ts';
import { withOneWait } from '../../calls/inputs/oneWait.ts';
import { inputAt, QuietTwins } from '../../calls/inputs/quietTwins.ts';
import type { NewOrder } from '../../calls/ports/ports.ts';
import type { Destination } from '../../calls/sending/ports.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { NoticeView } from '../../protocol/messages.ts';
import type { RuntimeServices } from '../base/services.ts';
import { noticeView } from './pageViews.ts';

/** What a form says before Send: what it can cost and what stands in its way. */
export class FormNotice {
  private readonly services: RuntimeServices;
  private readonly quiet: QuietTwins;
  /** As it was last sent to the page. */
  private shown = '';

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
    this.quiet.holds(inputAt(to.environment.name, placeOf(to.environment), body));
    const told = check.obstacles.filter((one) => this.quiet.tells(one));
    return noticeView({ ...check, obstacles: withOneWait(told) });
  }

  /** For a snapshot. */
  async show(to: Destination, operation: Operation, body: string): Promise<NoticeView> {
    const notice = await this.at(to, operation, body);
    this.shown = JSON.stringify(notice);
    return notice;
  }

  /** Whether it would say something else than was shown. */
  async hasChanged(operation: Operation, body: string): Promise<boolean> {
    return JSON.stringify(await this.of(operation, body)) !== this.shown;
  }
}
