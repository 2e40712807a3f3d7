import type { ControllerStatus } from '#facts/fact.ts'

const numbered = new Intl.Collator('en', { numeric: true })

/** Orders nodes by name, since they come in the order in which they first acted. [LI1] */
export const inOrder = (nodes: readonly ControllerStatus[]): readonly ControllerStatus[] =>
  nodes.toSorted((a, b) => numbered.compare(a.name, b.name))
