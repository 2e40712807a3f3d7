import type { ClusterInfo } from '#facts/clusters-api.ts'
import { currentCluster } from '#ui/model/current-cluster.ts'

const prefix = 'orchard-shows '

/** Says to other tabs which cluster this one shows, until `signal` is aborted or the tab closes. [MC16] */
export function holdShown(signal: AbortSignal): void {
  if (!('locks' in navigator)) return
  const held = (): Promise<void> => new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
  const name = `${prefix}${currentCluster()}`
  navigator.locks.request(name, { mode: 'shared', signal }, held).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

/** Returns the clusters that tabs of this browser show, this one included, once for each tab; `''` is the oldest one. */
export async function shownInTabs(): Promise<readonly string[]> {
  if (!('locks' in navigator)) return []
  const { held = [] } = await navigator.locks.query()
  return held.flatMap(({ name = '' }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
}

/** Reports whether a tab other than this one shows a cluster. */
export function isShownElsewhere(
  { name, isDefault }: Pick<ClusterInfo, 'name' | 'isDefault'>,
  isShown: boolean,
  tabs: readonly string[],
): boolean {
  const count = tabs.filter((shown) => shown === name || (isDefault && shown === '')).length
  return count > (isShown ? 1 : 0)
}
