import { type FieldError, fieldErrorText } from '#api/field-error.ts'
import { type Json, cloneJson, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { toCanonical } from '#schema/canonical.ts'
import { decodeObject } from '#schema/decode.ts'
import { applyDefaults } from '#schema/defaults.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { type Strategy, type StrategyContext, errorsAtOnce } from '#server/registry/strategy.ts'
import { resourceDefinitions } from '#server/resources/index.ts'
import { validateObjectMeta } from '#server/registry/metadata/validate-meta.ts'

const context: StrategyContext = {
  nowMs: Date.UTC(2024, 0, 2),
  dryRun: false,
  user: { name: 'admin', groups: ['system:masters'] },
  random: (length) => 'x'.repeat(length),
  uid: () => '00000000-0000-4000-8000-000000000000',
}

// Tests call these functions without waiting.
for (const { strategy } of resourceDefinitions) await strategy.load?.()

/** The result of processing a client's object by one kind, without a server, for tests. */
export interface Trial {
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
  /** The object as the API would return it, without `metadata.managedFields` and what the registry adds. */
  readonly object: ApiObject
}

const prepare = (definition: ResourceDefinition, strategy: Strategy, sent: JsonObject): ApiObject => {
  const { object } = decodeObject(definition.schema, cloneJson(sent))
  applyDefaults(definition.schema, object)
  strategy.default?.(object)
  return object
}

const finish = (
  definition: ResourceDefinition,
  object: ApiObject,
  errors: readonly FieldError[],
  warnings: readonly string[],
): Trial => ({
  errors: errors.map(fieldErrorText),
  warnings,
  object: toCanonical(definition.schema, object) as ApiObject,
})

/** Decodes, defaults, prepares, validates and canonicalizes an object, as a POST would. */
export function tryCreate(definition: ResourceDefinition, sent: JsonObject): Trial {
  const { strategy } = definition
  const next = prepare(definition, strategy, withNamespace(definition, sent))
  strategy.prepareForCreate?.(next, context)
  const errors = [
    ...validateObjectMeta(next.metadata, definition.namespaced, strategy.validateName),
    ...errorsAtOnce(strategy.validate(next, context)),
  ]
  const warnings = strategy.warnings?.(next, null, context) ?? []
  strategy.canonicalize?.(next)
  return finish(definition, next, errors, warnings)
}

/**
 * Processes an update as a PUT would, with the errors of the kind's own validation only. `subresource` selects the
 * strategy of a subresource.
 */
export function tryUpdate(definition: ResourceDefinition, live: ApiObject, sent: JsonObject, subresource = ''): Trial {
  const view = definition.subresources?.find(({ name }) => name === subresource)
  const strategy = view?.type === 'view' ? view.strategy : definition.strategy
  const next = prepare(definition, strategy, withNamespace(definition, sent))
  if (live.metadata.generation !== undefined) next.metadata.generation = live.metadata.generation
  strategy.prepareForUpdate?.(next, live, context)
  const errors = errorsAtOnce(strategy.validateUpdate(next, live, context))
  const warnings = strategy.warnings?.(next, live, context) ?? []
  return finish(definition, next, errors, warnings)
}

function withNamespace({ namespaced }: ResourceDefinition, sent: JsonObject): JsonObject {
  const metadata = { name: 'x', ...(sent['metadata'] as JsonObject | undefined) }
  return { ...sent, metadata: namespaced ? { namespace: 'default', ...metadata } : metadata }
}

/** Returns the cells of one table row. */
export const cellsOf = ({ columns }: ResourceDefinition, object: ApiObject): readonly Json[] =>
  columns.map(({ cell }) => cell(object, { nowMs: context.nowMs }))
