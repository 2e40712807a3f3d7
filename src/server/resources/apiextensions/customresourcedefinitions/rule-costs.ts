import { type FieldError, forbidden } from '#api/field-error.ts'

/** Maximum estimated cost of all rules of a schema together. */
const TOTAL_MAX = 100_000_000
const REPORTED_MAX = 4

/**
 * Formats `… exceeds budget by factor of 3.5x`: six decimals below 1.5, one up to 100, and `more than 100x` above.
 */
export function factorText(what: string, factor: number): string {
  const shown = factor > 100 ? 'more than 100x' : `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`
  return `${what} exceeds budget by factor of ${shown} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`
}

/** Collects the estimated costs of the rules of a schema. */
export class RuleCosts {
  private total = 0
  private readonly expensive: { readonly path: string; readonly cost: number }[] = []

  add(path: string, cost: number): void {
    this.total += cost
    if (cost >= TOTAL_MAX / 100) this.expensive.push({ path, cost })
  }

  /** Returns errors for the most expensive rules and the total when the total exceeds the limit. */
  errors(path: string): readonly FieldError[] {
    if (this.total <= TOTAL_MAX) return []
    const reported = this.expensive.toSorted((a, b) => b.cost - a.cost).slice(0, REPORTED_MAX)
    const whole = 'x-orch-validations estimated rule cost total for entire OpenAPIv3 schema'
    return [
      ...reported.map((each) =>
        forbidden(
          each.path,
          'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
        ),
      ),
      forbidden(path, factorText(whole, this.total / TOTAL_MAX)),
    ]
  }
}
