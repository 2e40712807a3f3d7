import { own } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { AdmissionPlugin } from '#server/admission/chain/plugin.ts'
import { claimSpec, classOf, isClaimWrite, storageClasses } from './claim-class.ts'
import { newestFirst } from './newest-first.ts'

const defaultAnnotations = ['storageclass.orch.io/is-default-class', 'storageclass.beta.orch.io/is-default-class']

/** Sets the default storage class on a claim without a class. Of several defaults, the newest is used. [PVC6] */
export const defaultStorageClass: AdmissionPlugin = {
  name: 'DefaultStorageClass',
  operations: new Set(['CREATE']),
  concerns: ({ group, resource }) => group === '' && resource === 'persistentvolumeclaims',
  async mutate(attributes, reader) {
    const { object } = attributes
    if (object === null || !isClaimWrite(attributes) || classOf(object) !== null) return
    const [chosen] = (await reader.list(storageClasses, '')).filter(isDefault).toSorted(newestFirst)
    if (chosen !== undefined) object['spec'] = { ...claimSpec(object), storageClassName: chosen.metadata.name }
  },
}

const isDefault = ({ metadata: { annotations } }: ApiObject): boolean =>
  defaultAnnotations.some((name) => own(annotations, name) === 'true')
