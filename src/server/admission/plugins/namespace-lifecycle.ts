import { soon } from '#api/waiting/soon.ts'
import { ApiError, forbiddenRequest, notFound } from '#api/api-error.ts'
import type { JsonObject } from '#api/json.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import type { AdmissionPlugin } from '#server/admission/chain/plugin.ts'

const namespaces = { group: '', resource: 'namespaces' }
const immortal = new Set(['default', 'kube-system', 'kube-public'])

const isNamespace = ({ definition }: Attributes): boolean =>
  definition.group === '' && definition.resource === 'namespaces'

/**
 * Refuses writes in a namespace that does not exist, creates in one that is terminating, and deletion of the
 * protected namespaces. [AD2]
 */
export const namespaceLifecycle: AdmissionPlugin = {
  name: 'NamespaceLifecycle',
  operations: new Set(['CREATE', 'UPDATE', 'DELETE']),
  mutate(attributes, reader) {
    const { operation, namespace, name } = attributes
    if (isNamespace(attributes)) {
      if (operation === 'DELETE' && immortal.has(name))
        throw forbiddenRequest(namespaces, name, 'this namespace may not be deleted')
      return
    }
    if (namespace === '' || operation === 'DELETE' || isAccessReview(attributes)) return
    return soon(reader.get(namespaces, '', namespace), (found) => {
      if (found === null) throw notFound(namespaces, namespace)
      const phase = (found['status'] as JsonObject | undefined)?.['phase']
      if (operation === 'CREATE' && phase === 'Terminating') throw terminating(attributes)
    })
  },
}

const isAccessReview = ({ definition }: Attributes): boolean =>
  definition.group === 'authorization.orch.io' && definition.resource === 'localsubjectaccessreviews'

function terminating({ definition, namespace, name, object }: Attributes): ApiError {
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`
  const plain = forbiddenRequest(definition, name === '' ? (object?.metadata.name ?? '') : name, why)
  return new ApiError('Forbidden', plain.message, {
    details: {
      ...plain.extras.details,
      causes: [
        {
          reason: 'NamespaceTerminating',
          message: `namespace ${namespace} is being terminated`,
          field: 'metadata.namespace',
        },
      ],
    },
  })
}
