import { child, duplicate, type FieldError, type FieldPath, forbidden, index, invalid } from '#api/field-error.ts'
import { isIpv6, validateIp } from '#server/resources/parts/validation/addresses.ts'
import { dns1123Subdomain, qualifiedName } from '#api/names.ts'
import { repetitionsIn } from '#api/repetitions.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { immutable } from '#server/resources/parts/validation/immutable.ts'
import { userOrGroupId } from '#server/resources/parts/validation/numbers.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { ContainerStatus, Pod, PodCondition, PodSpec, PodStatus } from '#server/kinds/types/core-v1.ts'
import { strategy } from './strategy.ts'
import { validateAnnotationUpdate } from './update-validation.ts'

/** `pods/status`: keeps spec and ownerReferences; the QoS class is immutable. [POD46] */
export const statusStrategy: Strategy<Pod> = {
  resetFields: [['spec'], ['metadata', 'deletionTimestamp'], ['metadata', 'ownerReferences']],
  ...strategy,
  metadataOnUpdate: 'changes',
  prepareForUpdate(next, live) {
    next.spec = live.spec
    delete next.metadata.deletionTimestamp
    if (live.metadata.ownerReferences === undefined) delete next.metadata.ownerReferences
    else next.metadata.ownerReferences = live.metadata.ownerReferences
    const status = (next.status ??= {})
    if (!status.qosClass && live.status?.qosClass) status.qosClass = live.status.qosClass
    dropDisabled(status)
  },
  validateUpdate: (next, live) => validateStatus(next, live),
  warnings: () => [],
}

/** Drops device health and extended resource claims, features that are disabled by default in 1.34. */
function dropDisabled(status: PodStatus): void {
  delete status.extendedResourceClaimStatus
  for (const container of allStatuses(status)) delete container.allocatedResourcesStatus
}

const allStatuses = (status: PodStatus): readonly ContainerStatus[] => [
  ...(status.containerStatuses ?? []),
  ...(status.initContainerStatuses ?? []),
  ...(status.ephemeralContainerStatuses ?? []),
]

function validateStatus(next: Pod, live: Pod): readonly FieldError[] {
  const { spec = {}, status = {} } = next
  const old = live.status ?? {}
  const nominated = status.nominatedNodeName ?? ''
  return [
    ...validateAnnotationUpdate(next, live),
    ...validateConditions(status.conditions ?? [], 'status.conditions'),
    ...validateGeneration(status.observedGeneration, 'status'),
    ...(nominated !== '' && nominated !== old.nominatedNodeName
      ? checkText(nominated, 'status.nominatedNodeName', dns1123Subdomain)
      : []),
    ...immutable(status.qosClass ?? '', old.qosClass ?? '', 'status.qosClass'),
    ...validateTransitions(status, old, live.spec ?? {}),
    ...validateClaimStatuses(status, spec),
    ...validateAddresses(status.podIPs ?? [], 'status.podIPs'),
    ...validateHostAddresses(status),
    ...validateUsers(status, spec),
  ]
}

const ownConditions = new Set(['PodScheduled', 'Ready', 'Initialized'])

const validateConditions = (conditions: readonly PodCondition[], path: FieldPath): readonly FieldError[] =>
  conditions.flatMap(({ type = '', observedGeneration }, at) => [
    ...validateGeneration(observedGeneration, index(path, at)),
    ...(ownConditions.has(type) ? [] : checkText(type, child(index(path, at), 'Type'), qualifiedName)),
  ])

const validateGeneration = (value: number | undefined, path: FieldPath): readonly FieldError[] =>
  (value ?? 0) < 0 ? [invalid(child(path, 'observedGeneration'), value ?? 0, 'must be a non-negative integer')] : []

/** Terminated containers of a finished pod must not restart. [POD47] */
function validateTransitions(next: PodStatus, live: PodStatus, spec: PodSpec): readonly FieldError[] {
  const policy = spec.restartPolicy ?? 'Always'
  const sidecars = new Set(
    (spec.initContainers ?? []).filter((one) => one.restartPolicy === 'Always').map(({ name }) => name),
  )
  const check = (list: 'containerStatuses' | 'initContainerStatuses' | 'ephemeralContainerStatuses', rule: string) =>
    rule === 'Always'
      ? []
      : (live[list] ?? []).flatMap((old, at) => {
          const ended = old.state?.terminated
          if (!ended || ((ended.exitCode ?? 0) !== 0 && rule === 'OnFailure')) return []
          if (list === 'initContainerStatuses' && sidecars.has(old.name)) return []
          return (next[list] ?? [])
            .filter((one) => one.name === old.name && !one.state?.terminated)
            .map(() => forbidden(child(index(child('status', list), at), 'state'), restarts))
        })
  return [
    ...check('containerStatuses', policy),
    ...check('initContainerStatuses', policy),
    ...check('ephemeralContainerStatuses', 'Never'),
  ]
}
const restarts = 'may not be transitioned to non-terminated state'

function validateClaimStatuses(status: PodStatus, spec: PodSpec): readonly FieldError[] {
  const claims = new Set((spec.resourceClaims ?? []).map(({ name }) => name))
  const seen = new Set<string>()
  return (status.resourceClaimStatuses ?? []).flatMap(({ name = '', resourceClaimName }, at) => {
    const path = child(index('status.resourceClaimStatuses', at), 'name')
    const errors: FieldError[] = []
    if (!claims.has(name)) errors.push(invalid(path, name, 'must match the name of an entry in `spec.resourceClaims`'))
    if (seen.has(name)) errors.push(duplicate(path, name))
    seen.add(name)
    return resourceClaimName === undefined
      ? errors
      : [...errors, ...checkText(resourceClaimName, path, dns1123Subdomain)]
  })
}

interface Address {
  readonly ip?: string | undefined
}

/** Allows at most one address per IP family. */
function validateAddresses(addresses: readonly Address[], path: FieldPath): readonly FieldError[] {
  const texts = addresses.map(({ ip = '' }) => ip)
  const errors = texts.flatMap((ip, at) => [...validateIp(ip, index(path, at))])
  if (texts.length <= 1) return errors
  const families = new Set(texts.map((ip) => isIpv6(ip)))
  if (families.size < 2 || texts.length > 2) {
    const shown = texts.map((ip) => ({ IP: ip }))
    errors.push(invalid(path, shown, 'may specify no more than one IP for each IP family'))
  }
  for (const at of repetitionsIn(texts)) errors.push(duplicate(index(path, at), { IP: texts[at] ?? '' }))
  return errors
}

function validateHostAddresses({ hostIP = '', hostIPs = [] }: PodStatus): readonly FieldError[] {
  const [first] = hostIPs
  if (first === undefined) return []
  const path = 'status.hostIPs'
  const differs = hostIP !== (first.ip ?? '')
  return [
    ...(differs ? [invalid(child(index(path, 0), 'ip'), first.ip ?? '', 'must be equal to `hostIP`')] : []),
    ...validateAddresses(hostIPs, path),
  ]
}

function validateUsers(status: PodStatus, spec: PodSpec): readonly FieldError[] {
  const lists = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const
  return lists.flatMap((list) =>
    (status[list] ?? []).flatMap(({ user }, at) => {
      const path = child(child(index(child('status', list), at), 'user'), 'linux')
      if (!user?.linux) return []
      if (spec.os?.name === 'windows') return [forbidden(path, 'cannot be set for a windows pod')]
      const groups = user.linux.supplementalGroups ?? []
      return [
        ...userOrGroupId(user.linux.uid, child(path, 'uid')),
        ...userOrGroupId(user.linux.gid, child(path, 'gid')),
        ...groups.flatMap((group, groupAt) => userOrGroupId(group, index(child(path, 'supplementalGroups'), groupAt))),
      ]
    }),
  )
}
