import * as vscode from 'vscode';
import { mayBill } from '../../calls/environments.ts';
import { keyTail } from '../../calls/key.ts';
import type { Preflight } from '../../calls/preflight.ts';
import type { Operation, RequestField } from '../../contract/shapes.ts';
import type {
  EnvironmentView,
  FieldView,
  MagicInputView,
  NoticeView,
  OperationView,
} from '../../protocol/messages.ts';
import { say } from '../translate.ts';
import type { Destination } from './callPlan.ts';

function assumedText(field: RequestField): string {
  return field.assumed === 'echoed'
    ? vscode.l10n.t('assumed: responses echo it; the service documents no request fields')
    : vscode.l10n.t('assumed: the service documents no request fields');
}

function fieldView(field: RequestField): FieldView {
  return {
    name: field.name,
    label: vscode.l10n.t(field.label),
    kind: field.type === 'string-list' ? 'list' : 'text',
    required: field.required,
    placeholder: field.example,
    assumed: assumedText(field),
    personal: field.mask !== null,
  };
}

export function operationView(operation: Operation): OperationView {
  const { id, title, method, path } = operation;
  return {
    id,
    title,
    category: vscode.l10n.t(operation.category),
    method,
    path,
    fields: operation.requestFields.map(fieldView),
  };
}

function keyText(to: Destination): string {
  switch (to.key.kind) {
    case 'simulated':
      return vscode.l10n.t('simulated key');
    case 'present': {
      const tail = keyTail(to.key.key);
      return tail === '' ? vscode.l10n.t('key set') : vscode.l10n.t('key …{0}', tail);
    }
    case 'missing':
      return vscode.l10n.t('no key');
    case 'other-origin':
      return vscode.l10n.t('key must be entered again');
  }
}

export function environmentView(to: Destination, leavesFrom: string): EnvironmentView {
  return {
    name: to.environment.name,
    kind: mayBill(to.environment) ? 'live' : 'sandbox',
    baseUrl: to.baseUrl,
    key: keyText(to),
    keyMissing: to.key.kind === 'missing' || to.key.kind === 'other-origin',
    leavesFrom,
  };
}

export function noticeView(check: Preflight): NoticeView {
  return {
    headline: say(check.headline),
    details: check.details.map(say),
    warning: check.warning === null ? null : say(check.warning),
  };
}

/** The sandbox's scripted inputs for one operation, with the fields they fill. */
export function magicViews(operation: Operation, to: Destination): readonly MagicInputView[] {
  const magic = to.sandbox?.magic ?? [];
  return magic
    .filter((one) => one.operations.includes(operation.id))
    .map((one) => {
      const body = one.body(operation.id);
      const fields: Record<string, string> = {};
      for (const [name, value] of Object.entries(body)) {
        if (typeof value === 'string') fields[name] = value;
        else if (Array.isArray(value)) fields[name] = value.map(String).join('\n');
      }
      return {
        label: say({ text: one.label }),
        description: say({ text: one.description }),
        fields,
        json: JSON.stringify(body, null, 2),
      };
    });
}
