import { pathParts } from '#client/path-parts.ts'
import { hasBody, type RequestDraft, toHeaders, toTarget } from './request-draft.ts'

/** Quotes a word for a POSIX shell. */
const shell = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

const bodyOf = (draft: RequestDraft): string => (hasBody(draft.method) ? draft.body : '')
const valueOf = ({ query }: RequestDraft, wanted: string): string | undefined =>
  query.find(({ name }) => name === wanted)?.value

/** Returns a curl command line that sends the request to `base`, a server started with `npm run serve`. [RC4] */
export function toCurl(draft: RequestDraft, base: string): string {
  const streaming = valueOf(draft, 'watch') !== undefined
  const parts = [`curl${streaming ? ' -N' : ''}`]
  if (draft.method !== 'GET') parts.push(`-X ${draft.method}`)
  for (const [name, value] of toHeaders(draft, '')) parts.push(`-H ${shell(`${name}: ${value}`)}`)
  if (bodyOf(draft) !== '') parts.push(`--data-binary ${shell(draft.body)}`)
  parts.push(shell(`${base}${toTarget(draft)}`))
  return parts.join(' \\\n  ')
}

/** Returns a `fetch` call for the console of the browser's developer tools. [RC4] */
export function toFetch(draft: RequestDraft): string {
  const options: string[] = []
  if (draft.method !== 'GET') options.push(`method: ${JSON.stringify(draft.method)}`)
  options.push(`headers: ${JSON.stringify(Object.fromEntries(toHeaders(draft, '')))}`)
  if (bodyOf(draft) !== '') options.push(`body: ${JSON.stringify(draft.body)}`)
  return `await fetch(${JSON.stringify(toTarget(draft))}, {\n  ${options.join(',\n  ')},\n}).then((answer) => answer.text())`
}

const patchTypes: ReadonlyMap<string, string> = new Map([
  ['application/json-patch+json', 'json'],
  ['application/merge-patch+json', 'merge'],
  ['application/strategic-merge-patch+json', 'strategic'],
])

const rawVerbs: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'replace',
  DELETE: 'delete',
}

/** Returns the equivalent kubectl command: `--raw`, or `kubectl patch` for a PATCH. [RC4] */
export function toKubectl(draft: RequestDraft): string {
  if (draft.method === 'PATCH') return patchCommand(draft)
  const command = `kubectl ${rawVerbs[draft.method] ?? 'get'} --raw ${shell(toTarget(draft))}`
  return bodyOf(draft) === '' ? command : `${command} -f - ${here(draft.body)}`
}

function patchCommand(draft: RequestDraft): string {
  const parts = pathParts(draft.path)
  const manager = valueOf(draft, 'fieldManager')
  const flags = [
    ...(parts?.namespace === undefined ? [] : [`-n ${shell(parts.namespace)}`]),
    ...(parts?.subresource === undefined ? [] : [`--subresource=${shell(parts.subresource)}`]),
    ...(manager === undefined ? [] : [`--field-manager=${shell(manager)}`]),
    ...(valueOf(draft, 'dryRun') === undefined ? [] : ['--dry-run=server']),
  ]
  const type = patchTypes.get(draft.contentType)
  if (type === undefined) {
    const force = valueOf(draft, 'force') === 'true' ? ['--force-conflicts'] : []
    return `kubectl apply --server-side ${[...flags, ...force].join(' ')} -f - ${here(draft.body)}`
  }
  const group = parts === null || parts.group === '' ? '' : `.${parts.version}.${parts.group}`
  const target = parts === null ? shell(draft.path) : `${shell(`${parts.resource}${group}`)} ${shell(parts.name ?? '')}`
  return ['kubectl patch', target, `--type=${type}`, ...flags, `-p ${shell(draft.body)}`].join(' ')
}

/** Returns a here-document with a delimiter that does not occur in the text. */
function here(text: string): string {
  let end = 'EOF'
  while (text.split('\n').includes(end)) end += '_'
  return `<<'${end}'\n${text}\n${end}`
}
