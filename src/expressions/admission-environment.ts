import { type CelEnvironment, type CelType, celTypes as t, createCelEnvironment } from '#cel/cel.ts'

/*
 * The variables of admission expressions, declared once for validation and evaluation. Independent of objects, requests
 * and policies.
 */

/** The optional variables that an expression may use. */
export interface Declared {
  readonly hasParams: boolean
  readonly hasAuthorizer: boolean
  /** Types of the previously defined `variables`; `null` if there are none. */
  readonly variables: Readonly<Record<string, CelType>> | null
  /** `new` for expressions of a write, `stored` for expressions that are stored already. */
  readonly level: 'new' | 'stored'
  /** Declares the functions that create patches. Default: no. */
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

/** Returns the environment of one expression. Environments without policy variables are cached. [VAP4] */
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

const builtInKinds = new Set([
  'any',
  'bool',
  'bytes',
  'double',
  'duration',
  'int',
  'null',
  'string',
  'timestamp',
  'uint',
])

/** Returns the type of a variable for later expressions: declared object types are treated as `dyn`. */
export function variableType(type: CelType): CelType {
  const [first, second] = type.params
  if (type.kind === 'list' && first !== undefined) return t.list(variableType(first))
  if (type.kind === 'map' && first !== undefined && second !== undefined)
    return t.map(variableType(first), variableType(second))
  return builtInKinds.has(type.kind) ? type : t.dyn
}

/**
 * Returns an empty record for types by user-defined names. It has no prototype, so that `__proto__` is an ordinary
 * name.
 */
export const noTypes = (): Record<string, CelType> => Object.create(null) as Record<string, CelType>
