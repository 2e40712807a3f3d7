/** A kind of read that takes a resourceVersion. */
export type ReadVerb = 'get' | 'list' | 'page' | 'watch'
export type Match = '' | 'NotOlderThan' | 'Exact'
/** The version that a read asks for: none, any, one of the past, or a future one. */
export type Column = 'unset' | 'any' | 'old' | 'future'

export interface Row {
  readonly verb: ReadVerb
  readonly match: Match
}

export interface Ask extends Row {
  readonly column: Column
}

export const PAGE_LIMIT = 2

export const columns: readonly Column[] = ['unset', 'any', 'old', 'future']

/** The rows of the grid: get does not read the match, the others take each. [VM1] */
export const rows: readonly Row[] = [
  { verb: 'get', match: '' },
  ...(['list', 'page', 'watch'] as const).flatMap((verb): readonly Row[] => [
    { verb, match: '' },
    { verb, match: 'NotOlderThan' },
    { verb, match: 'Exact' },
  ]),
]

export const verbTitles: Readonly<Record<ReadVerb, string>> = {
  get: 'get',
  list: 'list',
  page: 'list, limit 2',
  watch: 'watch',
}

/** The end of the path that the rows of a verb ask for. */
export function bandPath(verb: ReadVerb, plural: string, name: string): string {
  if (verb === 'get') return `${plural}/${name}`
  return { list: plural, page: `${plural}?limit=${PAGE_LIMIT}`, watch: `${plural}?watch=1` }[verb]
}

export const askKey = ({ verb, match, column }: Ask): string => [verb, match === '' ? 'none' : match, column].join('.')

export const allAsks: readonly Ask[] = rows.flatMap((row) => columns.map((column) => ({ ...row, column })))

/** The versions that the columns stand for; `''` is sent as no parameter. */
export type Versions = Readonly<Record<Column, string>>

/** Paths of the object and of its collection. */
export interface ReadPaths {
  readonly object: string
  readonly collection: string
}

/** The time that the server keeps a watch of the grid open, in seconds. */
const WATCH_SECONDS = 1

/** Says what a cell without an answer waits for. [VM1] */
export function waitingWords({ verb, column }: Ask): string {
  if (verb === 'watch') return `stays open for ${WATCH_SECONDS} s`
  return column === 'future' ? 'the server waits 3 s' : 'no answer yet'
}

/** True for a read that the server answers at once. */
export const isPrompt = ({ verb, column }: Ask): boolean => verb !== 'watch' && column !== 'future'

/** Returns path and query of a cell. A match for a watch needs sendInitialEvents, as clients send it. [VM1] */
export function targetOf({ verb, match, column }: Ask, paths: ReadPaths, versions: Versions): string {
  const query = new URLSearchParams()
  if (verb === 'page') query.set('limit', String(PAGE_LIMIT))
  if (verb === 'watch') query.set('watch', '1')
  const version = versions[column]
  if (version !== '') query.set('resourceVersion', version)
  if (match !== '') query.set('resourceVersionMatch', match)
  if (verb === 'watch') {
    if (match === 'NotOlderThan') query.set('sendInitialEvents', 'true')
    if (match === 'NotOlderThan') query.set('allowWatchBookmarks', 'true')
    query.set('timeoutSeconds', String(WATCH_SECONDS))
  }
  const text = query.toString()
  return `${verb === 'get' ? paths.object : paths.collection}${text === '' ? '' : `?${text}`}`
}
