import { type FieldError, forbidden, invalid, required } from '#api/field-error.ts'
import type { JsonObject } from '#api/json.ts'
import { immutable } from '#server/resources/parts/validation/immutable.ts'
import { internalForm } from '#server/resources/parts/internal-types/internal-form.ts'
import { diffJson } from '#server/resources/parts/internal-types/unified-diff.ts'
import { structSchema } from '#server/kinds/group-types.ts'
import type {
  NodeSelectorTerm,
  PersistentVolume,
  PersistentVolumeSpec,
  VolumeNodeAffinity,
} from '#server/kinds/types/core-v1.ts'
import { equalAs } from '#server/resources/parts/internal-types/semantic-equality.ts'
import { validateVolume } from './validation.ts'

const sourceType = 'core.v1.PersistentVolumeSource'

/** The source is immutable; a node affinity may be set once. [PV5] */
export function validateVolumeUpdate(next: PersistentVolume, live: PersistentVolume): readonly FieldError[] {
  const [spec, liveSpec] = [next.spec ?? {}, live.spec ?? {}]
  return [
    ...validateVolume(next),
    ...changedSource(spec, liveSpec),
    ...immutable(spec.volumeMode, liveSpec.volumeMode, 'volumeMode'),
    ...changedAffinity(spec, liveSpec),
    ...(liveSpec.volumeAttributesClassName !== undefined && spec.volumeAttributesClassName === undefined
      ? [forbidden('spec.volumeAttributesClassName', 'update from non-nil value to nil is forbidden')]
      : []),
  ]
}

function sourceOf(spec: PersistentVolumeSpec): JsonObject {
  const fields = [...structSchema(sourceType).fields.keys()]
  return Object.fromEntries(fields.map((field) => [field, spec[field]]))
}

function changedSource(spec: PersistentVolumeSpec, live: PersistentVolumeSpec): readonly FieldError[] {
  const mayAddSecret = live.csi !== undefined && live.csi.controllerExpandSecretRef === undefined
  const compared =
    mayAddSecret && spec.csi !== undefined
      ? { ...spec, csi: { ...spec.csi, controllerExpandSecretRef: undefined } }
      : spec
  const [source, liveSource] = [sourceOf(compared), sourceOf(live)]
  if (equalAs(sourceType, source, liveSource)) return []
  const diff = diffJson(internalForm(sourceType, liveSource), internalForm(sourceType, source))
  return [forbidden('spec.persistentvolumesource', `spec.persistentvolumesource is immutable after creation\n${diff}`)]
}

/** Deprecated node labels and their replacements; an affinity may be changed to these. */
const newerLabels: ReadonlyMap<string, string> = new Map([
  ['failure-domain.beta.orch.io/zone', 'topology.orch.io/zone'],
  ['failure-domain.beta.orch.io/region', 'topology.orch.io/region'],
  ['beta.orch.io/os', 'orch.io/os'],
  ['beta.orch.io/arch', 'orch.io/arch'],
  ['beta.orch.io/instance-type', 'node.orch.io/instance-type'],
])

function changedAffinity({ nodeAffinity }: PersistentVolumeSpec, live: PersistentVolumeSpec): readonly FieldError[] {
  if (live.nodeAffinity === undefined) return []
  if (
    nodeAffinity !== undefined &&
    equalAs('core.v1.VolumeNodeAffinity', nodeAffinity, renamedAs(nodeAffinity, live.nodeAffinity))
  )
    return []
  const shown = nodeAffinity === undefined ? null : internalForm('core.v1.VolumeNodeAffinity', nodeAffinity)
  return [invalid('nodeAffinity', shown, 'field is immutable, except for updating from beta label to GA')]
}

/** Returns the live affinity with those labels renamed that `next` has renamed. */
function renamedAs(next: VolumeNodeAffinity, live: VolumeNodeAffinity): VolumeNodeAffinity {
  const nextTerms: readonly NodeSelectorTerm[] = next.required?.nodeSelectorTerms ?? []
  const rename = (key: string | undefined, nextKey: string | undefined): string | undefined =>
    key !== undefined && newerLabels.get(key) === nextKey ? nextKey : key
  return {
    required: {
      nodeSelectorTerms: (live.required?.nodeSelectorTerms ?? []).map((term, at) => ({
        ...term,
        matchExpressions: (term.matchExpressions ?? []).map((one, place) => ({
          ...one,
          key: rename(one.key, nextTerms[at]?.matchExpressions?.[place]?.key),
        })),
      })),
    },
  }
}

export const validateVolumeStatus = (next: PersistentVolume): readonly FieldError[] =>
  (next.metadata.resourceVersion ?? '') === '' ? [required('resourceVersion')] : []
