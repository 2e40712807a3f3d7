import { quoteGo } from '#go/quote.ts'
import {
  allContainers,
  type ContainerFacts,
  containersNamed,
  namesWhere,
  plural,
  type PodCheck,
  quoted,
  settersOf,
  sortedSet,
} from './pod-facts.ts'

const appArmorPrefix = 'container.apparmor.security.beta.orch.io/'
const goodProfiles = new Set(['RuntimeDefault', 'Localhost'])

export const appArmor: PodCheck = (pod) => {
  const isBad = (type: string | undefined): type is string => type !== undefined && !goodProfiles.has(type)
  const podType = pod.spec.securityContext?.appArmorProfile?.type
  const typeOf = ({ securityContext }: ContainerFacts): string | undefined => securityContext?.appArmorProfile?.type
  const bad = allContainers(pod).filter((each) => isBad(typeOf(each)))
  const notes = Object.entries(pod.annotations)
    .filter(([name, value]) => name.startsWith(appArmorPrefix) && !isGoodAppArmorNote(value))
    .map(([name, value]) => `${name}=${quoteGo(value)}`)
    .toSorted()
  const values = [...sortedSet([podType, ...bad.map(typeOf)].filter(isBad)), ...notes]
  const setters = [
    ...settersOf(
      isBad(podType),
      bad.map(({ name }) => name),
    ),
    ...(notes.length > 0 ? [plural('annotation', 'annotations', notes.length)] : []),
  ]
  if (setters.length === 0) return null
  return {
    reason: plural('forbidden AppArmor profile', 'forbidden AppArmor profiles', values.length),
    detail: `${setters.join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
  }
}

const isGoodAppArmorNote = (value: string): boolean =>
  value === '' || value === 'runtime/default' || value.startsWith('localhost/')

const defaultCapabilities = new Set(
  'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID SYS_CHROOT'.split(
    ' ',
  ),
)

export const capabilities: PodCheck = (pod) => {
  const wrong = ({ securityContext }: ContainerFacts): readonly string[] =>
    (securityContext?.capabilities?.add ?? []).filter((name) => !defaultCapabilities.has(name))
  const bad = namesWhere(pod, (each) => wrong(each).length > 0)
  if (bad.length === 0) return null
  const added = quoted(sortedSet(allContainers(pod).flatMap(wrong)))
  return {
    reason: 'non-default capabilities',
    detail: `${containersNamed(bad)} must not include ${added} in securityContext.capabilities.add`,
  }
}

export const hostNamespaces: PodCheck = ({ spec }) => {
  const set = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((name) => spec[name] === true)
  return set.length === 0 ? null : { reason: 'host namespaces', detail: set.map((name) => `${name}=true`).join(', ') }
}

export const hostPathVolumes: PodCheck = ({ spec }) => {
  const names = (spec.volumes ?? []).filter((volume) => volume['hostPath'] !== undefined).map(({ name }) => name)
  if (names.length === 0) return null
  return { reason: 'hostPath volumes', detail: `${plural('volume', 'volumes', names.length)} ${quoted(names)}` }
}

export const hostPorts: PodCheck = (pod) => {
  const portsOf = ({ ports }: ContainerFacts): readonly string[] =>
    (ports ?? []).flatMap(({ hostPort = 0 }) => (hostPort === 0 ? [] : [String(hostPort)]))
  const bad = namesWhere(pod, (each) => portsOf(each).length > 0)
  if (bad.length === 0) return null
  const ports = sortedSet(allContainers(pod).flatMap(portsOf))
  const verb = plural('uses', 'use', bad.length)
  const noun = plural('hostPort', 'hostPorts', ports.length)
  return { reason: 'hostPort', detail: `${containersNamed(bad)} ${verb} ${noun} ${ports.join(', ')}` }
}

export const hostProbes: PodCheck = (pod) => {
  const hostsOf = (each: ContainerFacts): readonly string[] =>
    [each.livenessProbe, each.readinessProbe, each.startupProbe, each.lifecycle?.postStart, each.lifecycle?.preStop]
      .flatMap((handler) => [handler?.httpGet?.host ?? '', handler?.tcpSocket?.host ?? ''])
      .filter((host) => host !== '')
  const bad = sortedSet(namesWhere(pod, (each) => hostsOf(each).length > 0))
  if (bad.length === 0) return null
  const hosts = sortedSet(allContainers(pod).flatMap(hostsOf))
  const verb = plural('uses', 'use', bad.length)
  const noun = plural('probe or lifecycle host', 'probe or lifecycle hosts', hosts.length)
  return { reason: 'probe or lifecycle host', detail: `${containersNamed(bad)} ${verb} ${noun} ${quoted(hosts)}` }
}

export const privileged: PodCheck = (pod) => {
  const bad = namesWhere(pod, ({ securityContext }) => securityContext?.privileged === true)
  if (bad.length === 0) return null
  return { reason: 'privileged', detail: `${containersNamed(bad)} must not set securityContext.privileged=true` }
}

export const procMount: PodCheck = (pod) => {
  const typeOf = ({ securityContext }: ContainerFacts): string => securityContext?.procMount ?? 'Default'
  const bad = allContainers(pod).filter((each) => typeOf(each) !== 'Default')
  if (bad.length === 0) return null
  const names = containersNamed(bad.map(({ name }) => name))
  return {
    reason: 'procMount',
    detail: `${names} must not set securityContext.procMount to ${quoted(sortedSet(bad.map(typeOf)))}`,
  }
}

const oldSeLinuxTypes = ['', 'container_t', 'container_init_t', 'container_kvm_t']

const seLinux =
  (allowed: ReadonlySet<string>): PodCheck =>
  (pod) => {
    const options = (each: Pick<ContainerFacts, 'securityContext'>) => each.securityContext?.seLinuxOptions ?? {}
    const isBad = (each: Pick<ContainerFacts, 'securityContext'>): boolean => {
      const { type = '', user = '', role = '' } = options(each)
      return !allowed.has(type) || user !== '' || role !== ''
    }
    const bad = allContainers(pod).filter(isBad)
    const setters = settersOf(
      isBad(pod.spec),
      bad.map(({ name }) => name),
    )
    if (setters.length === 0) return null
    const all = [pod.spec, ...bad].map(options)
    const types = sortedSet(all.map(({ type = '' }) => type).filter((type) => !allowed.has(type)))
    const what = [
      ...(types.length > 0 ? [`${plural('type', 'types', types.length)} ${quoted(types)}`] : []),
      ...(all.some(({ user = '' }) => user !== '') ? ['user may not be set'] : []),
      ...(all.some(({ role = '' }) => role !== '') ? ['role may not be set'] : []),
    ]
    return {
      reason: 'seLinuxOptions',
      detail: `${setters.join(' and ')} set forbidden securityContext.seLinuxOptions: ${what.join('; ')}`,
    }
  }

export const seLinuxFirst: PodCheck = seLinux(new Set(oldSeLinuxTypes))
export const seLinuxEngine: PodCheck = seLinux(new Set([...oldSeLinuxTypes, 'container_engine_t']))

/** Sysctls that are allowed, and the minor version since which they are. */
const safeSysctls: ReadonlyMap<string, number> = new Map([
  ['kernel.shm_rmid_forced', 0],
  ['net.ipv4.ip_local_port_range', 0],
  ['net.ipv4.tcp_syncookies', 0],
  ['net.ipv4.ping_group_range', 0],
  ['net.ipv4.ip_unprivileged_port_start', 0],
  ['net.ipv4.ip_local_reserved_ports', 27],
  ['net.ipv4.tcp_keepalive_time', 29],
  ['net.ipv4.tcp_fin_timeout', 29],
  ['net.ipv4.tcp_keepalive_intvl', 29],
  ['net.ipv4.tcp_keepalive_probes', 29],
  ['net.ipv4.tcp_rmem', 32],
  ['net.ipv4.tcp_wmem', 32],
])

/** Returns the check of sysctls as of a minor version. */
export const sysctls =
  (minor: number): PodCheck =>
  ({ spec }) => {
    const bad = (spec.securityContext?.sysctls ?? [])
      .map(({ name }) => name)
      .filter((name) => (safeSysctls.get(name) ?? Number.POSITIVE_INFINITY) > minor)
    return bad.length === 0 ? null : { reason: 'forbidden sysctls', detail: bad.join(', ') }
  }

export const windowsHostProcess: PodCheck = (pod) => {
  const isSet = ({ securityContext }: Pick<ContainerFacts, 'securityContext'>): boolean =>
    securityContext?.windowsOptions?.hostProcess === true
  const setters = settersOf(isSet(pod.spec), namesWhere(pod, isSet))
  if (setters.length === 0) return null
  const who = setters.join(' and ')
  return { reason: 'hostProcess', detail: `${who} must not set securityContext.windowsOptions.hostProcess=true` }
}
