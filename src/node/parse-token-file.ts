import type { TokenRecord } from '#server/auth/token-file.ts'

/** The first error of a token file, with its line. */
export interface TokenFileError {
  readonly line: number
  readonly message: string
}

/**
 * Parses one line of CSV. Quoted cells may contain commas, and a doubled quote is a quote. `null` if a quote is not
 * closed.
 */
function cellsOf(line: string): readonly string[] | null {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? ''
    if (sign === '"' && quoted && line[at + 1] === '"') {
      cell += '"'
      at++
    } else if (sign === '"') quoted = !quoted
    else if (sign === ',' && !quoted) {
      cells.push(cell)
      cell = ''
    } else cell += sign
  }
  if (quoted) return null
  cells.push(cell)
  return cells
}

/** Parses `token,user,uid,"group1,group2"`, one record per line. The groups are optional. [ND6] */
export function parseTokenFile(text: string): readonly TokenRecord[] | TokenFileError {
  const records: TokenRecord[] = []
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    const cells = cellsOf(line)
    if (cells === null) return { line: at + 1, message: 'a quote is not closed' }
    const [token = '', user = '', uid = '', groups = ''] = cells.map((cell) => cell.trim())
    if (cells.length < 3) return { line: at + 1, message: 'a record needs token, user name and user uid' }
    if (token === '') return { line: at + 1, message: 'the token is empty' }
    if (user === '') return { line: at + 1, message: 'the user name is empty' }
    const names = groups.split(',').map((group) => group.trim())
    records.push({ token, user, uid, groups: names.filter((group) => group !== '') })
  }
  return records
}
