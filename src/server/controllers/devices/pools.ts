import type { Node } from '#server/kinds/types/core-v1.ts'
import type { Device, ResourceSlice } from '#server/kinds/types/resource-v1.ts'
import { matchesTerm } from '#server/controllers/scheduler/node-terms.ts'

/** A device that pods on a node can use. */
export interface PoolDevice {
  /** Driver, pool and name: what an allocation says of a device. */
  readonly id: string
  readonly driver: string
  readonly pool: string
  readonly device: Device
  readonly slice: ResourceSlice
}

/** The devices of one driver with one name of a pool, as far as the node reaches them. */
export interface Pool {
  /** False while the driver has not published all slices of the pool. */
  readonly isComplete: boolean
  readonly devices: readonly PoolDevice[]
}

export const deviceId = (driver: string, pool: string, device: string): string => `${driver}/${pool}/${device}`

function isReachable({ spec = {} }: ResourceSlice, node: Node): boolean {
  if ((spec.nodeName ?? '') !== '') return spec.nodeName === node.metadata.name
  if (spec.allNodes === true) return true
  return (spec.nodeSelector?.nodeSelectorTerms ?? []).some((term) => matchesTerm(node, term))
}

function devicesOf(slice: ResourceSlice): readonly PoolDevice[] {
  const { driver = '', pool = {}, devices = [] } = slice.spec ?? {}
  const { name: poolName = '' } = pool
  return devices.map((device) => ({
    id: deviceId(driver, poolName, device.name ?? ''),
    driver,
    pool: poolName,
    device,
    slice,
  }))
}

/** The slices of the newest generation of each pool, by driver and name of the pool. */
function newestByPool(slices: readonly ResourceSlice[]): ReadonlyMap<string, readonly ResourceSlice[]> {
  const byPool = new Map<string, { readonly generation: number; readonly members: ResourceSlice[] }>()
  for (const slice of slices) {
    const { driver = '', pool: { name = '', generation = 0 } = {} } = slice.spec ?? {}
    const key = `${driver}/${name}`
    const known = byPool.get(key)
    if (known === undefined || known.generation < generation) byPool.set(key, { generation, members: [slice] })
    else if (known.generation === generation) known.members.push(slice)
  }
  return new Map([...byPool].map(([key, { members }]) => [key, members]))
}

const byName = (a: ResourceSlice, b: ResourceSlice): number =>
  (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1

/** The pools of the newest generation of each driver, and the devices in them that a node reaches. [LC117] */
export function poolsFor(slices: readonly ResourceSlice[], node: Node): readonly Pool[] {
  const sorted = [...newestByPool(slices)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([, members]) => ({
    isComplete: members.length === members[0]?.spec?.pool?.resourceSliceCount,
    devices: members
      .toSorted(byName)
      .filter((slice) => isReachable(slice, node))
      .flatMap(devicesOf),
  }))
}
