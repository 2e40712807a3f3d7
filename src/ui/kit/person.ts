/** Whose write it was, as the ring says it: you solid, other people dashed, controllers none. */
export type Person = 'you' | 'other' | 'loop'

const loopWords = /(?:^system:|-controller$|-bot$|^hpa$)/

/** Controllers and ghost writers are known by their names, as the original's service accounts are. */
export function personOf(actor: string, you: string): Person {
  if (actor === you) return 'you'
  return loopWords.test(actor) || actor === '' ? 'loop' : 'other'
}
