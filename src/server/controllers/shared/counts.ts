/** A counter of a status, which is absent while it is zero. */
export const counted = (count: number): number | undefined => (count === 0 ? undefined : count)

/** The number that a count or a percentage of `total` means. */
export function scaled(value: number | string | null | undefined, total: number, round: 'up' | 'down'): number {
  if (typeof value === 'number') return value
  const share = (Number.parseInt(value ?? '0', 10) * total) / 100
  return round === 'up' ? Math.ceil(share) : Math.floor(share)
}
