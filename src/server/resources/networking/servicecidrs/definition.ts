import { type FieldError, index, invalid, required } from '#api/field-error.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateObjectMetaUpdate } from '#server/registry/metadata/validate-meta.ts'
import { keepMetadata } from '#server/resources/parts/kept-metadata.ts'
import { isIpv6Cidr } from '#server/resources/parts/validation/addresses.ts'
import { parsePrefix } from '#server/resources/parts/validation/ip-text.ts'
import { validateStrictCidr } from '#server/resources/parts/validation/strict-addresses.ts'
import { networkingV1 } from '#server/kinds/schemas/networking-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { ServiceCIDR } from '#server/kinds/types/networking-v1.ts'
import { keepSpec } from '#server/resources/parts/workloads/generation.ts'

const path = 'spec.cidrs'

/** Requires one network, or one of each family. [SVN1] */
function validate({ spec = {} }: ServiceCIDR): readonly FieldError[] {
  const cidrs = spec.cidrs ?? []
  if (cidrs.length === 0) return [required(path, 'at least one CIDR required')]
  if (cidrs.length > 2) return [invalid(path, { CIDRs: [...cidrs] }, 'may only hold up to 2 values')]
  const families = cidrs.map(familyOf)
  const why = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64'
  const isTwice = families.length === 2 && families[0] === families[1] && families[0] !== null
  return [
    ...cidrs.flatMap((cidr, at) => validateStrictCidr(cidr, index(path, at))),
    ...(isTwice ? [invalid(path, [...cidrs], why)] : []),
  ]
}

const familyOf = (cidr: string): 4 | 6 | null => {
  if (parsePrefix(cidr) === null) return null
  return isIpv6Cidr(cidr) ? 6 : 4
}

const fixed = 'field is immutable'

/** A second family may be added; else the networks are immutable. [SVN2] */
function validateChange(next: ServiceCIDR, live: ServiceCIDR): readonly FieldError[] {
  const [after, before] = [next.spec?.cidrs ?? [], live.spec?.cidrs ?? []]
  const mayGrow = before.length === 1 && after.length === 2
  if (after.length !== before.length && !mayGrow) return [invalid(path, next.spec?.cidrs ?? null, fixed)]
  const changed = before.flatMap((cidr, at) =>
    after[at] === cidr ? [] : [invalid(index(path, at), after[at] ?? '', fixed)],
  )
  return mayGrow ? [...changed, ...validate(next)] : changed
}

const strategy: Strategy<ServiceCIDR> = {
  validateName: dns1123SubdomainName,
  validate,
  validateUpdate: validateChange,
}

const statusStrategy: Strategy<ServiceCIDR> = {
  ...strategy,
  metadataOnUpdate: 'own',
  prepareForUpdate(next, live) {
    keepSpec(next, live)
    keepMetadata(next, live)
  },
  validateUpdate: (next, live) => validateObjectMetaUpdate(next.metadata, live.metadata),
  resetFields: [['spec']],
}

/** networking.orch.io/v1 ServiceCIDR: networks of cluster IPs. [SVN1] */
export const servicecidrs: ResourceDefinition = {
  group: 'networking.orch.io',
  version: 'v1',
  resource: 'servicecidrs',
  singular: 'servicecidr',
  kind: 'ServiceCIDR',
  namespaced: false,
  verbs: storedVerbs,
  schema: networkingV1.schema('ServiceCIDR'),
  strategy,
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns: [
    nameColumn,
    kindColumn<ServiceCIDR>('CIDRs', 'The address ranges.', ({ spec }) => (spec?.cidrs ?? []).join(',')),
    ageColumn,
  ],
}
