/** Number of hash bits that are available for shuffle sharding. */
export const entropyBitsMax = 60

/** Returns the bits of entropy that shuffle sharding needs to choose `handSize` of `deckSize` queues. [FC8] */
export const entropyBits = (deckSize: number, handSize: number): number => Math.ceil(Math.log2(deckSize) * handSize)
