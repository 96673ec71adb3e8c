import type { SpendNode } from './start/spendTree.ts';

type Given = Pick<SpendNode, 'id' | 'label'> & Partial<SpendNode>;

/** A row with what most rows have in common. */
export function node(given: Given): SpendNode {
  const description = given.description ?? '';
  const said = description === '' ? given.label : `${given.label}, ${description.replaceAll(' · ', ', ')}`;
  return {
    description,
    spoken: said,
    tooltip: said,
    icon: '',
    color: '',
    open: false,
    children: [],
    filter: null,
    sets: null,
    until: null,
    ...given,
  };
}
