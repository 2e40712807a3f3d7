import { forbiddenRequest, invalidObject } from '#api/api-error.ts'
import { fieldErrorText } from '#api/field-error.ts'
import { isObject, type Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import type { AdmissionPlugin, AdmissionReader } from '#server/admission/chain/plugin.ts'
import { inDetail, inShort, violationsOf } from '#server/admission/pod-security/checks.ts'
import {
  isSame,
  type LevelVersion,
  permissive,
  type Policy,
  printLevel,
  rankOf,
  readPolicy,
} from '#server/admission/pod-security/levels.ts'
import type { ContainerFacts, PodFacts } from '#server/admission/pod-security/pod-facts.ts'
import type { JudgedRequest, PodSecurityObserver } from '#server/admission/pod-security/observer.ts'

const podsMax = 3000
/** Subresources of pods that cannot affect the pod's security. */
const ignoredSubresources = new Set(['exec', 'attach', 'binding', 'eviction', 'log', 'portforward', 'proxy', 'status'])
/** The path of the pod template in each workload type. */
const templates: ReadonlyMap<string, readonly string[]> = new Map([
  ['/replicationcontrollers', ['spec', 'template']],
  ['/podtemplates', ['template']],
  ['apps/replicasets', ['spec', 'template']],
  ['apps/deployments', ['spec', 'template']],
  ['apps/statefulsets', ['spec', 'template']],
  ['apps/daemonsets', ['spec', 'template']],
  ['batch/jobs', ['spec', 'template']],
  ['batch/cronjobs', ['spec', 'jobTemplate', 'spec', 'template']],
])

/** The configuration of the plugin: the policy of namespaces without labels, and the exemptions. */
export interface PodSecurityConfiguration {
  readonly defaults: Policy
  readonly exemptions: {
    readonly usernames: readonly string[]
    readonly namespaces: readonly string[]
    readonly runtimeClasses: readonly string[]
  }
}

export const permissivePodSecurity: PodSecurityConfiguration = {
  defaults: permissive,
  exemptions: { usernames: [], namespaces: [], runtimeClasses: [] },
}

/** The reader and the configuration by which a request is evaluated. */
interface Judge {
  readonly reader: AdmissionReader
  readonly configuration: PodSecurityConfiguration
  readonly observer: PodSecurityObserver
}

/**
 * Evaluates pods against the pod security level in their namespace's labels, or the configured one. [PSA2] [PSA5]
 */
export const podSecurity = (
  configuration: PodSecurityConfiguration,
  observer: PodSecurityObserver,
): AdmissionPlugin => ({
  name: 'PodSecurity',
  operations: new Set(['CREATE', 'UPDATE']),
  concerns: ({ group, resource }) =>
    (group === '' && (resource === 'pods' || resource === 'namespaces')) || templates.has(`${group}/${resource}`),
  async validate(attributes, reader) {
    const { definition, subresource, object } = attributes
    if (object === null) return
    const judge = { reader, configuration, observer }
    const what = `${definition.group}/${definition.resource}`
    if (what === '/namespaces') {
      if (subresource === '') await judgeNamespace(attributes, object, judge)
      return
    }
    const path = subresource === '' ? templates.get(what) : undefined
    const isPod = what === '/pods' && !ignoredSubresources.has(subresource)
    if (!isPod && path === undefined) return
    if (isExempt(attributes, configuration)) observer.exempted(judgedRequest(attributes))
    else if (path === undefined) await judgePod(attributes, object, judge)
    else await judgeTemplate(attributes, path, judge)
  },
})

const isExempt = ({ namespace, user }: Attributes, { exemptions }: PodSecurityConfiguration): boolean =>
  exemptions.namespaces.includes(namespace) || exemptions.usernames.includes(user.name)

const judgedRequest = ({ operation, definition, subresource }: Attributes): JudgedRequest => ({
  operation,
  resource: definition.resource === 'pods' ? 'pod' : 'controller',
  subresource,
})

/** Reports whether the runtime class of the pod is exempt. */
function isExemptPod({ spec }: PodFacts, { exemptions }: PodSecurityConfiguration): boolean {
  const { runtimeClassName } = spec as { readonly runtimeClassName?: Json }
  return typeof runtimeClassName === 'string' && exemptions.runtimeClasses.includes(runtimeClassName)
}

const labelsOf = (object: ApiObject): Readonly<Record<string, string>> => object.metadata.labels ?? {}

async function policyOf({ namespace }: Attributes, { reader, configuration }: Judge): Promise<Policy> {
  const found = await reader.get({ group: '', resource: 'namespaces' }, '', namespace)
  return found === null ? configuration.defaults : policyIn(found, configuration.defaults)
}

/** The policy of each namespace that was read, and the defaults that it was read over. */
const policies = new WeakMap<ApiObject, { readonly defaults: Policy; readonly policy: Policy }>()

function policyIn(namespace: ApiObject, defaults: Policy): Policy {
  const cached = policies.get(namespace)
  if (cached?.defaults === defaults) return cached.policy
  const { policy } = readPolicy(labelsOf(namespace), defaults)
  policies.set(namespace, { defaults, policy })
  return policy
}

const toFacts = (object: ApiObject): PodFacts => ({
  annotations: object.metadata.annotations ?? {},
  spec: (isObject(object['spec']) ? object['spec'] : {}) as PodFacts['spec'],
})

async function judgePod(attributes: Attributes, pod: ApiObject, judge: Judge): Promise<void> {
  const { operation, live, definition, name } = attributes
  const { enforce, warn } = await policyOf(attributes, judge)
  const { configuration, observer } = judge
  const request = judgedRequest(attributes)
  if (enforce.level === 'privileged' && warn.level === 'privileged')
    return observer.evaluated('allow', 'enforce', enforce, request)
  const facts = toFacts(pod)
  if (isExemptPod(facts, configuration)) return observer.exempted(request)
  if (operation === 'UPDATE' && live !== null && !isSignificant(facts, toFacts(live))) return
  const found = violationsOf(facts, enforce)
  observer.evaluated(found.length > 0 ? 'deny' : 'allow', 'enforce', enforce, request)
  if (found.length > 0)
    throw forbiddenRequest(
      definition,
      name === '' ? (pod.metadata.name ?? '') : name,
      `violates PodSecurity "${printLevel(enforce)}": ${inDetail(found)}`,
    )
  warnOf(facts, warn, attributes, observer)
}

function warnOf(facts: PodFacts, level: LevelVersion, attributes: Attributes, observer: PodSecurityObserver): void {
  const found = violationsOf(facts, level)
  if (found.length === 0) return
  observer.evaluated('deny', 'warn', level, judgedRequest(attributes))
  attributes.warn(`would violate PodSecurity "${printLevel(level)}": ${inDetail(found)}`)
}

/** Only a change of the number of containers or of an image requires a new evaluation. */
function isSignificant({ spec: now }: PodFacts, { spec: before }: PodFacts): boolean {
  for (const list of ['containers', 'initContainers'] as const) {
    const [fresh, old] = [now[list] ?? [], before[list] ?? []]
    if (fresh.length !== old.length || fresh.some(({ image }, at) => image !== old[at]?.image)) return true
  }
  const old = new Map((before.ephemeralContainers ?? []).map((each: ContainerFacts) => [each.name, each.image ?? '']))
  return (now.ephemeralContainers ?? []).some(({ name, image = '' }) => old.get(name) !== image)
}

async function judgeTemplate(attributes: Attributes, path: readonly string[], judge: Judge): Promise<void> {
  const { warn } = await policyOf(attributes, judge)
  if (warn.level === 'privileged') return
  let template: Json | undefined = attributes.object as Json
  for (const name of path) template = isObject(template) ? template[name] : undefined
  if (!isObject(template)) return
  const metadata = isObject(template['metadata']) ? template['metadata'] : {}
  const facts = toFacts({ ...template, metadata } as ApiObject)
  if (isExemptPod(facts, judge.configuration)) judge.observer.exempted(judgedRequest(attributes))
  else warnOf(facts, warn, attributes, judge.observer)
}

async function judgeNamespace(attributes: Attributes, namespace: ApiObject, judge: Judge): Promise<void> {
  const { live, definition, warn } = attributes
  const name = namespace.metadata.name ?? ''
  const { defaults, exemptions } = judge.configuration
  const now = readPolicy(labelsOf(namespace), defaults)
  const before = live === null ? null : readPolicy(labelsOf(live), defaults)
  const texts = (errors: typeof now.errors): string => errors.map(fieldErrorText).join('\n')
  if (now.errors.length > 0 && texts(now.errors) !== texts(before?.errors ?? []))
    throw invalidObject(definition, name, now.errors)
  if (before === null || !isStricter(now.policy.enforce, before.policy.enforce)) return
  if (exemptions.namespaces.includes(name)) return
  for (const text of await warningsOfPods(name, now.policy.enforce, judge)) warn(text)
}

/** Reports whether existing pods may violate the new level. Another version may be stricter. */
function isStricter(now: LevelVersion, before: LevelVersion): boolean {
  if (now.level === 'privileged' || isSame(now, before)) return false
  return now.minor !== before.minor || rankOf(now.level) > rankOf(before.level)
}

/** Returns one warning per way in which existing pods violate the level. */
async function warningsOfPods(
  namespace: string,
  level: LevelVersion,
  { reader, configuration }: Judge,
): Promise<readonly string[]> {
  const pods = oneOfEachOwnerFirst(await reader.list({ group: '', resource: 'pods' }, namespace))
  const names = new Map<string, string[]>()
  for (const pod of pods.slice(0, podsMax)) {
    const facts = toFacts(pod)
    const found = isExemptPod(facts, configuration) ? [] : violationsOf(facts, level)
    if (found.length === 0) continue
    const text = inShort(found)
    names.set(text, [...(names.get(text) ?? []), pod.metadata.name ?? ''])
  }
  const lines = [...names].map(([text, bad]) => {
    const first = bad.toSorted()[0] ?? ''
    if (bad.length === 1) return `${first}: ${text}`
    return `${first} (and ${bad.length === 2 ? '1 other pod' : `${bad.length - 1} other pods`}): ${text}`
  })
  const checked = Math.min(pods.length, podsMax)
  const head = `existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "${printLevel(level)}"`
  return [
    ...(checked < pods.length
      ? [`new PodSecurity enforce level only checked against the first ${checked} of ${pods.length} existing pods`]
      : []),
    ...(lines.length > 0 ? [head] : []),
    // Sorted with the pods' names first, as the reference does.
    ...lines.toSorted(),
  ]
}

/** Moves the first pod of each controller to the front, because pods of one controller are alike. */
function oneOfEachOwnerFirst(pods: readonly ApiObject[]): readonly ApiObject[] {
  const seen = new Set<string>()
  const [first, rest]: [ApiObject[], ApiObject[]] = [[], []]
  for (const pod of pods) {
    const owner = pod.metadata.ownerReferences?.find(({ controller }) => controller === true)?.uid
    if (owner !== undefined && seen.has(owner)) rest.push(pod)
    else first.push(pod)
    if (owner !== undefined) seen.add(owner)
  }
  return [...first, ...rest]
}
