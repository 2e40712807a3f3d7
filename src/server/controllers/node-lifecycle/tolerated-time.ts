import type { Pod, Taint } from '#server/kinds/types/core-v1.ts'
import { tolerates } from '#server/controllers/scheduler/node-terms.ts'

/**
 * Returns how long a pod tolerates taints: zero if it does not tolerate one of them, null if it tolerates all for ever or
 * there is none. Of
 * several tolerations of a taint, the first counts. [LC92]
 */
export function toleratedMs({ spec }: Pod, taints: readonly Taint[]): number | null {
  const seconds: number[] = []
  for (const taint of taints) {
    const found = (spec?.tolerations ?? []).find((each) => tolerates(each, taint))
    if (found === undefined) return 0
    if (found.tolerationSeconds !== undefined) seconds.push(found.tolerationSeconds)
  }
  return seconds.length === 0 ? null : Math.max(0, Math.min(...seconds)) * 1000
}
