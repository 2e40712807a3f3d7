import type { Author } from '#server/storage/log.ts'

const AUTHORS_MAX = 1_000

/**
 * Interns authors. Few authors write many entries, so each distinct author is kept once, without a reference to the
 * text of the request header it came from.
 */
export class Authors {
  #authors = new Map<string, Author>()
  /** Most writes are by the author of the one before. */
  #last: Author | null = null

  of(author: Author): Author {
    const { cause } = author
    const last = this.#last
    const isSame =
      last !== null && last.actor === author.actor && last.verb === author.verb && last.manager === author.manager
    const who = isSame ? last : this.#intern(author)
    this.#last = who
    return cause === undefined ? who : { ...who, cause }
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
