import type { Author } from './log.ts'

const AUTHORS_MAX = 1_000

/**
 * Interns authors. Few authors write many entries, so each distinct author is kept once, without a reference to the
 * text of the request header it came from.
 */
export class Authors {
  #known = new Map<string, Author>()

  of({ actor, verb, manager }: Author): Author {
    const text = JSON.stringify([actor, verb, manager])
    const known = this.#known.get(text)
    if (known !== undefined) return known
    if (this.#known.size >= AUTHORS_MAX) this.#known.clear()
    const author = { actor, verb, manager }
    this.#known.set(text, author)
    return author
  }
}
