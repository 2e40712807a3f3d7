import type { StructSchema } from '#schema/schema.ts'
import { structSchema } from '#server/kinds/group-types.ts'
import { metaV1 } from '#server/kinds/schemas/meta-v1.ts'
import { customModelName } from './model-names.ts'
import { type Method, type ModelRef, type Operation, anyType, plainTypes, streamTypes, struct } from './operation.ts'
import { type Parameter, optionParameters } from './parameters.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'

/** The documented operation of a verb, independent of its path. */
export interface VerbOperation {
  readonly method: Method
  readonly action: string
  /** The first word of the operation id. `rest` follows group and version. */
  readonly verb: string
  readonly rest?: string
  readonly options: readonly Parameter[]
  readonly body?: NonNullable<Operation['body']>
  readonly consumes: readonly string[]
  readonly produces: readonly string[]
  readonly answers: Operation['answers']
}

/** The types of an operation's bodies: objects of one kind, or lists of them. */
export interface Subject {
  readonly model: ModelRef
  readonly list?: ModelRef
  readonly isCustom: boolean
  /** True if a delete returns the object. */
  readonly returnsDeleted: boolean
}

const options = (name: string): readonly Parameter[] => optionParameters(metaV1.schema(name))
const meta = (name: string): ModelRef => struct(metaV1.schema(name))
export const patchModel: ModelRef = { type: 'named', model: 'io.orch.apimachinery.pkg.apis.meta.v1.Patch' }
const watchOnly: ReadonlySet<string> = new Set(['allowWatchBookmarks', 'watch'])
const patchTypes = ['application/json-patch+json', 'application/merge-patch+json']
const customTypes = ['application/json', 'application/yaml']

const produces = ({ isCustom }: Subject): readonly string[] => (isCustom ? customTypes : plainTypes)
const consumes = ({ isCustom }: Subject): readonly string[] => (isCustom ? customTypes : anyType)
const answer = (model: ModelRef, ...codes: readonly (200 | 201 | 202)[]): Operation['answers'] =>
  codes.map((code) => ({ code, model }))

const plain = (subject: Subject): Pick<VerbOperation, 'consumes' | 'produces'> => ({
  consumes: consumes(subject),
  produces: produces(subject),
})

export const readOperation = (subject: Subject): VerbOperation => ({
  ...plain(subject),
  method: 'get',
  action: 'get',
  verb: 'read',
  options: subject.isCustom ? options('GetOptions') : [],
  answers: answer(subject.model, 200),
})

export const listOperation = (subject: Subject): VerbOperation => ({
  ...plain(subject),
  method: 'get',
  action: 'list',
  verb: 'list',
  options: options('ListOptions'),
  produces: subject.isCustom ? customTypes : [...plainTypes, ...streamTypes],
  answers: answer(subject.list ?? subject.model, 200),
})

export const createOperation = (subject: Subject): VerbOperation => ({
  ...plain(subject),
  method: 'post',
  action: 'post',
  verb: 'create',
  options: options('CreateOptions'),
  body: { model: subject.model, required: true },
  answers: answer(subject.model, 200, 201, 202),
})

export const replaceOperation = (subject: Subject): VerbOperation => ({
  ...plain(subject),
  method: 'put',
  action: 'put',
  verb: 'replace',
  options: options('UpdateOptions'),
  body: { model: subject.model, required: true },
  answers: answer(subject.model, 200, 201),
})

export const patchOperation = (subject: Subject): VerbOperation => ({
  ...plain(subject),
  method: 'patch',
  action: 'patch',
  verb: 'patch',
  options: options('PatchOptions'),
  body: { model: patchModel, required: true },
  consumes: [
    ...patchTypes,
    ...(subject.isCustom ? [] : ['application/strategic-merge-patch+json']),
    'application/apply-patch+yaml',
  ],
  answers: subject.isCustom ? answer(subject.model, 200) : answer(subject.model, 200, 201),
})

export const deleteOperation = (subject: Subject): VerbOperation => ({
  ...plain(subject),
  method: 'delete',
  action: 'delete',
  verb: 'delete',
  options: options('DeleteOptions'),
  body: { model: meta('DeleteOptions'), required: false },
  answers: answer(subject.returnsDeleted ? subject.model : meta('Status'), 200, 202),
})

/** The reference's documents list no request body for it if the kind is custom. */
export const deleteCollectionOperation = (subject: Subject): VerbOperation => ({
  ...plain(subject),
  method: 'delete',
  action: 'deletecollection',
  verb: 'delete',
  rest: 'Collection',
  options: subject.isCustom
    ? options('ListOptions')
    : [...options('ListOptions').filter(({ name }) => !watchOnly.has(name)), ...options('DeleteOptions')],
  ...(subject.isCustom ? {} : { body: { model: meta('DeleteOptions'), required: false } }),
  answers: answer(meta('Status'), 200),
})

/** Operations of the deprecated paths below `watch/`. */
export const watchOperation = (action: 'watch' | 'watchlist'): VerbOperation => ({
  method: 'get',
  action,
  verb: 'watch',
  options: options('ListOptions'),
  consumes: anyType,
  produces: [...plainTypes, ...streamTypes],
  answers: answer(meta('WatchEvent'), 200),
})

/** The operation of a plain-text subresource. */
export const textOperation = (parameters: StructSchema): VerbOperation => ({
  method: 'get',
  action: 'get',
  verb: 'read',
  options: optionParameters(parameters),
  consumes: anyType,
  produces: ['text/plain', ...plainTypes],
  answers: [{ code: 200, model: { type: 'text' } }],
})

export const connectOperation = (method: Method, parameters: StructSchema): VerbOperation => ({
  method,
  action: 'connect',
  verb: 'connect',
  rest: method.slice(0, 1).toUpperCase() + method.slice(1),
  options: optionParameters(parameters),
  consumes: anyType,
  produces: anyType,
  answers: [{ code: 200, model: { type: 'text' } }],
})

/** Returns the body types of a resource's operations. */
export function subjectOf(definition: ResourceDefinition): Subject {
  if (definition.published === undefined)
    return {
      model: struct(definition.schema),
      ...(definition.verbs.includes('list') ? { list: struct(structSchema(`${definition.schema.name}List`)) } : {}),
      isCustom: false,
      returnsDeleted: definition.returnsDeletedObject === true,
    }
  return {
    model: { type: 'named', model: customModelName(definition, definition.kind) },
    list: { type: 'named', model: customModelName(definition, definition.listKind ?? `${definition.kind}List`) },
    isCustom: true,
    returnsDeleted: false,
  }
}
