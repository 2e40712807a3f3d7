/** Characters of a cluster's name at most; an address may have any text in its place. */
const nameMax = 63

/** Returns a name from an address as it is shown in a sentence. [MC5] */
export const shortName = (name: string): string => (name.length > nameMax ? `${name.slice(0, nameMax)}…` : name)
