/** Says how many of the nodes fail for which reason, sorted as text. [LC62] */
export function explain(nodeCount: number, reasons: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const texts = [...counts].map(([reason, count]) => `${count} ${reason}`).toSorted()
  return `0/${nodeCount} nodes are available:${texts.length === 0 ? '' : ` ${texts.join(', ')}.`}`
}
