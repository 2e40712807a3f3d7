import { hasBody, type RequestDraft, toHeaders, toTarget } from './request-draft.ts'

/** Quotes for a POSIX shell. */
const shell = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/** A curl line that sends the same to `base`, a server started with `npm run serve`. */
export function toCurl(draft: RequestDraft, base: string): string {
  const streaming = draft.query.some(({ name }) => name === 'watch')
  const parts = [`curl${streaming ? ' -N' : ''}`]
  if (draft.method !== 'GET') parts.push(`-X ${draft.method}`)
  for (const [name, value] of toHeaders(draft, '')) parts.push(`-H ${shell(`${name}: ${value}`)}`)
  if (hasBody(draft.method) && draft.body !== '') parts.push(`--data-binary ${shell(draft.body)}`)
  parts.push(shell(`${base}${toTarget(draft)}`))
  return parts.join(' \\\n  ')
}

/** A `fetch` call for the page's own console. */
export function toFetch(draft: RequestDraft): string {
  const options: string[] = []
  if (draft.method !== 'GET') options.push(`method: ${JSON.stringify(draft.method)}`)
  options.push(`headers: ${JSON.stringify(Object.fromEntries(toHeaders(draft, '')))}`)
  if (hasBody(draft.method) && draft.body !== '') options.push(`body: ${JSON.stringify(draft.body)}`)
  return `await fetch(${JSON.stringify(toTarget(draft))}, {\n  ${options.join(',\n  ')},\n}).then((answer) => answer.text())`
}
