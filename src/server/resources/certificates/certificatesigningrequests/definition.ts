import { humanDuration } from '#api/human-duration.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { certificatesV1 } from '#server/kinds/schemas/certificates-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { CertificateSigningRequest } from '#server/kinds/types/certificates-v1.ts'
import { conditionsOf } from './conditions.ts'
import { approvalStrategy, signatureCheck, statusStrategy, strategy } from './strategy.ts'

/** Returns the state of the request as a list of words. [CSR7] */
function progress(request: CertificateSigningRequest): string {
  const has = (wanted: string): boolean => conditionsOf(request).some(({ type }) => type === wanted)
  const decision = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending'
  return `${decision}${has('Failed') ? ',Failed' : ''}${request.status?.certificate ? ',Issued' : ''}`
}

const duration = ({ spec }: CertificateSigningRequest): string =>
  spec?.expirationSeconds === undefined ? '<none>' : humanDuration(spec.expirationSeconds * 1000)

/**
 * certificates.orch.io/v1 CertificateSigningRequest. This server has no signer: approvals and certificates are written
 * through the API. [CSR1]
 */
export const certificatesigningrequests: ResourceDefinition = {
  group: 'certificates.orch.io',
  version: 'v1',
  resource: 'certificatesigningrequests',
  singular: 'certificatesigningrequest',
  kind: 'CertificateSigningRequest',
  namespaced: false,
  shortNames: ['csr'],
  verbs: storedVerbs,
  schema: certificatesV1.schema('CertificateSigningRequest'),
  strategy,
  allocator: signatureCheck,
  subresources: [
    { type: 'view', name: 'approval', verbs: viewVerbs, strategy: approvalStrategy },
    { type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy },
  ],
  selectableFields: {
    'spec.signerName': (object) => (object as CertificateSigningRequest).spec?.signerName ?? '',
  },
  columns: [
    nameColumn,
    ageColumn,
    kindColumn<CertificateSigningRequest>(
      'SignerName',
      'The name of the signer.',
      ({ spec }) => spec?.signerName || '<none>',
    ),
    kindColumn<CertificateSigningRequest>(
      'Requestor',
      'The user who created the request.',
      ({ spec }) => spec?.username ?? '',
    ),
    kindColumn<CertificateSigningRequest>('RequestedDuration', 'The requested validity of the certificate.', duration),
    kindColumn<CertificateSigningRequest>(
      'Condition',
      'The decision: Pending, Approved or Denied, and whether the certificate is issued.',
      progress,
    ),
  ],
}
