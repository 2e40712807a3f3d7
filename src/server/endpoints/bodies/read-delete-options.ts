import { quoteGo } from '#go/quote.ts'
import { isNumeric, type Json, type JsonObject, isObject } from '#api/json.ts'
import { DecodeError, decodeObject } from '#schema/decode.ts'
import type { ScalarType, Schema, StructField, StructSchema } from '#schema/schema.ts'
import { type DeleteOptions, checkDeleteOptions } from '#server/registry/deletion/delete-options.ts'
import { plainError } from '#server/registry/resource-version.ts'
import { negotiateInput } from '#server/serializer/media-types.ts'
import { interpret } from './decode-body.ts'
import { parseBody } from './parse-body.ts'
import { dryRunParameter, flagParameter, integerParameter } from '#server/endpoints/options/query-parameters.ts'
import { readBody } from './read-body.ts'
import type { RequestContext } from '#server/request/request-context.ts'

const scalar = (type: ScalarType): Schema => ({ type: 'scalar', scalar: type })
const field = (name: string, schema: Schema): [string, StructField] => [
  name,
  { name, schema, pointer: true, omitEmpty: true, required: false },
]
const preconditionsSchema: StructSchema = {
  type: 'struct',
  name: 'meta.v1.Preconditions',
  fields: new Map([field('uid', scalar('string')), field('resourceVersion', scalar('string'))]),
}
const optionsSchema: StructSchema = {
  type: 'struct',
  name: 'meta.v1.DeleteOptions',
  fields: new Map([
    field('kind', scalar('string')),
    field('apiVersion', scalar('string')),
    field('gracePeriodSeconds', scalar('int64')),
    field('preconditions', preconditionsSchema),
    field('orphanDependents', scalar('boolean')),
    field('propagationPolicy', scalar('string')),
    field('dryRun', { type: 'list', items: scalar('string') }),
    field('ignoreStoreReadErrorWithClusterBreakingPotential', scalar('boolean')),
  ]),
}

/** Reads the options of a DELETE from its body, or from its query if there is no body. @throws ApiError [DE2] */
export async function readDeleteOptions(context: RequestContext): Promise<DeleteOptions> {
  const body = await readBody(context)
  const options =
    body.length === 0
      ? optionsOfQuery(context.target.query)
      : optionsOfBody(body, context.request.headers.get('content-type') ?? '')
  checkDeleteOptions(options)
  return options
}

function optionsOfQuery(query: URLSearchParams): DeleteOptions {
  const uid = query.get('uid')
  const resourceVersion = query.get('resourceVersion')
  return {
    gracePeriodSeconds: integerParameter(query, 'gracePeriodSeconds'),
    orphanDependents: flagParameter(query, 'orphanDependents'),
    propagationPolicy: query.get('propagationPolicy') ?? undefined,
    dryRun: dryRunParameter(query),
    preconditions: { uid: uid ?? undefined, resourceVersion: resourceVersion ?? undefined },
  }
}

function optionsOfBody(body: Uint8Array, contentType: string): DeleteOptions {
  const parsed = parseBody(body, negotiateInput(contentType), {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    schema: optionsSchema,
  })
  if (parsed.type === 'unreadable') throw plainError(parsed.message)
  const found = interpret(parsed.value)
  if (typeof found === 'string') throw plainError(found)
  if (found.kind !== '' && found.kind !== 'DeleteOptions')
    throw plainError(
      `no kind ${quoteGo(found.kind)} is registered for version ${quoteGo(found.apiVersion === '' ? 'v1' : found.apiVersion)} in scheme "pkg/runtime/scheme.go:110"`,
    )
  return fromDecoded(decode(parsed.value))
}

function decode(value: Json): JsonObject {
  try {
    return decodeObject(optionsSchema, value ?? {}).object
  } catch (error) {
    if (error instanceof DecodeError) throw plainError(error.message)
    throw error
  }
}

function fromDecoded(options: JsonObject): DeleteOptions {
  const { gracePeriodSeconds, preconditions, orphanDependents, propagationPolicy, dryRun } = options
  const { uid, resourceVersion } = isObject(preconditions) ? preconditions : {}
  return {
    gracePeriodSeconds: isNumeric(gracePeriodSeconds) ? (gracePeriodSeconds as number) : undefined,
    orphanDependents: typeof orphanDependents === 'boolean' ? orphanDependents : undefined,
    propagationPolicy: typeof propagationPolicy === 'string' ? propagationPolicy : undefined,
    dryRun: Array.isArray(dryRun) ? dryRun.map(String) : [],
    preconditions: {
      uid: typeof uid === 'string' ? uid : undefined,
      resourceVersion: typeof resourceVersion === 'string' ? resourceVersion : undefined,
    },
  }
}
