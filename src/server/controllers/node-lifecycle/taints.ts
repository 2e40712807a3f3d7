import { deepEqual } from '#api/json.ts'
import type { Node, Taint } from '#server/kinds/types/core-v1.ts'
import { formatTime } from '#api/time.ts'
import type { Loop } from '#server/controllers/shared/life-loop.ts'
import { Refusal } from '#client/refusal.ts'
import { pathOf } from '#server/controllers/shared/owners.ts'

export const notReady = 'node.orch.io/not-ready'
export const unreachable = 'node.orch.io/unreachable'

/** The taints that follow from a condition, by its status. */
const byCondition: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  [
    'Ready',
    new Map([
      ['False', notReady],
      ['Unknown', unreachable],
    ]),
  ],
  ['MemoryPressure', new Map([['True', 'node.orch.io/memory-pressure']])],
  ['DiskPressure', new Map([['True', 'node.orch.io/disk-pressure']])],
  ['PIDPressure', new Map([['True', 'node.orch.io/pid-pressure']])],
  ['NetworkUnavailable', new Map([['True', 'node.orch.io/network-unavailable']])],
])
const unschedulable = 'node.orch.io/unschedulable'
const managed = new Set([...[...byCondition.values()].flatMap((keys) => [...keys.values()]), unschedulable])

/** The keys of the taints with effect NoSchedule that a node should have. */
export function wantedTaints({ spec, status }: Node): readonly string[] {
  const keys = (status?.conditions ?? []).flatMap(
    (each) => byCondition.get(each.type ?? '')?.get(each.status ?? '') ?? [],
  )
  return spec?.unschedulable === true ? [...keys, unschedulable] : keys
}

export const isManaged = ({ key, effect }: Taint): boolean => effect === 'NoSchedule' && managed.has(key ?? '')

const isSame = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect

const triesMax = 5
const pauseMs = 150

/** Adds and removes taints of the version that was seen; after a conflict, of the current one. [LC91] */
export async function changeTaints(
  loop: Loop,
  node: Node,
  added: readonly Taint[],
  removed: readonly Taint[],
): Promise<void> {
  const addTime = (taint: Taint): Taint => ({ ...taint, timeAdded: formatTime(loop.clock.now()) })
  if (added.length > 0)
    await patchTaints(loop, node, (taints) => [
      ...taints,
      ...added.filter((each) => !taints.some((old) => isSame(old, each))).map(addTime),
    ])
  if (removed.length > 0)
    await patchTaints(loop, node, (taints) => taints.filter((old) => !removed.some((each) => isSame(old, each))))
}

async function patchTaints(
  loop: Loop,
  node: Node,
  change: (taints: readonly Taint[]) => readonly Taint[],
): Promise<void> {
  const path = pathOf('/api/v1', 'nodes', '', node.metadata.name)
  let current = node
  for (let tries = 1; ; tries += 1) {
    const before = current.spec?.taints ?? []
    const after = change(before)
    if (deepEqual([...before], [...after])) return
    try {
      await loop.client.strategicPatch(path, {
        metadata: { resourceVersion: current.metadata.resourceVersion },
        spec: { taints: after.length === 0 ? null : [...after] },
      })
      return
    } catch (error) {
      if (!(error instanceof Refusal) || error.status.code !== 409 || tries >= triesMax) throw error
    }
    await new Promise<void>((resolve) => void loop.clock.after(pauseMs, resolve))
    current = await loop.client.get<Node>(path)
  }
}
