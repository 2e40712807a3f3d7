import { forbiddenRequest } from '#api/api-error.ts'
import { deepEqual, isObject, type Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Access } from '#server/auth/access.ts'
import type { Attributes } from './chain/attributes.ts'
import type { AdmissionPlugin } from './chain/plugin.ts'

const group = 'certificates.orch.io'

type CheckedAccess = Pick<Access, 'authorizer'>

/** Requires the right to approve for the signer of a certificate signing request. [CSR8] */
export const certificateApproval = (access: CheckedAccess): AdmissionPlugin => ({
  name: 'CertificateApproval',
  operations: new Set(['UPDATE']),
  concerns: (type) => type.group === group,
  async validate(attributes) {
    if (attributes.definition.group === group && attributes.subresource === 'approval')
      await require(attributes, access, 'approve')
  },
})

/** Requires the right to sign for the signer of a certificate signing request. [CSR8] */
export const certificateSigning = (access: CheckedAccess): AdmissionPlugin => ({
  name: 'CertificateSigning',
  operations: new Set(['UPDATE']),
  concerns: (type) => type.group === group,
  async validate(attributes) {
    const { definition, subresource, object, live } = attributes
    if (definition.group !== group || subresource !== 'status' || object === null || live === null) return
    if (changesResult(object, live)) await require(attributes, access, 'sign')
  },
})

const statusOf = (object: ApiObject, field: string): Json | undefined =>
  isObject(object['status']) ? object['status'][field] : undefined

const changesResult = (next: ApiObject, live: ApiObject): boolean =>
  ['certificate', 'conditions'].some((field) => !deepEqual(statusOf(next, field), statusOf(live, field)))

async function require(attributes: Attributes, { authorizer }: CheckedAccess, verb: 'approve' | 'sign'): Promise<void> {
  const { definition, live, name, user } = attributes
  const spec = live?.['spec']
  const signer = isObject(spec) && typeof spec['signerName'] === 'string' ? spec['signerName'] : ''
  // The right for all signers of a domain is sufficient too.
  for (const signerName of [signer, `${signer.split('/', 1)[0] ?? ''}/*`]) {
    const question = {
      user,
      verb,
      group,
      version: '*',
      resource: 'signers',
      subresource: '',
      namespace: '',
      name: signerName,
      path: '',
      isResource: true,
    }
    const decision = await authorizer.authorize(question, { trace: attributes.trace })
    if (decision.type === 'allowed') return
  }
  const text = `user not permitted to ${verb} requests with signerName ${JSON.stringify(signer)}`
  throw forbiddenRequest(definition, name, text)
}
