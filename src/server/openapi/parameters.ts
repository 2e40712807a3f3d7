import type { JsonObject } from '#api/json.ts'
import type { StructSchema } from '#schema/schema.ts'
import parameterTexts from './texts/parameters.json' with { type: 'json' }

/** A parameter of a path or a query, identified by `name` and `in`. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly type: 'string' | 'boolean' | 'integer'
  readonly description: string
  /** Its name among the shared parameters of an OpenAPI v2 document; absent: it is repeated in each operation. */
  readonly shared?: string
}

interface ParameterText {
  readonly text: string
  readonly shared?: string
}
const texts: Readonly<Record<string, ParameterText>> = parameterTexts

const types: ReadonlyMap<string, Parameter['type']> = new Map([
  ['boolean', 'boolean'],
  ['int32', 'integer'],
  ['int64', 'integer'],
  ['string', 'string'],
])

function toParameter(name: string, where: Parameter['in'], type: Parameter['type'], owner = ''): Parameter {
  const own = `${owner}.${name}`
  const found = Object.hasOwn(texts, own) ? texts[own] : Object.hasOwn(texts, name) ? texts[name] : undefined
  return {
    name,
    in: where,
    type,
    description: found?.text ?? '',
    ...(found?.shared === undefined ? {} : { shared: found.shared }),
  }
}

/** Returns the query parameters of an options type: one for each scalar field or list of scalars. [OA4] */
export function optionParameters(options: StructSchema): readonly Parameter[] {
  const owner = options.name.slice(options.name.lastIndexOf('.') + 1)
  return [...options.fields.values()].flatMap(({ name, schema }) => {
    const value = schema.type === 'list' ? schema.items : schema
    const type = value.type === 'scalar' ? types.get(value.scalar) : undefined
    return type === undefined || typeMeta.has(name) ? [] : [toParameter(name, 'query', type, owner)]
  })
}
const typeMeta: ReadonlySet<string> = new Set(['kind', 'apiVersion'])

export const prettyParameter: Parameter = toParameter('pretty', 'query', 'string')
export const namespaceParameter: Parameter = toParameter('namespace', 'path', 'string')
/** The path after the name in proxy requests. */
export const pathParameter: Parameter = toParameter('path', 'path', 'string', 'proxied')
export const nameParameter = (kind: string): Parameter => ({
  name: 'name',
  in: 'path',
  type: 'string',
  description: `Name of the ${kind}.`,
})

export const parameterKey = ({ name, in: where }: Parameter): string => `${name} ${where}`

export const sortedParameters = (parameters: readonly Parameter[]): readonly Parameter[] =>
  parameters.toSorted((a, b) => (parameterKey(a) < parameterKey(b) ? -1 : 1))

/** Formats a parameter for OpenAPI v3. */
export const openParameter = ({ name, in: where, type, description }: Parameter): JsonObject => ({
  name,
  in: where,
  description,
  ...(where === 'path' ? { required: true } : {}),
  schema: { type, uniqueItems: true },
})

/** Formats a parameter for OpenAPI v2. */
export const swaggerParameter = ({ name, in: where, type, description }: Parameter): JsonObject => ({
  ...(description === '' ? {} : { description }),
  in: where,
  name,
  ...(where === 'path' ? { required: true } : {}),
  type,
  uniqueItems: true,
})
