import { pathText } from '#manifest/problem.ts'
import type { AdmissionTrial, SampleTrial } from '#facts/admission-trial-api.ts'
import type { SizeAdvice } from '#policy/size-advice.ts'
import type { CheckedPolicy } from './policy-store.ts'

/** The cost of an expression. Shares are of the width of the scale, from 0 to 1. */
export interface CostRow {
  readonly pointer: string
  /** `validations 1` */
  readonly label: string
  readonly path: string
  /** Cost for the sample; `null` if the expression did not run. */
  readonly now: number | null
  readonly worst: number | null
  readonly nowShare: number
  readonly worstShare: number
  /** The cost may pass the limit of a call. */
  readonly isOver: boolean
  /** The limits of sizes that would lower such a cost. */
  readonly advice: SizeAdvice | null
}

type Limits = AdmissionTrial['limits']

/** Returns the place of a cost on a logarithmic scale that ends at the limit of an object, from 0 to 1. */
const shareOf = (cost: number, { object }: Limits): number =>
  Math.min(1, Math.log10(Math.max(1, cost)) / Math.log10(object))

/** A place on the scale of costs. */
export interface CostTick {
  readonly cost: number
  readonly share: number
  /** `limit` for that of a call and that of an object. */
  readonly type: 'power' | 'limit'
}

/** Returns the powers of ten of the scale, and the two limits. [CB13] */
export function costTicks(limits: Limits): readonly CostTick[] {
  const powers = Array.from({ length: Math.ceil(Math.log10(limits.object)) }, (_, at) => 10 ** at)
  const tick =
    (type: CostTick['type']) =>
    (cost: number): CostTick => ({ cost, share: shareOf(cost, limits), type })
  return [
    ...powers.filter((cost) => cost < limits.object && cost !== limits.call).map(tick('power')),
    ...[limits.call, limits.object].map(tick('limit')),
  ]
}

/** Returns the costs of all expressions on a logarithmic scale that ends at the limit of an object. [CB13] */
export function costRows(check: CheckedPolicy, trial: SampleTrial | undefined, limits: Limits): readonly CostRow[] {
  const share = (cost: number): number => shareOf(cost, limits)
  return check.expressions.map(({ place, worst, advice }) => {
    const result = trial?.expressions.find(({ pointer }) => pointer === place.pointer)
    const now = result?.cost ?? null
    return {
      pointer: place.pointer,
      label: labelOf(place.path),
      path: pathText(place.path),
      now,
      worst,
      nowShare: now === null ? 0 : share(now),
      worstShare: worst === null ? 0 : share(worst),
      isOver: worst !== null && worst > limits.call,
      advice,
    }
  })
}

/** Returns the last list of a path with the number of its item, from 1. */
function labelOf(path: readonly (string | number)[]): string {
  const at = path.findLastIndex((step) => typeof step === 'number')
  const field = path.at(-1)
  const list = String(path[at - 1] ?? '').replace(/^x-[a-z]+-/, '')
  const part = field === 'expression' || field === 'rule' ? '' : ` ${String(field)}`
  return `${list} ${Number(path[at]) + 1}${part}`
}
