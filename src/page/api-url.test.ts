import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isApiPath } from '#facts/api-paths.ts'

test("[TR1] the service worker's script has the page's list of paths", () => {
  const script = readFileSync('public/api-sw.js', 'utf8')
  const source = readFileSync('src/facts/api-paths.ts', 'utf8')
  const listIn = (text: string): string | undefined => /\^\\\/\(\?:.*\)\(\?:\\\/\|\$\)/.exec(text)?.[0]

  expect(listIn(script)).toBeDefined()
  expect(listIn(script)).toBe(listIn(source))
})

test('[TR1] API paths are recognised by their first segment', () => {
  const yes = ['/api', '/apis/apps/v1', '/version', '/healthz/ping', '/debug/facts', '/openapi/v3', '/metrics']
  const no = ['/', '/apix', '/assets/api.js', '/index.html', '/debugger', '/api.html', '/src/api/json.ts']

  expect(yes.filter((path) => !isApiPath(path))).toEqual([])
  expect(no.filter(isApiPath)).toEqual([])
})
