/** Above this ratio of free to used space, the used parts would be too thin to see. */
const freeMax = 4
const freeShare = 0.4

/** The free part of the bar of used storage: its width in the unit of `used`, and whether it is broken off. [DOC10] */
export function freePart(used: number, free: number): { readonly width: number; readonly isCut: boolean } {
  const isCut = free > used * freeMax
  return { width: isCut ? used * freeShare : free, isCut }
}
