import {
  child,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  index,
  invalid,
  notSupported,
  required,
  tooLong,
} from '#api/field-error.ts'
import { byteLength } from '#api/names.ts'
import { userOrGroupId } from '#server/resources/parts/validation/numbers.ts'
import { oneOf } from '#server/resources/parts/validation/texts.ts'
import { internalForm } from '#server/resources/parts/internal-types/internal-form.ts'
import type {
  AppArmorProfile,
  PodSecurityContext,
  PodSpec,
  SeccompProfile,
  SecurityContext,
  Sysctl,
} from '#server/kinds/types/core-v1.ts'
import { localDescendingPath } from './volumes/local-path.ts'
import { validateWindowsOptions } from './windows.ts'

/** Validates the security context of a container. [POD27] */
export function validateSecurityContext(
  context: SecurityContext | undefined,
  hostUsers: boolean,
  path: FieldPath,
): readonly FieldError[] {
  if (context === undefined || context === null) return []
  return [
    ...userOrGroupId(context.runAsUser, child(path, 'runAsUser')),
    ...userOrGroupId(context.runAsGroup, child(path, 'runAsGroup')),
    ...validateProcMount(context.procMount, hostUsers, child(path, 'procMount')),
    ...validateSeccomp(context.seccompProfile, child(path, 'seccompProfile')),
    ...validateEscalation(context, path),
    ...validateWindowsOptions(context.windowsOptions, child(path, 'windowsOptions')),
    ...validateAppArmor(context.appArmorProfile, child(path, 'appArmorProfile')),
  ]
}

function validateProcMount(procMount: string | undefined, hostUsers: boolean, path: FieldPath): readonly FieldError[] {
  const errors = [...oneOf(procMount, path, ['Default', 'Unmasked'])]
  if (hostUsers && procMount === 'Unmasked') {
    errors.push(invalid(path, procMount, '`hostUsers` must be false to use `Unmasked`'))
  }
  return errors
}

function validateEscalation(context: SecurityContext, path: FieldPath): readonly FieldError[] {
  if (context.allowPrivilegeEscalation !== false) return []
  const shown = internalForm('core.v1.SecurityContext', context)
  const errors: FieldError[] = []
  if (context.privileged === true) {
    errors.push(invalid(path, shown, 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true'))
  }
  for (const added of context.capabilities?.add ?? []) {
    if (added !== 'CAP_SYS_ADMIN') continue
    const why = 'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN'
    errors.push(invalid(path, shown, why))
  }
  return errors
}

const profileTypes = ['Localhost', 'RuntimeDefault', 'Unconfined']

function validateSeccomp(profile: SeccompProfile | undefined, path: FieldPath): readonly FieldError[] {
  if (profile === undefined || profile === null) return []
  const { type = '', localhostProfile } = profile
  const here = child(path, 'localhostProfile')
  const errors: FieldError[] = []
  if (type === '') errors.push(required(child(path, 'type'), 'type is required when seccompProfile is set'))
  else errors.push(...oneOf(type, child(path, 'type'), profileTypes))
  if (type === 'Localhost') {
    if (localhostProfile === undefined) return [...errors, required(here, 'must be set when seccomp type is Localhost')]
    return [...errors, ...localDescendingPath(localhostProfile, here)]
  }
  if (localhostProfile === undefined) return errors
  const shown = internalForm('core.v1.SeccompProfile', profile)
  return [...errors, invalid(here, shown, 'can only be set when seccomp type is Localhost')]
}

const appArmorBytesMax = 4095

function validateAppArmor(profile: AppArmorProfile | undefined, path: FieldPath): readonly FieldError[] {
  if (profile === undefined || profile === null) return []
  const { type = '', localhostProfile } = profile
  const here = child(path, 'localhostProfile')
  switch (type) {
    case 'Localhost':
      return validateAppArmorName(localhostProfile, here)
    case 'RuntimeDefault':
    case 'Unconfined':
      return localhostProfile === undefined
        ? []
        : [invalid(here, localhostProfile, 'can only be set when AppArmor type is Localhost')]
    case '':
      return [required(child(path, 'type'), 'type is required when appArmorProfile is set')]
    default:
      return [notSupported(child(path, 'type'), type, profileTypes)]
  }
}

function validateAppArmorName(name: string | undefined, path: FieldPath): readonly FieldError[] {
  const missing = required(path, 'must be set when AppArmor type is Localhost')
  if (name === undefined) return [missing]
  const errors: FieldError[] = []
  if (name.trim() !== name) errors.push(invalid(path, name, 'must not be padded with whitespace'))
  else if (name === '') errors.push(missing)
  if (byteLength(name) > appArmorBytesMax) errors.push(tooLong(path, appArmorBytesMax))
  return errors
}

/** Validates the security context of a pod. [POD28] */
export function validatePodSecurityContext(spec: PodSpec, path: FieldPath): readonly FieldError[] {
  const context = spec.securityContext
  if (context === undefined || context === null) return []
  const groups = child(path, 'supplementalGroups')
  return [
    ...userOrGroupId(context.fsGroup, child(path, 'fsGroup')),
    ...userOrGroupId(context.runAsUser, child(path, 'runAsUser')),
    ...userOrGroupId(context.runAsGroup, child(path, 'runAsGroup')),
    ...(context.supplementalGroups ?? []).flatMap((group, at) => userOrGroupId(group, index(groups, at))),
    ...(spec.shareProcessNamespace === true && spec.hostPID === true
      ? [
          invalid(
            child(path, 'shareProcessNamespace'),
            true,
            'ShareProcessNamespace and HostPID cannot both be enabled',
          ),
        ]
      : []),
    ...validateSysctls(spec, child(path, 'sysctls')),
    ...oneOf(context.fsGroupChangePolicy, child(path, 'fsGroupChangePolicy'), ['Always', 'OnRootMismatch']),
    ...validateSeccomp(context.seccompProfile, child(path, 'seccompProfile')),
    ...validateWindowsOptions(context.windowsOptions, child(path, 'windowsOptions')),
    ...validateAppArmor(context.appArmorProfile, child(path, 'appArmorProfile')),
    ...validatePolicies(context, path),
  ]
}

const validatePolicies = (context: PodSecurityContext, path: FieldPath): readonly FieldError[] => [
  ...oneOf(context.supplementalGroupsPolicy, child(path, 'supplementalGroupsPolicy'), ['Merge', 'Strict']),
  // `MountOption` requires a feature that is disabled by default in 1.34.
  ...oneOf(context.seLinuxChangePolicy, child(path, 'seLinuxChangePolicy'), ['Recursive']),
]

// Linear: segments are delimited by separators, which no segment contains.
const sysctlSegment = /^[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?$/
const sysctlText = '^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$'
const sysctlBytesMax = 253

function validateSysctls(spec: PodSpec, path: FieldPath): readonly FieldError[] {
  const seen = new Set<string>()
  return (spec.securityContext?.sysctls ?? []).flatMap((sysctl: Sysctl, at) => {
    const name = sysctl.name ?? ''
    const here = child(index(path, at), 'name')
    const errors = [...validateSysctlName(name, seen, here), ...validateHostSysctl(name, spec, here)]
    seen.add(name)
    return errors
  })
}

function validateSysctlName(name: string, seen: ReadonlySet<string>, path: FieldPath): readonly FieldError[] {
  if (name === '') return [required(path)]
  if (name.length > sysctlBytesMax || !name.split(/[./]/).every((part) => sysctlSegment.test(part))) {
    return [invalid(path, name, `must have at most ${sysctlBytesMax} characters and match regex ${sysctlText}`)]
  }
  return seen.has(name) ? [duplicate(path, name)] : []
}

const ipcSysctls = ['kernel.shm', 'kernel.msg', 'fs.mqueue.']

function validateHostSysctl(sysctl: string, spec: PodSpec, path: FieldPath): readonly FieldError[] {
  const name = sysctl.replaceAll('/', '.')
  if (spec.hostNetwork === true && name.startsWith('net.')) {
    return [invalid(path, sysctl, "may not be specified when 'hostNetwork' is true")]
  }
  const isIpc = name === 'kernel.sem' || ipcSysctls.some((prefix) => name.startsWith(prefix))
  if (spec.hostIPC === true && isIpc) {
    return [invalid(path, sysctl, "may not be specified when 'hostIPC' is true")]
  }
  return []
}

/** A user namespace excludes host namespaces; two paths are unusual in the reference too. [POD29] */
export function validateHostUsers(spec: PodSpec, path: FieldPath): readonly FieldError[] {
  if (spec.hostUsers !== false) return []
  const why = 'when `hostUsers` is false'
  const errors: FieldError[] = []
  if (spec.hostNetwork === true) errors.push(forbidden(child(path, 'hostNetwork'), why))
  if (spec.hostPID === true) errors.push(forbidden(child(path, 'HostPID'), why))
  if (spec.hostIPC === true) errors.push(forbidden(child(path, 'HostIPC'), why))
  return errors
}
