import type { Author } from '#server/storage/log.ts'

const AUTHORS_MAX = 1_000

/**
 * Interns authors. Few authors write many entries, so each distinct author is kept once, without a reference to the
 * text of the request header it came from.
 */
export class Authors {
  #authors = new Map<string, Author>()

  of({ cause, ...who }: Author): Author {
    const author = this.#intern(who)
    return cause === undefined ? author : { ...author, cause }
  }

  #intern({ actor, verb, manager }: Author): Author {
    const text = JSON.stringify([actor, verb, manager])
    const existing = this.#authors.get(text)
    if (existing !== undefined) return existing
    if (this.#authors.size >= AUTHORS_MAX) this.#authors.clear()
    const author = { actor, verb, manager }
    this.#authors.set(text, author)
    return author
  }
}
