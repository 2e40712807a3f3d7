import { toApiVersion } from '#api/group-version-resource.ts'
import type { Json, JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Schema } from '#schema/schema.ts'
import { objectKind } from '#server/admission/dynamic/versioned.ts'
import type { TextSubresource } from '#server/registry/subresource.ts'
import { flagParameter } from '#server/endpoints/options/query-parameters.ts'
import { toAttributes } from '#server/endpoints/call/admission-attributes.ts'
import type { Call } from '#server/endpoints/call/call.ts'

/** Runs admission for a CONNECT before the object is read. [DA13] */
export async function admitConnection(call: Call, { schema, name }: TextSubresource): Promise<void> {
  if (schema === undefined) return
  const { kind, group, version } = objectKind(call.route.definition, name)
  const options: JsonObject = { kind, apiVersion: toApiVersion({ group, version }) }
  for (const field of schema.fields.values()) {
    const value = readField(call.context.target.query, field.name, field.schema)
    if (value !== undefined) options[field.name] = value
  }
  const object: ApiObject = { ...options, metadata: {} }
  const attributes = toAttributes(call, { operation: 'CONNECT', dryRun: false, object, live: null })
  await call.server.admission.mutate(attributes)
  await call.server.admission.validate(attributes)
}

function readField(query: URLSearchParams, name: string, schema: Schema): Json | undefined {
  if (!query.has(name)) return undefined
  if (schema.type === 'list') return query.getAll(name).map((text) => scalar(text, schema.items))
  if (schema.type === 'scalar' && schema.scalar === 'boolean') return flagParameter(query, name)
  return scalar(query.get(name) ?? '', schema)
}

const scalar = (text: string, schema: Schema): Json =>
  schema.type === 'scalar' && schema.scalar === 'int32' ? Number(text) : text
