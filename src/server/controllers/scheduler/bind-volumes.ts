import type { PersistentVolumeClaim } from '#server/kinds/types/core-v1.ts'
import { keyOf, pathOf } from '#server/controllers/shared/owners.ts'
import type { Scheduling } from './scheduler.ts'
import { type Binding, isBound } from './volumes.ts'

const selectedNode = 'volume.orch.io/selected-node'
/** The interval and the timeout of the wait for a binding. */
const lookEveryMs = 1000
const looksMax = 600

/**
 * Reserves volumes for the claims of a pod, or names its node to their provisioner, and waits until the claims are
 * bound. [LC66]
 */
export async function bindVolumes(
  { loop, claims }: Pick<Scheduling, 'loop' | 'claims'>,
  node: string,
  bindings: readonly Binding[],
): Promise<void> {
  for (const { claim, volume } of bindings) {
    const { namespace, name, uid, resourceVersion } = claim.metadata
    if (volume === null) {
      const annotations = { ...claim.metadata.annotations, [selectedNode]: node }
      const path = pathOf('/api/v1', 'persistentvolumeclaims', namespace, name)
      await loop.client.update(path, { ...claim, metadata: { ...claim.metadata, annotations } })
      continue
    }
    const isReserved = volume.spec?.claimRef !== undefined
    const annotations = {
      ...volume.metadata.annotations,
      ...(isReserved ? {} : { 'pv.orch.io/bound-by-controller': 'yes' }),
    }
    const claimRef = { kind: 'PersistentVolumeClaim', apiVersion: 'v1', namespace, name, uid, resourceVersion }
    await loop.client.update(pathOf('/api/v1', 'persistentvolumes', '', volume.metadata.name), {
      ...volume,
      metadata: { ...volume.metadata, annotations },
      spec: { ...volume.spec, claimRef },
    })
  }
  const isDone = (claim: PersistentVolumeClaim): boolean => {
    const now = claims.get(keyOf(claim))
    return now !== undefined && isBound(now)
  }
  for (let looks = 0; looks < looksMax && !bindings.every(({ claim }) => isDone(claim)); looks += 1)
    await new Promise<void>((resolve) => void loop.clock.after(lookEveryMs, resolve))
}
