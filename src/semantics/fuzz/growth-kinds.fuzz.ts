import { expect, test } from 'vitest'
import { invalidObject } from '#api/api-error.ts'
import { printExactJson } from '#api/exact-json.ts'
import { cloneJson, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { toCanonical } from '#schema/canonical.ts'
import { decodeObject } from '#schema/decode.ts'
import { applyDefaults } from '#schema/defaults.ts'
import { validateObjectMeta, validateObjectMetaUpdate } from '#server/registry/metadata/validate-meta.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { type StrategyContext, errorsAtOnce } from '#server/registry/strategy.ts'
import { createWarnings } from '#server/request/warnings.ts'
import { resourceDefinitions as definitions } from '#server/resources/index.ts'
import { type GrowingField, growingFields, type Likeness, shuffled } from './grown-objects.ts'

const seconds = Number(process.env.ORCHARD_FUZZ_SECONDS ?? 0)
const isLong = seconds > 0
/** In CI a sample; by hand a third of the time of all searches. */
const budgetMs = isLong ? seconds * 333 : 25_000
const seed = Number(process.env.ORCHARD_FUZZ_SEED ?? 1)
/** The characters of the larger object, and the most members. The longest body that a server accepts has three million. */
const charactersMax = isLong ? 1_500_000 : 60_000
const membersMax = isLong ? 40_000 : 2_000
const factor = 8
/** Shorter times are too noisy, and harmless. */
const harmlessMs = 40
const triesMax = 6
const context: StrategyContext = {
  nowMs: 1_700_000_000_000,
  dryRun: false,
  user: { name: 'admin', groups: ['system:masters'] },
  random: (length) => 'x'.repeat(length),
  uid: () => '00000000-0000-4000-8000-000000000000',
}

for (const { strategy } of definitions) await strategy.load?.()

function decoded({ schema, strategy, namespaced }: ResourceDefinition, sent: JsonObject): ApiObject {
  const { object } = decodeObject(schema, cloneJson(sent))
  applyDefaults(schema, object)
  strategy.default?.(object)
  object.metadata = { name: 'x', ...(namespaced ? { namespace: 'default' } : {}), ...object.metadata }
  return object
}

/** Does what a POST and a PUT of the object cause, except for storage: defaults, validation, errors, warnings, cells. */
function write(definition: ResourceDefinition, sent: JsonObject): void {
  const { strategy, namespaced, schema, columns } = definition
  const [next, live] = [decoded(definition, sent), decoded(definition, sent)]
  strategy.prepareForCreate?.(next, context)
  const errors = [
    ...validateObjectMeta(next.metadata, namespaced, strategy.validateName),
    ...errorsAtOnce(strategy.validate(next, context)),
  ]
  strategy.prepareForUpdate?.(next, live, context)
  const changes = [
    ...validateObjectMetaUpdate(next.metadata, live.metadata),
    ...errorsAtOnce(strategy.validateUpdate(next, live, context)),
  ]
  for (const found of [errors, changes]) printExactJson({ ...invalidObject(definition, 'x', found).toStatus() })
  const warnings = createWarnings()
  for (const text of strategy.warnings?.(next, live, context) ?? []) warnings.add(text)
  warnings.headers()
  for (const { cell } of columns) cell(live, { nowMs: context.nowMs })
  printExactJson(toCanonical(schema, live))
}

function milliseconds(run: () => void): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

/**
 * Returns a message if the work grows faster than the field. A busy machine lengthens single measurements, so the first
 * good pair decides.
 */
function growthOf({ definition, path, grow }: GrowingField, likeness: Likeness): string | null {
  const perMember = JSON.stringify(grow(50, likeness)).length / 50
  const large = Math.max(factor, Math.min(membersMax, Math.floor(charactersMax / perMember)))
  const [few, many] = [grow(Math.ceil(large / factor), likeness), grow(large, likeness)]
  let [fewMs, manyMs] = [Infinity, Infinity]
  for (let tries = 0; tries < triesMax; tries += 1) {
    manyMs = Math.min(
      manyMs,
      milliseconds(() => write(definition, many)),
    )
    if (manyMs < harmlessMs) return null
    fewMs = milliseconds(() => write(definition, few))
    if (manyMs < fewMs * factor * 3) return null
  }
  const sizes = `${Math.ceil(large / factor)} in ${fewMs.toFixed(1)} ms, ${large} in ${manyMs.toFixed(1)} ms`
  return `${definition.kind} ${path.join('.')}, ${likeness} members: ${sizes}`
}

test(
  'growth: kinds: the work for a list or map of a kind grows no faster than its length',
  () => {
    const fields = shuffled(growingFields(definitions), seed)
    const end = performance.now() + budgetMs
    const found: string[] = []
    let count = 0
    for (const field of fields) {
      if (performance.now() > end) break
      count += 1
      for (const likeness of ['different', 'equal'] as const) {
        const problem = growthOf(field, likeness)
        if (problem !== null) found.push(problem)
      }
    }
    process.stdout.write(`growth: ${count} of ${fields.length} lists and maps of ${definitions.length} kinds\n`)
    expect(found).toEqual([])
  },
  budgetMs * 3 + 120_000,
)
