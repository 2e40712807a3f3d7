import type { ObjectRef } from '#ui/model/selection.ts'

const shownParts = ['lesson', 'yaml', 'rail', 'request', 'watch'] as const
export type CellPart = (typeof shownParts)[number]

/** The content of a cell's address. */
export interface CellAddress {
  readonly show: readonly CellPart[]
  readonly object: ObjectRef | null
  readonly at: number | null
  readonly method: string
  readonly path: string
  readonly body: string
  readonly bodyType: string
  /** The path to watch; `''` for none. */
  readonly watch: string
  /** Id of the lesson of `lesson`; `''` for none, or for the one of the link. */
  readonly lesson: string
  /** The number of its step, from 1. */
  readonly step: number
  /** Cells with the same page share a cluster; `''` for a frame that stands alone. */
  readonly page: string
  readonly theme: 'light' | 'dark' | 'contrast' | null
}

/** Only the API: a cell reaches no other address. */
const apiPath = /^\/apis?\/[^\\]*$/
const themes = ['light', 'dark', 'contrast'] as const
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** Parses the query of a cell; what it does not know is left out. [EM1] */
export function parseCell(search: string): CellAddress {
  const query = new URLSearchParams(search)
  const text = (name: string, otherwise = ''): string => query.get(name) ?? otherwise
  const matching = (pattern: RegExp, value: string): string => (pattern.test(value) ? value : '')
  const wanted = text('show', 'yaml,rail').split(',')
  const [method = '', path = ''] = text('request').split(' ', 2)
  const at = matching(/^[0-9]{1,15}$/, text('at'))
  return {
    show: shownParts.filter((part) => wanted.includes(part)),
    object: readObject(text('object')),
    at: at === '' ? null : Number(at),
    method: methods.has(method) ? method : 'GET',
    path: matching(apiPath, path),
    body: text('body'),
    bodyType: text('type', 'application/json'),
    watch: matching(apiPath, text('watch')),
    lesson: matching(/^[a-z0-9-]{1,63}$/, text('lesson')),
    step: Math.max(1, Number(matching(/^[0-9]{1,3}$/, text('step')))),
    page: matching(/^[a-z0-9]{1,40}$/, text('page')),
    theme: themes.find((theme) => theme === query.get('theme')) ?? null,
  }
}

function readObject(text: string): ObjectRef | null {
  const [resourceId = '', ...names] = text.split('/')
  const [first = '', second] = names
  if (resourceId === '' || first === '' || names.length > 2) return null
  return second === undefined
    ? { resourceId, namespace: '', name: first }
    : { resourceId, namespace: first, name: second }
}
