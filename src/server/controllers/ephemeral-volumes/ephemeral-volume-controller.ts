import { errorText } from '#api/error-text.ts'
import type { PersistentVolumeClaim, Pod, Volume } from '#server/kinds/types/core-v1.ts'
import { namespaceOf, nameOf } from '#server/controllers/shared/fields.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { keyOf, ownedBy, pathOf } from '#server/controllers/shared/owners.ts'
import { isTerminating, podKind, podsPath } from '#server/controllers/shared/pods.ts'
import { ephemeralClaimName, whyNotOwned } from '#server/controllers/shared/pod-claims.ts'

const isEphemeral = ({ ephemeral }: Volume): boolean => ephemeral !== undefined

/** Creates the claims of ephemeral volumes; the garbage collector deletes them with their pods. [LC108] */
export const ephemeralVolumes: LoopDefinition = {
  name: 'ephemeral-volume-controller',
  account: 'ephemeral-volume-controller',
  component: 'ephemeral_volume',
  start({ informers, queue }) {
    const pods = informers.of<Pod>(podsPath)
    const claims = informers.of<PersistentVolumeClaim>('/api/v1/persistentvolumeclaims')
    const enqueue = (pod: Pod): void => {
      if (!isTerminating(pod) && pod.spec?.volumes?.some(isEphemeral)) queue.add(keyOf(pod))
    }
    pods.onChange((before, after) => {
      if (before === undefined && after !== undefined) enqueue(after)
    })
    claims.onChange((before, after) => {
      if (before === undefined || after !== undefined) return
      for (const pod of pods.inNamespace(namespaceOf(before))) if (usesClaim(pod, nameOf(before))) enqueue(pod)
    })
    return async (key, loop) => {
      const pod = pods.get(key)
      if (pod !== undefined && !isTerminating(pod)) await syncPod(loop, claims, pod)
    }
  },
}

const usesClaim = (pod: Pod, claim: string): boolean =>
  (pod.spec?.volumes ?? []).some((volume) => isEphemeral(volume) && ephemeralClaimName(pod, volume) === claim)

async function syncPod(loop: Loop, claims: Informer<PersistentVolumeClaim>, pod: Pod): Promise<void> {
  for (const volume of (pod.spec?.volumes ?? []).filter(isEphemeral)) {
    try {
      await provide(loop, claims, { pod, volume })
    } catch (error) {
      const text = `ephemeral volume ${volume.name ?? ''}: ${errorText(error)}`
      loop.events.emit({ apiVersion: 'v1', kind: 'Pod', object: pod }, 'Warning', 'FailedBinding', text)
      throw error
    }
  }
}

/** Creates the claim of one volume; throws if a claim of that name belongs to something else. */
async function provide(
  { client }: Loop,
  claims: Informer<PersistentVolumeClaim>,
  { pod, volume }: { readonly pod: Pod; readonly volume: Volume },
): Promise<void> {
  const name = ephemeralClaimName(pod, volume)
  const namespace = namespaceOf(pod)
  const known = claims.get(`${namespace}/${name}`)
  if (known !== undefined) {
    const fault = whyNotOwned('PVC', known, pod)
    if (fault !== null) throw new Error(fault)
    return
  }
  const { metadata = {}, spec = {} } = volume.ephemeral?.volumeClaimTemplate ?? {}
  const { annotations, labels } = metadata
  try {
    await client.create(pathOf('/api/v1', 'persistentvolumeclaims', namespace), {
      metadata: {
        name,
        ownerReferences: [{ ...ownedBy(podKind, pod) }],
        ...(annotations === undefined ? {} : { annotations }),
        ...(labels === undefined ? {} : { labels }),
      },
      spec,
    })
  } catch (error) {
    throw new Error(`create PVC ${name}: ${errorText(error)}`, { cause: error })
  }
}
