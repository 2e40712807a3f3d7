import type { WhoCanCell } from '#facts/config-api.ts'

/** The sign of a cell: `webhook-…` when a webhook decides. */
export type CellSign = 'allowed' | 'some-names' | 'webhook-allows' | 'webhook-denies' | 'denied' | 'no-rule' | 'failed'

/** Returns a cell's sign and the equivalent word. [AR8] */
export function cellSign({ outcome, type }: WhoCanCell): CellSign {
  const isWebhook = type === 'Webhook'
  if (isWebhook && outcome === 'allowed') return 'webhook-allows'
  if (isWebhook && outcome === 'denied') return 'webhook-denies'
  return outcome
}

const words: Readonly<Record<CellSign, string>> = {
  allowed: 'allowed',
  'some-names': 'some names',
  'webhook-allows': 'a webhook allows',
  'webhook-denies': 'a webhook denies',
  denied: 'denied',
  'no-rule': 'no rule',
  failed: 'failed',
}

export const signWords = (sign: CellSign): string => words[sign]

/** Returns the reason of a decision in one sentence, for the focused cell. */
export function cellReason(cell: WhoCanCell): string {
  const kept = cell.isCached ? ' A cached decision was used.' : ''
  switch (cellSign(cell)) {
    case 'allowed':
      if (cell.type === 'option') return 'No authorization file is in force: the flags of the server allow it.'
      if (cell.type === 'system:masters') return 'Members of system:masters are allowed everything.'
      return `${cell.why === '' ? cell.authorizer : sentence(cell.why)}${kept}`
    case 'some-names':
      return `A rule allows it, but only for objects named ${cell.names.join(', ')}.${kept}`
    case 'webhook-allows':
      return `${cell.authorizer} allows it, so later authorizers are not consulted.${kept}`
    case 'webhook-denies':
      return `${cell.authorizer} denies it, so later authorizers are not consulted.${kept}`
    case 'denied':
      return `${cell.authorizer} denies it.${kept}`
    case 'no-rule':
      return `No authorizer allowed or denied it, so the request is refused.${kept}`
    case 'failed':
      return `No authorizer allowed it, and one failed: the request ends with 500. ${cell.why}`
  }
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** Returns the cell that arrows, Home and End move to in a grid of this size; `null` for other keys. [AR8] */
export function moveInGrid(
  key: string,
  at: { readonly row: number; readonly column: number },
  size: { readonly rows: number; readonly columns: number },
): { readonly row: number; readonly column: number } | null {
  const { row, column } = at
  const moves: Readonly<Record<string, readonly [number, number]>> = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    Home: [row, 0],
    End: [row, size.columns - 1],
    PageUp: [0, column],
    PageDown: [size.rows - 1, column],
  }
  const move = Object.hasOwn(moves, key) ? moves[key] : undefined
  if (move === undefined) return null
  const [toRow, toColumn] = move
  return { row: Math.max(0, Math.min(size.rows - 1, toRow)), column: Math.max(0, Math.min(size.columns - 1, toColumn)) }
}
