import { isObject, type Json, type JsonObject, textOf } from '#api/json.ts'
import type { WatchableResource } from '#ui/model/discovery.ts'
import type { ObjectsState } from '#ui/model/objects-state.ts'
import { editableText, specOf } from './policy-items.ts'
import type { PolicyState } from './policy-store.ts'
import { objectOf, type TrialSubject } from './subject.ts'

/** A parameter of a policy, stored or not. */
export interface PolicyParam {
  /** `Limits shop/for-web`: its kind, namespace and name. */
  readonly place: string
  readonly name: string
  /** The stored object as it can be edited, or one to begin with. */
  readonly text: string
  readonly isStored: boolean
}

const paramsMax = 5

/** Returns the type of a policy's parameters; `undefined` for a policy without, and for a type that is not served. */
export function paramType({ collections }: ObjectsState, draft: JsonObject): WatchableResource | undefined {
  const { paramKind } = specOf(draft)
  if (!isObject(paramKind)) return undefined
  return [...collections.values()]
    .map(({ resource }) => resource)
    .find(
      ({ group, version, kind }) =>
        kind === paramKind['kind'] && (group === '' ? version : `${group}/${version}`) === paramKind['apiVersion'],
    )
}

interface ParamRef {
  readonly name: string
  readonly namespace: string
}

const paramRefs = (bindings: readonly JsonObject[]): readonly ParamRef[] =>
  bindings.flatMap((binding) => {
    const ref: Json | undefined = specOf(binding)['paramRef']
    return isObject(ref) ? [{ name: textOf(ref['name']), namespace: textOf(ref['namespace']) }] : []
  })

/**
 * Returns the parameters that the bindings name, first those that are stored. A binding may select by labels instead:
 * then all objects of the kind are offered. Without any object there is one to begin with. [CB16]
 */
export function policyParams(objects: ObjectsState, { draft, bindings }: TrialSubject): readonly PolicyParam[] {
  const resource = paramType(objects, draft)
  if (resource === undefined) return []
  const refs = paramRefs(bindings)
  const isNamed = (name: string, namespace: string): boolean =>
    refs.length === 0 ||
    refs.some((ref) => (ref.name === '' || ref.name === name) && (ref.namespace === '' || ref.namespace === namespace))
  const stored = [...(objects.collections.get(resource.id)?.items.values() ?? [])]
    .filter(({ metadata }) => isNamed(metadata.name ?? '', metadata.namespace ?? ''))
    .slice(0, paramsMax)
    .map((object): PolicyParam => {
      const { name = '', namespace = '' } = object.metadata
      return { place: placeOf(resource, namespace, name), name, text: editableText(object), isStored: true }
    })
  if (stored.length > 0) return stored
  const [{ name, namespace } = { name: '', namespace: '' }] = refs
  const first = { name: name === '' ? 'limits' : name, namespace: namespace === '' ? 'default' : namespace }
  return [
    {
      place: placeOf(resource, resource.namespaced ? first.namespace : '', first.name),
      name: first.name,
      text: newParam(resource, first),
      isStored: false,
    },
  ]
}

const placeOf = ({ kind }: WatchableResource, namespace: string, name: string): string =>
  `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`

function newParam({ group, version, kind, namespaced }: WatchableResource, { name, namespace }: ParamRef): string {
  return [
    `apiVersion: ${group === '' ? version : `${group}/${version}`}`,
    `kind: ${kind}`,
    'metadata:',
    `  name: ${name}`,
    ...(namespaced ? [`  namespace: ${namespace}`] : []),
    kind === 'ConfigMap' ? 'data: {}' : 'spec: {}',
    '',
  ].join('\n')
}

/** Returns the object of a parameter as it is edited; `null` for a text that is none. */
const editedObject = ({ params }: Pick<PolicyState, 'params'>, { place, text }: PolicyParam): JsonObject | null =>
  objectOf(params[place] ?? text)

/**
 * Returns the input of a trial with the edited parameters. A policy that nothing binds is tried with the first of them.
 * [CB16]
 */
export function withParams(
  state: Pick<PolicyState, 'params'>,
  objects: ObjectsState,
  subject: TrialSubject,
): TrialSubject & { readonly objects: readonly JsonObject[] } {
  const params = policyParams(objects, subject)
  const edited = params
    .filter(({ place, isStored }) => !isStored || state.params[place] !== undefined)
    .map((param) => editedObject(state, param))
    .filter((object) => object !== null)
  const [first] = params
  if (subject.bindings.length > 0 || first === undefined) return { ...subject, objects: edited }
  const object = editedObject(state, first)
  return { ...subject, objects: edited, bindings: object === null ? [] : [bindingTo(subject.draft, object)] }
}

function bindingTo(draft: JsonObject, param: JsonObject): JsonObject {
  const nameOf = ({ metadata }: JsonObject, member: string): string =>
    isObject(metadata) ? textOf(metadata[member]) : ''
  const namespace = nameOf(param, 'namespace')
  const kind = `${textOf(draft['kind'])}Binding`
  return {
    apiVersion: textOf(draft['apiVersion']),
    kind,
    metadata: { name: 'not-bound-yet' },
    spec: {
      policyName: nameOf(draft, 'name'),
      ...(kind === 'ValidatingAdmissionPolicyBinding' ? { validationActions: ['Deny'] } : {}),
      paramRef: {
        name: nameOf(param, 'name'),
        ...(namespace === '' ? {} : { namespace }),
        parameterNotFoundAction: 'Deny',
      },
    },
  }
}
