/** A minimum and a maximum, of a cost or of a size. Integers; not exact above 2^53. */
export interface Range {
  readonly min: number
  readonly max: number
}

/** The reference counts with 64 bits and saturates at the maximum. */
export const MOST: number = 2 ** 64

const capped = (value: number): number => (value >= MOST || Number.isNaN(value) ? MOST : value)

export const exactly = (value: number): Range => ({ min: value, max: value })
export const unknown: Range = { min: 0, max: MOST }
export const nothing: Range = exactly(0)

export const plus = (...ranges: readonly Range[]): Range => ({
  min: capped(ranges.reduce((sum, { min }) => sum + min, 0)),
  max: capped(ranges.reduce((sum, { max }) => sum + max, 0)),
})

export const times = (a: Range, b: Range): Range => ({ min: product(a.min, b.min), max: product(a.max, b.max) })

const product = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : capped(a * b))

/** Rounded up. */
export const scaled = ({ min, max }: Range, factor: number): Range => ({
  min: capped(Math.ceil(min * factor)),
  max: capped(Math.ceil(max * factor)),
})

export const union = (a: Range, b: Range): Range => ({ min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) })
