import { type FieldError, forbidden } from '#api/field-error.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { immutable } from '#server/resources/parts/validation/immutable.ts'
import { requireOneOf } from '#server/resources/parts/validation/texts.ts'
import { startGeneration } from '#server/resources/parts/spec-generation.ts'
import type { PriorityClass } from '#server/kinds/types/scheduling-v1.ts'

const userValueMax = 1_000_000_000
const systemPrefix = 'system-'
/** The bootstrap classes and their values. */
const systemClasses: ReadonlyMap<string, number> = new Map([
  ['system-node-critical', 2_000_001_000],
  ['system-cluster-critical', 2_000_000_000],
])

/** Returns why a class with a reserved name differs from the system class of that name. */
function systemProblem({ metadata: { name = '' }, value, globalDefault }: PriorityClass): string | null {
  const expected = systemClasses.get(name)
  if (expected === undefined) return `${name} is not a known system priority class`
  if (value !== expected) return `value of ${name} PriorityClass must be ${expected}`
  return globalDefault === true ? `globalDefault of ${name} PriorityClass must be false` : null
}

/** High values and names with the system prefix are reserved for system classes. [PC1] */
function validateRank(next: PriorityClass): readonly FieldError[] {
  if (!(next.metadata.name ?? '').startsWith(systemPrefix))
    return (next.value ?? 0) > userValueMax
      ? [forbidden('value', `maximum allowed value of a user defined priority is ${userValueMax}`)]
      : []
  const problem = systemProblem(next)
  if (problem === null) return []
  const reserved = `priority class names with '${systemPrefix}' prefix are reserved for system use only`
  return [forbidden('metadata.name', `${reserved}. error: ${problem}`)]
}

export const strategy: Strategy<PriorityClass> = {
  validateName: dns1123SubdomainName,
  /** [PC3] */
  default(next) {
    next.preemptionPolicy ??= 'PreemptLowerPriority'
  },
  prepareForCreate: startGeneration,
  validate: (next) => [
    ...validateRank(next),
    ...requireOneOf(next.preemptionPolicy, 'preemptionPolicy', ['PreemptLowerPriority', 'Never']),
  ],
  /** Only description and globalDefault are mutable. [PC2] */
  validateUpdate: (next, live) => [
    ...((next.value ?? 0) === (live.value ?? 0) ? [] : [forbidden('value', 'may not be changed in an update.')]),
    ...immutable(next.preemptionPolicy, live.preemptionPolicy, 'preemptionPolicy'),
  ],
}
