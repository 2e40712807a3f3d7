import type { NodeVerdict } from '#facts/scheduling.ts'

/** The scores of a node by plugin, the greatest first: `TaintToleration 300, PodTopologySpread 200`. [LI3] */
export const scoreWords = ({ scores }: NodeVerdict): string =>
  Object.entries(scores)
    .filter(([, score]) => score > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([plugin, score]) => `${plugin} ${score}`)
    .join(', ')

/** The filter that refused a node, with the server's reasons. [LI3] */
export const verdictWords = ({ refusedBy, reasons }: NodeVerdict): string => `${refusedBy}: ${reasons.join(', ')}`
