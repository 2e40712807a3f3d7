/** The request of the address: `?demo=ID`, and `&pace=N` to play N times as fast. */
export interface DemoAsked {
  readonly id: string
  readonly pace: number
}

export function demoAsked(search: string): DemoAsked | null {
  const query = new URLSearchParams(search)
  const id = query.get('demo') ?? ''
  const pace = Number(query.get('pace') ?? 1)
  return id === '' ? null : { id, pace: Number.isFinite(pace) && pace > 0 ? Math.min(pace, 100) : 1 }
}
