import { visible } from '../../contract/visible.ts';

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A text, or an object that holds one as Markdown does; anything else comes back as it is. */
export function visibleText<T>(given: T): T {
  if (typeof given === 'string') return visible(given) as T & string;
  if (isObject(given) && 'value' in given && typeof given.value === 'string') {
    const shown = visible(given.value);
    if (shown !== given.value) given.value = shown;
  }
  return given;
}

/** Gives the named properties of an object that was made to be shown their visible form. */
export function showIn<T extends object>(given: T, names: readonly string[]): T {
  for (const name of names) {
    const value: unknown = Reflect.get(given, name);
    if (typeof value === 'string' || isObject(value)) {
      const shown = Array.isArray(value) ? value.map(visibleText) : shownDeep(value);
      if (shown !== value) Reflect.set(given, name, shown);
    }
  }
  return given;
}

/** A label may be an object with a `label`, what is said of a control one with a `label` and a `role`. */
function shownDeep(value: unknown): unknown {
  if (isObject(value) && 'label' in value && typeof value.label === 'string') {
    const label = visible(value.label);
    return label === value.label ? value : { ...value, label };
  }
  return visibleText(value);
}

/** An object like the given one whose named properties are visible; the given one itself where all are. It is not changed. */
export function shownLike<T>(given: T, names: readonly string[]): T {
  if (!isObject(given)) return visibleText(given);
  const changed = names.flatMap((name) => {
    const value: unknown = Reflect.get(given, name);
    const shown = typeof value === 'string' ? visible(value) : value;
    return shown === value ? [] : [[name, shown]];
  });
  return changed.length === 0 ? given : { ...given, ...Object.fromEntries(changed) };
}

/** An object of VS Code's whose named properties are made visible when they are set; all else is as it was. */
export function showWhenSet<T extends object>(real: T, names: readonly string[]): T {
  const set = new Set<PropertyKey>(names);
  return new Proxy(real, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set: (target, name, value) =>
      Reflect.set(target, name, set.has(name) ? visibleValue(value) : value, target),
  });
}

const inObjects = ['label', 'description', 'detail', 'message', 'tooltip'];

function visibleValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => shownLike(one, inObjects));
  const isMarkdown = isObject(value) && 'value' in value && typeof value.value === 'string';
  return isObject(value) && !isMarkdown ? shownLike(value, inObjects) : visibleText(value);
}
