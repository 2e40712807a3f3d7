import type { AdmissionPlugin } from '#server/admission/chain/plugin.ts'

/** The finalizer by group and resource. */
const finalizers: ReadonlyMap<string, string> = new Map([
  ['/persistentvolumeclaims', 'orch.io/pvc-protection'],
  ['/persistentvolumes', 'orch.io/pv-protection'],
  ['storage.orch.io/volumeattributesclasses', 'orch.io/vac-protection'],
])

/** Gives new claims, volumes and volume attributes classes a finalizer that protects them while in use. [PVC3] [PV2] [VAC3] */
export const storageObjectProtection: AdmissionPlugin = {
  name: 'StorageObjectInUseProtection',
  operations: new Set(['CREATE']),
  concerns: ({ group, resource }) => finalizers.has(`${group}/${resource}`),
  async mutate({ definition, subresource, object }) {
    const finalizer = finalizers.get(`${definition.group}/${definition.resource}`)
    if (finalizer === undefined || subresource !== '' || object === null) return
    const { metadata } = object
    const present = metadata.finalizers ?? []
    if (!present.includes(finalizer)) metadata.finalizers = [...present, finalizer]
  },
}
