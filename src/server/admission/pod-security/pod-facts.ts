import type { JsonObject } from '#api/json.ts'

/** The fields of a pod's or container's security context that checks read. They are decoded and validated. */
interface SecurityContext {
  readonly privileged?: boolean
  readonly procMount?: string
  readonly allowPrivilegeEscalation?: boolean
  readonly runAsNonRoot?: boolean
  readonly runAsUser?: number
  readonly capabilities?: { readonly add?: readonly string[]; readonly drop?: readonly string[] }
  readonly appArmorProfile?: { readonly type?: string }
  readonly seccompProfile?: { readonly type?: string }
  readonly seLinuxOptions?: { readonly type?: string; readonly user?: string; readonly role?: string }
  readonly windowsOptions?: { readonly hostProcess?: boolean }
  readonly sysctls?: readonly { readonly name: string }[]
}

interface Handler {
  readonly httpGet?: { readonly host?: string }
  readonly tcpSocket?: { readonly host?: string }
}

/** The fields that checks read of any type of container. */
export interface ContainerFacts {
  readonly name: string
  readonly image?: string
  readonly securityContext?: SecurityContext
  readonly ports?: readonly { readonly hostPort?: number }[]
  readonly livenessProbe?: Handler
  readonly readinessProbe?: Handler
  readonly startupProbe?: Handler
  readonly lifecycle?: { readonly postStart?: Handler; readonly preStop?: Handler }
}

/** The fields that checks read of a pod or a pod template. */
export interface PodFacts {
  readonly annotations: Readonly<Record<string, string>>
  readonly spec: {
    readonly os?: { readonly name?: string }
    readonly hostNetwork?: boolean
    readonly hostPID?: boolean
    readonly hostIPC?: boolean
    readonly securityContext?: SecurityContext
    readonly volumes?: readonly (JsonObject & { readonly name: string })[]
    readonly initContainers?: readonly ContainerFacts[]
    readonly containers?: readonly ContainerFacts[]
    readonly ephemeralContainers?: readonly ContainerFacts[]
  }
}

/** Returns all containers in the order in which the reference visits them. */
export const allContainers = ({ spec }: PodFacts): readonly ContainerFacts[] => [
  ...(spec.initContainers ?? []),
  ...(spec.containers ?? []),
  ...(spec.ephemeralContainers ?? []),
]

/** The result of a failed check. `detail` follows the reason in parentheses. */
export interface Violation {
  readonly reason: string
  readonly detail: string
}

/** Returns `null` if the pod passes. */
export type PodCheck = (pod: PodFacts) => Violation | null

export const plural = (one: string, many: string, count: number): string => (count === 1 ? one : many)

/** Formats as `"a", "b"` without escapes. */
export const quoted = (items: readonly string[]): string => items.map((item) => `"${item}"`).join(', ')

/** Returns the distinct items, sorted. */
export const sortedSet = (items: readonly string[]): readonly string[] => [...new Set(items)].toSorted()

/** Formats as `container "a"` or `containers "a", "b"`. */
export const containersNamed = (names: readonly string[]): string =>
  `${plural('container', 'containers', names.length)} ${quoted(names)}`

/** Names the origins of forbidden fields: the pod, its containers, or both. */
export const settersOf = (isPod: boolean, containers: readonly string[]): readonly string[] => [
  ...(isPod ? ['pod'] : []),
  ...(containers.length > 0 ? [containersNamed(containers)] : []),
]

/** Returns the names of the containers for which `isBad` is true. */
export const namesWhere = (pod: PodFacts, isBad: (container: ContainerFacts) => boolean): readonly string[] =>
  allContainers(pod)
    .filter(isBad)
    .map(({ name }) => name)
