/** The letter and hue of a field manager; the same in the whole page. */
export interface ManagerMark {
  readonly letter: string
  /** A CSS colour. */
  readonly hue: string
}

const hues = ['a', 'b', 'c', 'd', 'e'] as const

/**
 * Assigns marks to managers in the order in which the page first saw them. From the fifth manager on they share a hue.
 * [UI11]
 */
export class ManagerMarks {
  readonly #marks = new Map<string, ManagerMark>()
  readonly #taken = new Set<string>()

  /** `names` are the managers of earlier visits, in order, so that a reload keeps their marks. */
  constructor(names: readonly string[] = []) {
    for (const name of names) this.of(name)
  }

  names(): readonly string[] {
    return [...this.#marks.keys()]
  }

  has(name: string): boolean {
    return this.#marks.has(name)
  }

  of(name: string): ManagerMark {
    const mark = this.#marks.get(name)
    if (mark !== undefined) return mark
    const made = {
      letter: this.#chooseLetter(name),
      hue: `var(--owner-${hues[Math.min(this.#marks.size, hues.length - 1)] ?? 'e'})`,
    }
    this.#taken.add(made.letter)
    this.#marks.set(name, made)
    return made
  }

  /** Chooses a letter of the name that no manager has yet, else its first. */
  #chooseLetter(name: string): string {
    const letters = name
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
      .split('')
    return letters.find((letter) => !this.#taken.has(letter)) ?? letters[0] ?? '?'
  }
}
