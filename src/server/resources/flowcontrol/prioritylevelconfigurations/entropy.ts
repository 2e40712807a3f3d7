/** Bits of the hash from which hands are dealt. */
export const entropyBitsMax = 60

/** Bits that dealing a hand takes: those of one queue, for each card. [FC8] */
export const entropyBits = (deckSize: number, handSize: number): number => Math.ceil(Math.log2(deckSize) * handSize)
