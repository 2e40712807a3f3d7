import { notFound } from '#api/api-error.ts'
import type { AdmissionPlugin } from '#server/admission/chain/plugin.ts'

const namespaces = { group: '', resource: 'namespaces' }

/** Refuses every write in a namespace that does not exist, deletes included. [ADP1] */
export const namespaceExists: AdmissionPlugin = {
  name: 'NamespaceExists',
  operations: new Set(['CREATE', 'UPDATE', 'DELETE']),
  async validate({ definition, namespace }, cluster) {
    if (namespace === '' || (definition.group === '' && definition.resource === 'namespaces')) return
    if ((await cluster.get(namespaces, '', namespace)) === null) throw notFound(namespaces, namespace)
  },
}
