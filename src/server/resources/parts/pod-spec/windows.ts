import { child, type FieldError, type FieldPath, forbidden, invalid } from '#api/field-error.ts'
import type { Json } from '#api/json.ts'
import { byteLength, dns1123Subdomain } from '#api/names.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { PodSpec, SecurityContext, WindowsSecurityContextOptions } from '#server/kinds/types/core-v1.ts'
import { containersOf } from './pod-spec-context.ts'

const credentialBytesMax = 64 * 1024
const domainBytesMax = 256
const userBytesMax = 104

const netBios = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/
const dnsPart = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/

/** Validates the Windows options of a container or pod. */
export function validateWindowsOptions(
  options: WindowsSecurityContextOptions | undefined,
  path: FieldPath,
): readonly FieldError[] {
  if (options === undefined || options === null) return []
  const { gmsaCredentialSpecName: specName, gmsaCredentialSpec: spec, runAsUserName: user } = options
  return [
    ...(specName === undefined ? [] : checkText(specName, child(path, 'gmsaCredentialSpecName'), dns1123Subdomain)),
    ...(spec === undefined ? [] : checkText(spec, child(path, 'gmsaCredentialSpec'), credentialProblems)),
    ...(user === undefined ? [] : checkText(user, child(path, 'runAsUserName'), userNameProblems)),
  ]
}

function credentialProblems(spec: string): readonly string[] {
  if (spec === '') return ['gmsaCredentialSpec cannot be an empty string']
  return byteLength(spec) > credentialBytesMax ? ['gmsaCredentialSpec size must be under 64 KiB'] : []
}

function userNameProblems(text: string): readonly string[] {
  if (text === '') return ['runAsUserName cannot be an empty string']
  // oxlint-disable-next-line no-control-regex -- control characters are just what is looked for
  if (/[\u0000-\u001f\u007f]/.test(text)) return ['runAsUserName cannot contain control characters']
  const parts = text.split('\\')
  if (parts.length > 2) return ['runAsUserName cannot contain more than one backslash']
  const [domain, user] = parts.length === 1 ? [undefined, parts[0] ?? ''] : [parts[0] ?? '', parts[1] ?? '']
  return [...(domain === undefined ? [] : domainProblems(domain)), ...userProblems(user)]
}

const domainProblems = (domain: string): readonly string[] => [
  ...(byteLength(domain) >= domainBytesMax ? ["runAsUserName's Domain length must be under 256 characters"] : []),
  ...(netBios.test(domain) || domain.split('.').every((part) => dnsPart.test(part))
    ? []
    : ["runAsUserName's Domain doesn't match the NetBios nor the DNS format"]),
]

function userProblems(user: string): readonly string[] {
  const problems: string[] = []
  if (user === '') problems.push("runAsUserName's User cannot be empty")
  else if (byteLength(user) > userBytesMax) {
    problems.push("runAsUserName's User length must not be longer than 104 characters")
  }
  if (/^[. ]+$/.test(user)) problems.push("runAsUserName's User cannot contain only periods or spaces")
  if (/["/\\:;|=,+*?<>@[\]]/.test(user)) {
    problems.push(`runAsUserName's User cannot contain the following characters: "/\\:;|=,+*?<>@[]`)
  }
  return problems
}

/** Requires that all containers are HostProcess containers or none, and that HostProcess pods use the host network. */
export function validateHostProcess(spec: PodSpec, path: FieldPath): readonly FieldError[] {
  const podValue = spec.securityContext?.windowsOptions?.hostProcess
  const containers = containersOf(spec, path).map(([container, here]) => ({
    value: container.securityContext?.windowsOptions?.hostProcess,
    path: child(here, 'securityContext', 'windowsOptions', 'hostProcess'),
  }))
  const errors: FieldError[] = containers
    .filter(({ value }) => podValue !== undefined && value !== undefined && podValue !== value)
    .map(({ value, path: here }) => {
      const why = `pod hostProcess value must be identical if both are specified, was ${podValue}`
      return invalid(here, value ?? null, why)
    })
  const hosts = containers.filter(({ value }) => value ?? podValue)
  if (hosts.length === 0) return errors
  if (hosts.length !== containers.length) {
    const why = 'If pod contains any hostProcess containers then all containers must be HostProcess containers'
    errors.push(invalid(path, '', why))
  }
  if (spec.hostNetwork !== true) {
    const why = 'hostNetwork must be true if pod contains any hostProcess containers'
    errors.push(invalid(child(path, 'hostNetwork'), false, why))
  }
  return errors
}

const isSet = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== false

/** Forbids fields of other operating systems if the pod specifies Linux or Windows. [POD30] */
export function validateForSystem(spec: PodSpec, path: FieldPath): readonly FieldError[] {
  return spec.os?.name === 'windows' ? validateForWindows(spec, path) : validateForLinux(spec, path)
}

function validateForLinux(spec: PodSpec, path: FieldPath): readonly FieldError[] {
  const why = 'windows options cannot be set for a linux pod'
  const errors: FieldError[] = []
  if (spec.securityContext?.windowsOptions) {
    errors.push(forbidden(child(path, 'securityContext', 'windowsOptions'), why))
  }
  for (const [container, here] of containersOf(spec, path)) {
    if (container.securityContext?.windowsOptions) {
      errors.push(forbidden(child(here, 'securityContext', 'windowsOptions'), why))
    }
  }
  return errors
}

const podFields = [
  'securityContext.appArmorProfile',
  'securityContext.seLinuxOptions',
  'hostUsers',
  'hostPID',
  'hostIPC',
  'securityContext.seccompProfile',
  'securityContext.fsGroup',
  'securityContext.fsGroupChangePolicy',
  'securityContext.sysctls',
  'shareProcessNamespace',
  'securityContext.runAsUser',
  'securityContext.runAsGroup',
  'securityContext.supplementalGroups',
  'securityContext.supplementalGroupsPolicy',
  'securityContext.seLinuxChangePolicy',
]
/** Pointer fields, which count as set even if `false`. */
const pointers = new Set(['hostUsers', 'shareProcessNamespace'])
const containerFields = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
] as const satisfies readonly (keyof SecurityContext)[]

function validateForWindows(spec: PodSpec, path: FieldPath): readonly FieldError[] {
  const why = 'cannot be set for a windows pod'
  const errors = podFields
    .filter((field) => isPodFieldSet(spec, field))
    .map((field) => forbidden(child(path, field), why))
  for (const [container, here] of containersOf(spec, path)) {
    for (const field of containerFields) {
      const value = container.securityContext?.[field]
      if (value === undefined || value === null) continue
      errors.push(forbidden(child(here, 'securityContext', field), why))
    }
  }
  return errors
}

function isPodFieldSet(spec: PodSpec, field: string): boolean {
  const [first = '', second] = field.split('.')
  const value = second === undefined ? spec[first] : spec.securityContext?.[second]
  if (pointers.has(field)) return value !== undefined && value !== null
  return Array.isArray(value) && field.endsWith('sysctls') ? value.length > 0 : isSet(value)
}
