import { isObject, textOf, type Json, type JsonObject, valueAt } from '#api/json.ts'
import {
  type CelEnvironment,
  type CelType,
  celTypes,
  createCelEnvironment,
  jsonPatchType,
  objectType,
  schemaType,
} from '#cel/cel.ts'
import { admissionEnvironment, noTypes, variableType } from '#expressions/admission-environment.ts'
import type { CheckedKind } from '#expressions/type-warnings.ts'
import type { ExpressionRole } from './expression-fields.ts'
import { type PolicyPlace, type PolicyText } from './policy-text.ts'

/** The types of the objects that a policy sees. */
export interface PolicyTypes {
  /** The kinds that its rules name, with their types. */
  readonly kinds: readonly CheckedKind[]
  /** The type of its parameters; `null` if it is unknown. */
  readonly params: CelType | null
}

export const noPolicyTypes: PolicyTypes = { kinds: [], params: null }

/** The environment of an expression, and the types that results may have; empty allows all. */
export interface Scope {
  readonly environment: CelEnvironment
  readonly variables: ReadonlyMap<string, CelType>
  readonly returns: readonly CelType[]
}

/** The scopes of an expression: as the server compiles it, and for each kind of object that it sees. */
export interface Scopes {
  readonly untyped: Scope
  readonly typed: readonly { readonly kind: string; readonly scope: Scope }[]
}

const returnsOf: Readonly<Record<ExpressionRole, readonly CelType[]>> = {
  condition: [celTypes.bool],
  variable: [],
  validation: [celTypes.bool],
  message: [celTypes.string],
  annotation: [celTypes.string, celTypes.null],
  'apply-configuration': [objectType],
  'json-patch': [celTypes.list(jsonPatchType)],
  rule: [celTypes.bool],
  'rule-message': [celTypes.string],
}

/** Changes the type of a variable that a schema describes, such as `object` or `self`. */
export type ChangeType = (type: CelType, variable: string) => CelType

/** Returns a function that gives the scopes of the expressions of a text. [CB9] */
export function scopesOf(
  text: PolicyText,
  types: PolicyTypes,
  change: ChangeType = (type) => type,
): (place: PolicyPlace) => Scopes {
  const changed = {
    kinds: types.kinds.map(({ id, type }) => ({ id, type: change(type, 'object') })),
    params: types.params === null ? null : change(types.params, 'params'),
  }
  return (place) =>
    place.role === 'rule' || place.role === 'rule-message'
      ? { untyped: ruleScope(text, place, change), typed: [] }
      : policyScopes(text, changed, place)
}

/** The scope of a rule: `self` and `oldSelf` have the type of the schema that contains it. */
function ruleScope({ value }: PolicyText, { path, role }: PolicyPlace, change: ChangeType): Scope {
  const at = path.slice(0, -3)
  const schema = valueAt(value, at)
  const rule = valueAt(value, path.slice(0, -1))
  const isRoot = at.at(-1) === 'openAPIV3Schema'
  const isEmbedded = isObject(schema) && schema['x-orch-embedded-resource'] === true
  const described = (isObject(schema) ? schemaType(schema, isRoot || isEmbedded)?.type : undefined) ?? celTypes.dyn
  const self = change(described, 'self')
  const isOptional = isObject(rule) && rule['optionalOldSelf'] === true
  const variables = { self, oldSelf: isOptional ? celTypes.optional(self) : self }
  return {
    environment: createCelEnvironment({ variables }),
    variables: new Map(Object.entries(variables)),
    returns: returnsOf[role],
  }
}

function policyScopes(text: PolicyText, { kinds, params }: PolicyTypes, place: PolicyPlace): Scopes {
  const spec = specOf(text)
  const hasParams = spec['paramKind'] !== undefined
  const dyn = { object: celTypes.dyn, params: celTypes.dyn }
  const scope = (objects: typeof dyn): Scope => policyScope(spec, place, { hasParams, ...objects })
  return {
    untyped: scope(dyn),
    typed: kinds.map(({ id, type }) => ({
      kind: id.kind,
      scope: scope({ object: type, params: params ?? celTypes.dyn }),
    })),
  }
}

const specOf = ({ value }: PolicyText): JsonObject => (isObject(value['spec']) ? value['spec'] : {})

interface Objects {
  readonly hasParams: boolean
  readonly object: CelType
  readonly params: CelType
}

function policyScope(spec: JsonObject, { role, path }: PolicyPlace, objects: Objects): Scope {
  const { hasParams, object, params } = objects
  const before = role === 'variable' ? Number(path[2]) : Number.POSITIVE_INFINITY
  const types = role === 'condition' ? null : variableTypes(spec, before, objects)
  const hasAuthorizer = role !== 'message'
  const canPatch = role === 'apply-configuration' || role === 'json-patch'
  const declared = { object, oldObject: object, ...(hasParams && { params }) }
  const environment = admissionEnvironment({
    hasParams,
    hasAuthorizer,
    variables: types,
    level: 'new',
    canPatch,
  }).extend(declared)
  const variables = new Map<string, CelType>(Object.entries(declared))
  for (const name of ['request', 'namespaceObject', 'authorizer']) {
    const compiled = environment.compile(name)
    if (compiled.type === 'program') variables.set(name, compiled.program.resultType)
  }
  if (types !== null) variables.set('variables', celTypes.object('kubernetes.variables', types))
  return { environment, variables, returns: returnsOf[role] }
}

/** Returns the types of the variables before index `before`. One that does not compile may have any type. */
function variableTypes(spec: JsonObject, before: number, objects: Objects): Record<string, CelType> {
  const { hasParams, object, params } = objects
  const types = noTypes()
  const written: readonly Json[] = Array.isArray(spec['variables']) ? spec['variables'] : []
  for (const [at, each] of written.entries()) {
    if (at >= before) break
    if (!isObject(each) || textOf(each['name']) === '') continue
    const environment = admissionEnvironment({ hasParams, hasAuthorizer: true, variables: types, level: 'new' })
    const compiled = environment
      .extend({ object, oldObject: object, ...(hasParams && { params }) })
      .compile(textOf(each['expression']))
    const type = compiled.type === 'program' ? compiled.program.resultType : celTypes.dyn
    types[textOf(each['name'])] = object.kind === 'dyn' ? variableType(type) : type
  }
  return types
}
