import { own } from '../../contract/own.ts';
import { isObject, showIn } from './texts.ts';

type Show = (found: object) => unknown;

function each(show: Show): Show {
  return (found) => {
    const all: unknown = 'items' in found ? found.items : found;
    if (Array.isArray(all)) for (const one of all) show(one);
  };
}

function texts(...names: readonly string[]): Show {
  return (found) => showIn(found, names);
}

const showItem = texts('label', 'description', 'tooltip', 'accessibilityInformation');
const showCompletion = texts('label', 'detail', 'documentation');
const showLens: Show = (lens) => {
  if ('command' in lens && isObject(lens.command)) showIn(lens.command, ['title', 'tooltip']);
};

/** What a person reads of what a provider gives, by its method. */
const shows: Readonly<Record<string, Show>> = {
  getTreeItem: showItem,
  resolveTreeItem: showItem,
  provideFileDecoration: texts('tooltip', 'badge'),
  provideHover: texts('contents'),
  provideCompletionItems: each(showCompletion),
  resolveCompletionItem: showCompletion,
  provideCodeLenses: each(showLens),
  resolveCodeLens: showLens,
  provideCodeActions: each(texts('title')),
};

/** What was asked for, its texts made visible, now or once it is there. */
function shown(found: unknown, show: Show): unknown {
  if (!isObject(found)) return found;
  if ('then' in found) return Promise.resolve(found).then((later) => shown(later, show));
  show(found);
  return found;
}

/** A provider that gives what the given one does, with every text made visible. */
export function visibleProvider<T extends object>(real: T): T {
  return new Proxy(real, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const show = own(shows, String(name));
      if (show === undefined) return value.bind(target);
      return (...args: readonly unknown[]) => shown(Reflect.apply(value, target, args), show);
    },
  });
}
