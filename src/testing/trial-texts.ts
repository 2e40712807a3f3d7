import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { tryCreate, tryUpdate } from './strategy-trial.ts'

/** For tests: what is said of an object, without the examples and patterns that names' rules end with. */
export const brief = (texts: readonly string[]): readonly string[] =>
  texts.map((text) => text.replace(/ (?:\(e\.g\. |must consist of|and must start).*/s, ' …'))

export const createErrors = (definition: ResourceDefinition, sent: JsonObject): readonly string[] =>
  brief(tryCreate(definition, sent).errors)

/** Errors of an update from what `before` becomes to `after`. */
export function updateErrors(
  definition: ResourceDefinition,
  before: JsonObject,
  after: JsonObject,
  subresource = '',
): readonly string[] {
  const { object } = tryCreate(definition, before)
  return brief(tryUpdate(definition, withStatus(object, before), after, subresource).errors)
}

/** A created object has no status; a test may say which it has got since. */
const withStatus = (object: ApiObject, { status }: JsonObject): ApiObject =>
  status === undefined ? object : ({ ...object, status } as ApiObject)

export const container: JsonObject = { name: 'c', image: 'img:1' }

/** A valid template whose pods have the label `app: x`. */
export const templateOf = (spec: JsonObject = {}, metadata: JsonObject = { labels: { app: 'x' } }): JsonObject => ({
  metadata,
  spec: { containers: [container], ...spec },
})

export const selector: JsonObject = { matchLabels: { app: 'x' } }
