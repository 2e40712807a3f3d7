import { index } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import type { PersistentVolume, PersistentVolumeSpec } from '#server/kinds/types/core-v1.ts'
import { termWarnings } from '#server/resources/parts/pod-spec/scheduling/scheduling-warnings.ts'
import { storageClassAnnotation } from '#server/resources/parts/persistent-volumes/storage-texts.ts'

const mountOptionsAnnotation = 'volume.beta.orch.io/mount-options'

/** Volume types whose drivers have been removed. */
const removed: readonly (readonly [keyof PersistentVolumeSpec & string, string])[] = [
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
]

/** Warns of deprecated fields, values and node labels. [PV4] [NL1] */
export function warnOfVolume({ metadata, spec = {} }: PersistentVolume): readonly string[] {
  const { annotations } = metadata
  const terms = spec.nodeAffinity?.required?.nodeSelectorTerms ?? []
  const has = (name: string): boolean => own(annotations, name) !== undefined
  return [
    ...(has(storageClassAnnotation)
      ? [
          `metadata.annotations[${storageClassAnnotation}]: deprecated since v1.8; use "storageClassName" attribute instead`,
        ]
      : []),
    ...(has(mountOptionsAnnotation)
      ? [
          `metadata.annotations[${mountOptionsAnnotation}]: deprecated since v1.31; use "mountOptions" attribute instead`,
        ]
      : []),
    ...terms.flatMap((term, at) => termWarnings(term, index('spec.nodeAffinity.required.nodeSelectorTerms', at))),
    ...(spec.persistentVolumeReclaimPolicy === 'Recycle'
      ? [
          'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
        ]
      : []),
    ...removed.filter(([field]) => spec[field] !== undefined).map(([field, text]) => `spec.${field}: ${text}`),
  ]
}
