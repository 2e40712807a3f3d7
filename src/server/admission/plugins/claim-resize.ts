import { forbiddenRequest } from '#api/api-error.ts'
import { isObject, own } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { type Quantity, compareQuantities, parseQuantity } from '#api/quantity.ts'
import type { AdmissionPlugin, AdmissionReader } from '#server/admission/chain/plugin.ts'
import { claimSpec, classOf, isClaimWrite, storageClasses } from './claim-class.ts'

const onlyBound = 'Only bound persistent volume claims can be expanded'
const mustSupport =
  'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize'

/** Allows a claim to grow only if its storage class has `allowVolumeExpansion`. [PVC7] */
export const claimResize: AdmissionPlugin = {
  name: 'PersistentVolumeClaimResize',
  operations: new Set(['UPDATE']),
  concerns: ({ group, resource }) => group === '' && resource === 'persistentvolumeclaims',
  async validate(attributes, reader) {
    const { definition, object, live, name } = attributes
    if (!isClaimWrite(attributes) || object === null || live === null) return
    if (compareQuantities(sizeOf(object), sizeOf(live)) <= 0) return
    if (!isBound(live)) throw forbiddenRequest(definition, name, onlyBound)
    if (!(await mayGrow(object, live, reader))) throw forbiddenRequest(definition, name, mustSupport)
  },
}

const isBound = ({ status }: ApiObject): boolean => isObject(status) && status['phase'] === 'Bound'

function sizeOf(claim: ApiObject): Quantity {
  const { resources } = claimSpec(claim)
  const requests = isObject(resources) && isObject(resources['requests']) ? resources['requests'] : {}
  const storage = own(requests, 'storage')
  return parseQuantity(typeof storage === 'string' ? storage : '0')
}

async function mayGrow(next: ApiObject, live: ApiObject, reader: AdmissionReader): Promise<boolean> {
  const className = classOf(next) ?? ''
  if (className === '' || className !== classOf(live)) return false
  return (await reader.get(storageClasses, '', className))?.['allowVolumeExpansion'] === true
}
