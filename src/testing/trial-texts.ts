import type { JsonObject } from '#api/json.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { tryCreate } from './strategy-trial.ts'

/** Returns validation messages without the examples and patterns that end messages about names. */
export const brief = (texts: readonly string[]): readonly string[] =>
  texts.map((text) => text.replace(/ (?:\(e\.g\. |must consist of|and must start).*/s, ' …'))

export const createErrors = (definition: ResourceDefinition, sent: JsonObject): readonly string[] =>
  brief(tryCreate(definition, sent).errors)

export const container: JsonObject = { name: 'c', image: 'img:1' }

/** Returns a valid template whose pods have the label `app: x`. */
export const templateOf = (spec: JsonObject = {}, metadata: JsonObject = { labels: { app: 'x' } }): JsonObject => ({
  metadata,
  spec: { containers: [container], ...spec },
})

export const selector: JsonObject = { matchLabels: { app: 'x' } }
