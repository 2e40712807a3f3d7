import type { StructSchema } from '#schema/schema.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Parameter } from './parameters.ts'

export type Method = 'delete' | 'get' | 'head' | 'options' | 'patch' | 'post' | 'put'

/** The type of a request or response body. */
export type ModelRef =
  | { readonly type: 'struct'; readonly schema: StructSchema }
  /** A model by its name: a custom kind, or a model that all documents share. */
  | { readonly type: 'named'; readonly model: string }
  | { readonly type: 'text' }

export interface GroupVersionKind {
  readonly group: string
  readonly kind: string
  readonly version: string
}

/** One method of one path, independent of the document version. */
export interface Operation {
  readonly method: Method
  readonly id: string
  readonly tag: string
  readonly description: string
  /** The action in the reference's words: `list`, `post`, `watchlist`, `connect`; absent for paths of discovery. */
  readonly action?: string
  readonly kind?: GroupVersionKind
  readonly parameters: readonly Parameter[]
  readonly body?: { readonly model: ModelRef; readonly required: boolean }
  readonly consumes: readonly string[]
  readonly produces: readonly string[]
  readonly answers: readonly { readonly code: 200 | 201 | 202; readonly model: ModelRef | null }[]
}

export interface Route {
  readonly path: string
  readonly operations: readonly Operation[]
}

export const struct = (schema: StructSchema): ModelRef => ({ type: 'struct', schema })

export const kindOf = ({ group, version, kind }: ResourceDefinition): GroupVersionKind => ({ group, kind, version })

/** Media types in the order in which the reference lists them. */
export const plainTypes: readonly string[] = ['application/json', 'application/yaml', 'application/vnd.orch.protobuf']
export const streamTypes: readonly string[] = [
  'application/json;stream=watch',
  'application/vnd.orch.protobuf;stream=watch',
]
export const anyType: readonly string[] = ['*/*']
