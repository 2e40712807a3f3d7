import { pathText } from '#manifest/problem.ts'
import type { SampleTrial } from '#facts/admission-trial-api.ts'
import type { CheckedPolicy } from '#ui/rooms/config/policy-state/policy-store.ts'
import { numberText } from '#ui/model/words.ts'

/** Texts below an expression in the editor. */
export interface PolicyLens {
  readonly pointer: string
  readonly path: string
  readonly start: number
  readonly line: number
  readonly column: number
  readonly value: string
  readonly tone: 'good' | 'bad' | 'plain'
  /** `bool`, `cost 5`, `at worst 7`, `refuses this write`. */
  readonly notes: readonly string[]
}

const refusing = /\/spec\/validations\/\d+\/expression$|\/x-(?:orch|kubernetes)-validations\/\d+\/rule$/

/** Returns the lenses of a checked text with the values for one sample; `null` if none was tried. [CB13] */
export function policyLenses(check: CheckedPolicy, trial: SampleTrial | null): readonly PolicyLens[] {
  const results = new Map(trial?.expressions.map((each) => [each.pointer, each]))
  return check.expressions.map(({ place, type, worst, problems }) => {
    const base = {
      pointer: place.pointer,
      path: pathText(place.path),
      start: place.range.start,
      line: place.line,
      column: place.column,
    }
    const atWorst = worst === null ? [] : [`at worst ${costText(worst)}`]
    if (problems.some(({ severity }) => severity === 'error'))
      return { ...base, value: 'does not compile', tone: 'bad', notes: [] }
    const result = results.get(place.pointer)
    if (result === undefined) {
      const isTried = trial !== null && trial.outcome !== 'not-asked'
      return { ...base, value: '', tone: 'plain', notes: [type, ...(isTried ? ['not needed'] : []), ...atWorst] }
    }
    const cost = `cost ${numberText(result.cost)}`
    if (result.error !== '') return { ...base, value: result.error, tone: 'bad', notes: [cost, ...atWorst] }
    const isRefusing = result.value === 'false' && refusing.test(place.pointer)
    const tone = result.value === 'false' ? 'bad' : result.value === 'true' ? 'good' : 'plain'
    const notes = [type, cost, ...(isRefusing ? ['refuses this write'] : atWorst)]
    return { ...base, value: result.value, tone, notes }
  })
}

/**
 * Returns the pointer of the expression to inspect first: the one that refuses the sample, else the first one that was
 * evaluated, else the first one of the text; `''` for a text without expressions.
 */
export function firstInspected(check: CheckedPolicy, trial: SampleTrial | null): string {
  const pointers = check.expressions.map(({ place }) => place.pointer)
  const evaluated = (trial?.expressions ?? []).filter(({ pointer }) => pointers.includes(pointer))
  const bad = evaluated.find(
    ({ pointer, value, error }) => error !== '' || (value === 'false' && refusing.test(pointer)),
  )
  return bad?.pointer ?? evaluated[0]?.pointer ?? pointers[0] ?? ''
}

/** Returns a cost as people read it; estimates have no end where nothing limits the sizes. */
export function costText(cost: number): string {
  if (cost >= 1e15) return 'without limit'
  if (cost >= 1e9) return `${Number((cost / 1e9).toPrecision(3))} G`
  return cost >= 1e7 ? `${Number((cost / 1e6).toPrecision(3))} M` : numberText(cost)
}
