/** The kind of actor of a write, which the ring shows: you solid, other people dashed, controllers no ring. */
export type Person = 'you' | 'other' | 'loop'

const loopWords = /(?:^system:|-controller$|-bot$|^hpa$)/

/** Classifies an actor. Controllers and ghost writers are recognised by their user names, such as service accounts. */
export function personOf(actor: string, you: string): Person {
  if (actor === you) return 'you'
  return loopWords.test(actor) || actor === '' ? 'loop' : 'other'
}
