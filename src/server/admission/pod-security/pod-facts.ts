import type { JsonObject } from '#api/json.ts'

/** What the checks read of a security context, of a pod or of a container. Decoded and validated before. */
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

/** A container of any sort, as far as the checks look at it. */
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

/** A pod, or the template of one, as far as the checks look at it. */
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

/** In the order in which the reference visits them. */
export const allContainers = ({ spec }: PodFacts): readonly ContainerFacts[] => [
  ...(spec.initContainers ?? []),
  ...(spec.containers ?? []),
  ...(spec.ephemeralContainers ?? []),
]

/** What a check found. `detail` stands behind the reason in parentheses. */
export interface Violation {
  readonly reason: string
  readonly detail: string
}

/** `null`: nothing to say against the pod. */
export type PodCheck = (pod: PodFacts) => Violation | null

export const plural = (one: string, many: string, count: number): string => (count === 1 ? one : many)

/** `"a", "b"`, without escapes. */
export const quoted = (items: readonly string[]): string => items.map((item) => `"${item}"`).join(', ')

/** Each once, in order. */
export const sortedSet = (items: readonly string[]): readonly string[] => [...new Set(items)].toSorted()

/** `container "a"` or `containers "a", "b"`. */
export const containersNamed = (names: readonly string[]): string =>
  `${plural('container', 'containers', names.length)} ${quoted(names)}`

/** The pod, its containers, or both: whoever set something that is forbidden. */
export const settersOf = (isPod: boolean, containers: readonly string[]): readonly string[] => [
  ...(isPod ? ['pod'] : []),
  ...(containers.length > 0 ? [containersNamed(containers)] : []),
]

/** Names of the containers for which `isBad` holds. */
export const namesWhere = (pod: PodFacts, isBad: (container: ContainerFacts) => boolean): readonly string[] =>
  allContainers(pod)
    .filter(isBad)
    .map(({ name }) => name)
