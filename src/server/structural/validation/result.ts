import { type FieldError, type FieldErrorType, type FieldPath, child } from '#api/field-error.ts'
import type { Json } from '#api/json.ts'

/** One violation of a schema by a value. */
export interface Problem {
  readonly type: FieldErrorType
  /** Path of the value as in messages; `null` for errors of a composition, which have no field. */
  readonly name: string | null
  readonly badValue?: Json | undefined
  readonly detail: string
}

/** The result of a validation. Equal errors are reported once, as in the reference. */
export class Result {
  readonly #problems = new Map<string, Problem>()
  /** Number of checks made: a composition reports the errors of the alternative with the most matches. */
  matches = 0

  get isValid(): boolean {
    return this.#problems.size === 0
  }

  add(...problems: readonly Problem[]): void {
    for (const problem of problems) {
      const identity = JSON.stringify([problem.type, problem.name, problem.detail])
      if (!this.#problems.has(identity)) this.#problems.set(identity, problem)
    }
  }

  merge(other: Result): void {
    this.add(...other.#problems.values())
    this.matches += other.matches
  }

  /**
   * Converts the result to field errors. @param path the validated field; errors of compositions have only this path
   */
  toFieldErrors(path: FieldPath): readonly FieldError[] {
    return [...this.#problems.values()].map(({ type, name, badValue, detail }) => ({
      type,
      field: name === null ? path || '<nil>' : fieldOf(path, name),
      ...(badValue !== undefined && { badValue }),
      detail,
    }))
  }
}

function fieldOf(path: FieldPath, name: string): FieldPath {
  const rest = name.startsWith('.') ? name.slice(1) : name
  return rest === '' ? path || '<nil>' : child(path, rest)
}
