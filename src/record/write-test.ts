import { printExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import { relationText, replaceMarks, type Scenario, type Step, type VersionRelation } from './scenario.ts'

/** Helpers that each generated test contains, so that it needs no package besides its runner. */
const helpers = `interface Answer {
  readonly status: number
  readonly version: string
}

interface Body {
  readonly metadata?: { readonly resourceVersion?: string }
}

/** Ensures that an object exists as it was when the recording began. */
async function given(collection: string, path: string, object: object): Promise<Answer> {
  const made = await send('POST', collection, 'application/json', object)
  const answer = made.status === 409 ? await send('PUT', path, 'application/json', object) : made
  if (answer.status >= 300) throw new Error(\`\${path}: \${answer.status}\`)
  return answer
}

/** Ensures that an object does not exist. */
async function absent(path: string): Promise<void> {
  await send('DELETE', path)
  // It may be held by a finalizer of an earlier run.
  await send('PATCH', path, 'application/merge-patch+json', { metadata: { finalizers: null } })
  for (let tries = 0; (await send('GET', path)).status !== 404; tries += 1)
    if (tries > 200) throw new Error(\`\${path} does not go\`)
}
`

const vitestHead = `import { expect, test } from 'vitest'

const base = process.env['ORCHARD_URL'] ?? 'http://127.0.0.1:8080'

${helpers}
async function send(method: string, path: string, contentType = '', body?: unknown): Promise<Answer> {
  const response = await fetch(base + path, {
    method,
    headers: { accept: 'application/json', ...(contentType === '' ? {} : { 'content-type': contentType }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Body
  return { status: response.status, version: answer.metadata?.resourceVersion ?? '' }
}
`

const playwrightHead = `import { expect, type Page, test } from '@playwright/test'

let page: Page

${helpers}
/** Sends a request by the page's own fetch, or to ORCHARD_URL where that is set. */
async function send(method: string, path: string, contentType = '', body?: unknown): Promise<Answer> {
  const exchange = async ([url, init]: [string, RequestInit]) => {
    const response = await fetch(url, init)
    return { status: response.status, answer: (await response.json()) as Body }
  }
  const headers = { accept: 'application/json', ...(contentType === '' ? {} : { 'content-type': contentType }) }
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const base = process.env['ORCHARD_URL']
  const { status, answer } = await (base === undefined ? page.evaluate(exchange, [path, init]) : exchange([base + path, init]))
  return { status, version: answer.metadata?.resourceVersion ?? '' }
}
`

/** A JavaScript literal: JSON with marks replaced by expressions. */
function literal(value: Json): string {
  const text = printExactJson(value, 2)
  // A mark is a whole string value.
  return text.replace(/"<<([a-z]+\d+)\.version>>"/g, '$1.version').replaceAll('\n', '\n  ')
}

/** A path as a string, or as a template if it has a mark. */
function pathLiteral(path: string): string {
  if (!path.includes('<<')) return JSON.stringify(path)
  const escaped = path.replace(/[`\\]|\$\{/g, String.raw`\$&`)
  return `\`${replaceMarks(escaped, (name) => `\${${name}.version}`)}\``
}

function relation(name: string, { is, than }: VersionRelation): string {
  if (is === 'same') return `expect(${name}.version).toBe(${than}.version)`
  const check = is === 'newer' ? 'toBeGreaterThan' : 'toBeGreaterThanOrEqual'
  return `expect(Number(${name}.version)).${check}(Number(${than}.version))`
}

function stepLines({ name, method, path, contentType, body, expect }: Step): readonly string[] {
  const sent = body === undefined ? '' : `, ${JSON.stringify(contentType ?? '')}, ${literal(body)}`
  const { version } = expect
  return [
    '',
    `// ${method} ${path.split('?', 1)[0] ?? ''}: ${expect.status}${version === undefined ? '' : `, ${relationText(version)}`}`,
    `const ${name} = await send(${JSON.stringify(method)}, ${pathLiteral(path)}${sent})`,
    `expect(${name}.status).toBe(${expect.status})`,
    ...(version === undefined ? [] : [relation(name, version)]),
  ]
}

function bodyLines({ given, absent, steps }: Scenario): readonly string[] {
  const used = JSON.stringify(steps)
  const isUsed = (name: string): boolean => used.includes(`<<${name}.version>>`) || used.includes(`"than":"${name}"`)
  return [
    ...absent.toReversed().map((path) => `await absent(${JSON.stringify(path)})`),
    ...given.map(({ name, collection, path, object }) => {
      const call = `await given(${JSON.stringify(collection)}, ${JSON.stringify(path)}, ${literal(object)})`
      return isUsed(name) ? `const ${name} = ${call}` : call
    }),
    ...steps.flatMap(stepLines),
  ]
}

const indented = (lines: readonly string[]): string => lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')

/** Returns a scenario as a test for Vitest, which sends to ORCHARD_URL. [RCD4] */
export const vitestFile = (scenario: Scenario): string =>
  `${vitestHead}\ntest(${JSON.stringify(scenario.title)}, async () => {\n${indented(bodyLines(scenario))}\n})\n`

/** Returns a scenario as a test for Playwright, which sends from a page at `baseURL`. [RCD4] */
export const playwrightFile = (scenario: Scenario): string => {
  const open = [
    'page = opened',
    "if (process.env['ORCHARD_URL'] === undefined) {",
    "  await page.goto('/')",
    "  await expect.poll(async () => (await send('GET', '/api/v1/namespaces')).status).toBe(200)",
    '}',
  ]
  const body = indented([...open, ...bodyLines(scenario)])
  return `${playwrightHead}\ntest(${JSON.stringify(scenario.title)}, async ({ page: opened }) => {\n${body}\n})\n`
}
