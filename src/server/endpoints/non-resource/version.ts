import { acceptsOneOf } from '#server/endpoints/responses/negotiation.ts'
import { answerJson } from '#server/request/answer.ts'
import { noSuchMethod, noSuchPath, wrongAnswerType } from '#server/endpoints/call/path-errors.ts'
import type { RequestContext } from '#server/request/request-context.ts'

const document = {
  major: '1',
  minor: '34',
  emulationMajor: '1',
  emulationMinor: '34',
  minCompatibilityMajor: '1',
  minCompatibilityMinor: '33',
  gitVersion: 'v1.34.0+orchard',
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: 'none',
  compiler: 'none',
  platform: 'browser/any',
}

/** Serves `/version`, always indented. `null` for other paths. [DI4] */
export function versionEndpoint({ request, info }: RequestContext): Response | null {
  const path = info.path.replace(/\/$/, '')
  if (path.startsWith('/version/')) throw noSuchPath()
  if (path !== '/version') return null
  if (request.method !== 'GET') throw noSuchMethod()
  const only = ['application/json']
  if (!acceptsOneOf(request.headers.get('accept') ?? '', only)) throw wrongAnswerType(only)
  return answerJson(200, document, true)
}
