import { expect, test } from 'vitest'
import { createSchemaSource } from './schema-source.ts'

function trial() {
  const asked: string[] = []
  const served = new Map([['apis/apps/v1', 'hash=1']])
  let isUp = true
  const fetcher: typeof fetch = (input) => {
    const path = String(input)
    asked.push(path)
    if (!isUp) return Promise.reject(new TypeError('no connection'))
    const paths = Object.fromEntries(
      [...served].map(([name, hash]) => [name, { serverRelativeURL: `/openapi/v3/${name}?${hash}` }]),
    )
    return Promise.resolve(new Response(path === '/openapi/v3' ? JSON.stringify({ paths }) : `document of ${path}`))
  }
  const learned: string[] = []
  const source = createSchemaSource(fetcher, (id) => Promise.resolve(learned.push(id)))
  return { asked, served, learned, source, setUp: (up: boolean) => (isUp = up) }
}

const apps = { group: 'apps', version: 'v1' }
const books = { group: 'catalog.example', version: 'v1' }

test('[YE10] a document is fetched when it is first needed, once', async () => {
  const { asked, learned, source } = trial()
  const ids = await Promise.all([source.documentOf(apps), source.documentOf(apps)])
  expect(ids).toEqual(['/openapi/v3/apis/apps/v1?hash=1', '/openapi/v3/apis/apps/v1?hash=1'])
  expect(asked).toEqual(['/openapi/v3', '/openapi/v3/apis/apps/v1?hash=1'])
  expect(learned).toEqual(['/openapi/v3/apis/apps/v1?hash=1'])
})

test('[YE10] after the served kinds changed, new documents appear and unchanged ones are not fetched again', async () => {
  const { asked, served, source } = trial()
  expect([await source.documentOf(apps), await source.documentOf(books)]).toEqual([
    '/openapi/v3/apis/apps/v1?hash=1',
    '',
  ])
  served.set('apis/catalog.example/v1', 'hash=2')
  source.forget()
  expect(await source.documentOf(books)).toBe('/openapi/v3/apis/catalog.example/v1?hash=2')
  await source.documentOf(apps)
  expect(asked.filter((path) => path.includes('apps'))).toHaveLength(1)
})

test('[YE10] a server that cannot be reached has no document, and is asked again later', async () => {
  const { source, setUp } = trial()
  setUp(false)
  expect(await source.documentOf(apps)).toBe('')
  setUp(true)
  expect(await source.documentOf(apps)).toBe('/openapi/v3/apis/apps/v1?hash=1')
})
