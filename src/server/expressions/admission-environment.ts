import { type CelEnvironment, type CelType, celTypes as t, createCelEnvironment } from '#cel/cel.ts'

/*
 * What expressions of admission may name, declared once for those who check them and for those who run them.
 * Absent here: objects, requests, anybody's policy.
 */

/** Which of the variables that not every expression has it may name. */
export interface Declared {
  readonly hasParams: boolean
  readonly hasAuthorizer: boolean
  /** Types of `variables`, of those defined before; `null` where there are none. */
  readonly variables: Readonly<Record<string, CelType>> | null
  /** `new` for what a user writes, `stored` for what is there already. */
  readonly level: 'new' | 'stored'
  /** Whether it may make patches. Default: no. */
  readonly canPatch?: boolean
}

const kindType = t.object('kubernetes.GroupVersionKind', { group: t.string, version: t.string, kind: t.string })
const resourceType = t.object('kubernetes.GroupVersionResource', {
  group: t.string,
  version: t.string,
  resource: t.string,
})
const userType = t.object('kubernetes.UserInfo', {
  username: t.string,
  uid: t.string,
  groups: t.list(t.string),
  extra: t.map(t.string, t.list(t.string)),
})
const requestType = t.object('kubernetes.AdmissionRequest', {
  kind: kindType,
  resource: resourceType,
  subResource: t.string,
  requestKind: kindType,
  requestResource: resourceType,
  requestSubResource: t.string,
  name: t.string,
  namespace: t.string,
  operation: t.string,
  userInfo: userType,
  dryRun: t.bool,
  options: t.dyn,
})

const namespaceMetadata = t.object('kubernetes.NamespaceMetadata', {
  name: t.string,
  generateName: t.string,
  namespace: t.string,
  labels: t.map(t.string, t.string),
  annotations: t.map(t.string, t.string),
  UID: t.string,
  creationTimestamp: t.timestamp,
  deletionGracePeriodSeconds: t.int,
  deletionTimestamp: t.timestamp,
  generation: t.int,
  resourceVersion: t.string,
  finalizers: t.list(t.string),
})
const namespaceCondition = t.object('kubernetes.NamespaceCondition', {
  status: t.string,
  type: t.string,
  lastTransitionTime: t.timestamp,
  message: t.string,
  reason: t.string,
})
const namespaceType = t.object('kubernetes.Namespace', {
  metadata: namespaceMetadata,
  spec: t.object('kubernetes.NamespaceSpec', { finalizers: t.list(t.string) }),
  status: t.object('kubernetes.NamespaceStatus', { conditions: t.list(namespaceCondition), phase: t.string }),
})

const bases = new Map<string, CelEnvironment>()

/** The environment of one expression. Those without variables of a policy are made once. [VAP4] */
export function admissionEnvironment(declared: Declared): CelEnvironment {
  const { hasParams, hasAuthorizer, variables, level, canPatch = false } = declared
  const key = `${hasParams} ${hasAuthorizer} ${level} ${canPatch}`
  let base = bases.get(key)
  if (base === undefined) {
    base = createCelEnvironment({
      variables: {
        object: t.dyn,
        oldObject: t.dyn,
        namespaceObject: namespaceType,
        request: requestType,
        ...(hasParams ? { params: t.dyn } : {}),
        ...(hasAuthorizer ? { authorizer: t.authorizer, 'authorizer.requestResource': t.resourceCheck } : {}),
      },
      level,
      canPatch,
    })
    bases.set(key, base)
  }
  return variables === null ? base : base.extend({ variables: t.object('kubernetes.variables', variables) })
}

const known = new Set(['any', 'bool', 'bytes', 'double', 'duration', 'int', 'null', 'string', 'timestamp', 'uint'])

/** The type under which later expressions know a variable: objects of declared types are not told apart. */
export function variableType(type: CelType): CelType {
  const [first, second] = type.params
  if (type.kind === 'list' && first !== undefined) return t.list(variableType(first))
  if (type.kind === 'map' && first !== undefined && second !== undefined)
    return t.map(variableType(first), variableType(second))
  return known.has(type.kind) ? type : t.dyn
}

/** Types by names that users choose: a record without prototype, so that `__proto__` is a name like others. */
export const noTypes = (): Record<string, CelType> => Object.create(null) as Record<string, CelType>
