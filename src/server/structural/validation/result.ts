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
  #problems: Problem[] = []
  /**
   * The details of each field's problems of a type; `null` until there is a problem to compare with. A detail may list
   * thousands of values and be shared by thousands of problems, so it is never copied into a key.
   */
  #details: Map<string, string | Set<string>> | null = null
  /** Number of checks made: a composition reports the errors of the alternative with the most matches. */
  matches = 0

  get isValid(): boolean {
    return this.#problems.length === 0
  }

  add(...problems: readonly Problem[]): void {
    this.#addAll(problems)
  }

  /** Adds the problems and matches of `other`, which gets no further problems afterwards. */
  merge(other: Result): void {
    this.matches += other.matches
    if (this.isValid && !other.isValid) {
      // A large object may have a hundred thousand problems: each level takes over those of the one below.
      this.#problems = other.#problems
      this.#details = other.#details
    } else this.#addAll(other.#problems)
  }

  #addAll(problems: readonly Problem[]): void {
    for (const problem of problems) if (this.isValid || this.#isNew(problem)) this.#problems.push(problem)
  }

  #isNew({ type, name, detail }: Problem): boolean {
    const details = (this.#details ??= detailsOf(this.#problems))
    const field = name === null ? type : `${type} ${name}`
    const known = details.get(field)
    if (known === undefined) details.set(field, detail)
    else if (typeof known === 'string') {
      if (known === detail) return false
      details.set(field, new Set([known, detail]))
    } else {
      if (known.has(detail)) return false
      known.add(detail)
    }
    return true
  }

  /**
   * Converts the result to field errors. @param path the validated field; errors of compositions have only this path
   */
  toFieldErrors(path: FieldPath): readonly FieldError[] {
    return this.#problems.map(({ type, name, badValue, detail }) => ({
      type,
      field: name === null ? path || '<nil>' : fieldOf(path, name),
      ...(badValue !== undefined && { badValue }),
      detail,
    }))
  }
}

/** Returns the details of the first problem, with which the next ones are compared. */
function detailsOf(problems: readonly Problem[]): Map<string, string | Set<string>> {
  return new Map(problems.map(({ type, name, detail }) => [name === null ? type : `${type} ${name}`, detail]))
}

function fieldOf(path: FieldPath, name: string): FieldPath {
  const rest = name.startsWith('.') ? name.slice(1) : name
  return rest === '' ? path || '<nil>' : child(path, rest)
}
