import { invalid } from '#api/field-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceAllocator } from '#server/registry/resource-definition.ts'
import type { Strategy, StrategyContext } from '#server/registry/strategy.ts'
import { validateObjectMetaUpdate } from '#server/registry/metadata/validate-meta.ts'
import type { CertificateSigningRequest } from '#server/kinds/types/certificates-v1.ts'
import { validateAgain } from '#server/resources/parts/validate-again.ts'
import { keepSpec } from '#server/resources/parts/workloads/generation.ts'
import { certificateRequestText } from './certificate-request.ts'
import { fillTimes, keepDecisions } from './conditions.ts'
import { type Rights, validate, validateChange } from './validation.ts'

/** Any name is valid. [CSR1] */
const validateName = (): readonly string[] => []

const nowText = ({ nowMs }: StrategyContext): string => new Date(nowMs).toISOString().replace(/\.\d+Z$/, 'Z')

const validateUpdate =
  (rights: Rights) =>
  (next: CertificateSigningRequest, live: CertificateSigningRequest): ReturnType<Strategy['validateUpdate']> => [
    ...validateAgain(next, { namespaced: false, validateName, validate: () => validate(next, live) }),
    ...validateChange(next, live, rights),
    ...validateObjectMetaUpdate(next.metadata, live.metadata),
  ]

/** The spec records the requesting user, and approvals are dropped from new requests. [CSR1] */
export const strategy: Strategy<CertificateSigningRequest> = {
  validateName,
  metadataOnUpdate: 'own',
  prepareForCreate(next, { user }) {
    const spec = (next.spec ??= {})
    for (const field of ['username', 'uid', 'groups', 'extra'] as const) delete spec[field]
    spec.username = user.name
    if (user.uid) spec.uid = user.uid
    spec.groups = [...user.groups]
    if (Object.keys(user.extra ?? {}).length > 0)
      spec.extra = Object.fromEntries(Object.entries(user.extra ?? {}).map(([name, values]) => [name, [...values]]))
    next.status = {}
  },
  validate: (next) => validate(next),
  /** An update may change only metadata. [CSR4] */
  prepareForUpdate(next, live) {
    keepSpec(next, live)
    if (live.status === undefined) delete next.status
    else next.status = live.status
  },
  validateUpdate: validateUpdate({ mayDecide: false, mayIssue: false }),
  // The reference resets the spec even on create: managedFields never contain it. [CSR9]
  resetFields: [['spec'], ['status']],
}

export const statusStrategy: Strategy<CertificateSigningRequest> = {
  ...strategy,
  prepareForUpdate(next, live, context) {
    keepSpec(next, live)
    keepDecisions(next, live)
    fillTimes(next, live, nowText(context))
  },
  validateUpdate: validateUpdate({ mayDecide: false, mayIssue: true }),
  resetFields: [['spec'], ['status', 'conditions']],
}

export const approvalStrategy: Strategy<CertificateSigningRequest> = {
  ...strategy,
  prepareForUpdate(next, live, context) {
    keepSpec(next, live)
    const certificate = live.status?.certificate
    const { certificate: _sent, ...status } = next.status ?? {}
    next.status = { ...status, ...(certificate !== undefined && { certificate }) }
    fillTimes(next, live, nowText(context))
  },
  validateUpdate: validateUpdate({ mayDecide: true, mayIssue: false }),
  resetFields: [['spec'], ['status', 'certificate']],
}

/** The signature is verified once, on create: the spec is immutable. [CSR1] */
export const signatureCheck: ResourceAllocator = {
  async allocate(next: ApiObject, live: ApiObject | null) {
    if (live !== null) return []
    const request = (next as CertificateSigningRequest).spec?.request ?? null
    const why = await certificateRequestText(request ?? '')
    return why === '' ? [] : [invalid('spec.request', request, why)]
  },
}
