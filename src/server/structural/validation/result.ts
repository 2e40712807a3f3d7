import { type FieldError, type FieldErrorType, type FieldPath, child } from '#api/field-error.ts'
import type { Json } from '#api/json.ts'

/** One fault of a value against its schema. */
export interface Problem {
  readonly type: FieldErrorType
  /** Path of the value as messages write it; `null` for faults of a composition, which name no field. */
  readonly name: string | null
  readonly badValue?: Json | undefined
  readonly detail: string
}

/** What a validation found. Equal faults count once, as in the reference. */
export class Result {
  readonly #problems = new Map<string, Problem>()
  /** How many checks were made: compositions show the faults of the alternative with most of them. */
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

  /** @param path the field that was validated; faults of compositions name this alone */
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
