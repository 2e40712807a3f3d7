import { expect, test } from 'vitest'
import { lessonFile, lessonLink } from '#lesson/carry/link.ts'
import { readCatalogue } from '#lesson/catalogue.ts'
import { readLesson } from '#lesson/read-lesson.ts'
import type { LessonRequest } from '#lesson/lesson.ts'
import type { Observed } from '#lesson/seen-request.ts'
import { lessonFolders } from '#lessons/all-lessons.ts'
import { emptyPlay, type LessonProgress, type OpenLesson, playOf } from '#ui/lab/lesson-progress.ts'
import { isShown, type Wanted } from './home/filter-lessons.ts'
import { missingWords } from './home/missing-lesson.ts'
import { requestMark } from '#lesson/request-mark.ts'
import { differenceWords, resultText, tookText } from './player/compare/compare-words.ts'
import { demoAsked } from './state/demo-asked.ts'
import { starterFiles } from './state/file-store.ts'
import { lessonPlaces } from './state/lesson-places.ts'
import { aftersOf, comparedRequest } from './state/player-state.ts'
import { markedObject, writtenObject } from './state/marked-object.ts'
import { readFolderFiles, readLessonBlob, readPastedText } from './state/read-dropped.ts'
import { readChosen, readProgressFile, withResults } from './state/progress-file.ts'
import { toDraft } from './state/to-draft.ts'

const { lessons } = readCatalogue(lessonFolders())

const noAnswer: Observed = {
  id: 1,
  method: 'GET',
  target: '/api',
  sent: '',
  sentType: '',
  code: 200,
  headers: {},
  text: '',
  size: 0,
  events: [],
  isOpen: false,
}

const playHere: OpenLesson = { ...emptyPlay, id: 'first-write', cluster: 'c1', isBegun: true }

test('[LSN27] lesson.yaml begins as a lesson without problems, and shows the place of the first one that is made', () => {
  const files = starterFiles()
  expect(readLesson('mine', files)).toMatchObject({ problems: [], lesson: { steps: [{ title: 'First step' }] } })
  const changed = (files['lesson.yaml'] ?? '').replace('last.code == 200', 'lst.code == 200')
  const { problems } = readLesson('mine', { ...files, 'lesson.yaml': changed })
  expect(problems.map(({ line }) => changed.split('\n')[line - 1])).toEqual([expect.stringContaining('lst.code')])
})

test('[LSN37] a pasted link, the text of a file and lesson.yaml alone are lessons; other texts are not', () => {
  const files = starterFiles()
  const own = expect.objectContaining({ type: 'lesson', id: expect.stringMatching(/^own-/) as unknown })
  expect(readPastedText(`see https://orchard.example/${lessonLink(files)} here`)).toEqual(own)
  expect(readPastedText(`\n${lessonFile(files)}`)).toEqual(own)
  expect(readPastedText(files['lesson.yaml'] ?? '')).toEqual(own)
  expect(readPastedText('title: A\nsteps: 7\n')).toMatchObject({
    type: 'refused',
    problems: expect.arrayContaining([expect.stringMatching(/^lesson\.yaml:2:/)]) as unknown,
  })
  expect(readPastedText('kind: ConfigMap\nmetadata: {}\n')).toBeNull()
  expect(readPastedText('#l=1.AAAA')).toBeNull()
})

test('[LSN14] Compare takes the last request of an answer that has a body, or else the last one', () => {
  const request = (method: string, body?: string) => ({ method, target: '/version', as: '', headers: {}, body })
  expect(comparedRequest([request('GET'), request('PUT', '{}'), request('DELETE')])?.method).toBe('PUT')
  expect(comparedRequest([request('GET'), request('DELETE')])?.method).toBe('DELETE')
  expect(comparedRequest([])).toBeUndefined()
})

test('[LSN34] a mark selects the object that a path of the API names, and anything else is a problem', () => {
  expect(markedObject('/apis/apps/v1/namespaces/shop/deployments/web')).toEqual({
    resourceId: 'apps.v1.deployments',
    namespace: 'shop',
    name: 'web',
  })
  expect(markedObject('/api/v1/namespaces/shop')).toEqual({ resourceId: 'v1.namespaces', namespace: '', name: 'shop' })
  expect(markedObject('/api/v1/namespaces')).toBeNull()
  expect(markedObject('')).toBeNull()
  const files = starterFiles()
  const withMark = (mark: string) =>
    readLesson('mine', {
      ...files,
      'lesson.yaml': (files['lesson.yaml'] ?? '').replace('focus: request', `focus: request\n    mark: ${mark}`),
    })
  expect(withMark('/api/v1/namespaces/shop').lesson?.steps[0]?.mark).toBe('/api/v1/namespaces/shop')
  expect(withMark('/version').problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('mark: must be the path of one object'),
  ])
})

test('[LSN12] lessons are found by all words of the search, and by whether they are done', () => {
  const find = (text: string, wanted: Wanted) =>
    lessons.filter((lesson) => isShown(lesson, { text, wanted, done: { 'race-409': { requests: 5, marks: [] } } }))
  expect(find('', 'all')).toHaveLength(lessons.length)
  expect(find('', 'done').map(({ id }) => id)).toEqual(['race-409'])
  expect(find('', 'to-do')).toHaveLength(lessons.length - 1)
  expect(find('stale BOB', 'all').map(({ id }) => id)).toEqual(['race-409'])
  expect(find('no such words', 'all')).toEqual([])
})

test('[LSN30] an address that names no lesson, or no step of it, is answered in words', () => {
  expect(missingWords({ id: '', step: 0 }, lessons)).toBe('')
  expect(missingWords({ id: 'race-409', step: 0 }, lessons)).toBe('')
  expect(missingWords({ id: 'race-409', step: 1 }, lessons)).toBe('')
  expect(missingWords({ id: 'race-409', step: 99 }, lessons)).toMatch(/ has no step 99: its last one is \d\.$/)
  expect(missingWords({ id: 'none', step: 99 }, lessons)).toMatch(/^There is no lesson none here\./)
})

test('[LSN14] each request of the learner leaves the mark of what it did', () => {
  const seen: Observed = { ...noAnswer, target: '/api/v1/pods' }
  const markOf = (change: Partial<Observed>) => requestMark({ ...seen, ...change })
  expect(markOf({})).toBe('read')
  expect(markOf({ target: '/api/v1/pods?limit=2' })).toBe('page')
  expect(markOf({ target: '/api/v1/pods?watch=1' })).toBe('watch')
  expect(markOf({ method: 'POST', code: 201 })).toBe('create')
  expect(markOf({ method: 'POST', code: 201, target: '/api/v1/pods?dryRun=All' })).toBe('dry')
  expect(markOf({ method: 'PUT', code: 409 })).toBe('refused')
  expect(markOf({ code: 410 })).toBe('gone')
  expect(markOf({ method: 'DELETE', text: '{"deletionTimestamp":"x"}' })).toBe('asked')
  expect(markOf({ method: 'DELETE' })).toBe('delete')
  const patchOf = (sentType: string): string => markOf({ method: 'PATCH', target: '/x?fieldManager=a', sentType })
  expect(patchOf('application/apply-patch+yaml')).toBe('apply')
  expect(patchOf('Application/Apply-Patch+CBOR; charset=utf-8')).toBe('apply')
  expect(patchOf('application/merge-patch+json')).toBe('patch')
  expect(patchOf('application/strategic-merge-patch+json')).toBe('patch')
  expect(markOf({ method: 'PUT', target: '/debug/config/TracingConfiguration' })).toBe('token')
  expect(markOf({ method: 'PUT', target: '/debug/config/TracingConfiguration', code: 422 })).toBe('refused')
  expect(markOf({ target: '/a?watch=1', events: [{ type: 'ERROR', object: { code: 410 } }] })).toBe('gone')
})

test('[LSN11] a request of a lesson becomes the draft of the editor: query, types, headers and body', () => {
  const draft = toDraft({
    method: 'PATCH',
    target: '/a?fieldManager=alice',
    as: '',
    headers: { 'content-type': 'application/apply-patch+yaml', accept: 'text/html', traceparent: '00' },
    body: '{}',
  })
  expect(draft).toMatchObject({
    method: 'PATCH',
    path: '/a',
    query: [{ name: 'fieldManager', value: 'alice' }],
    contentType: 'application/apply-patch+yaml',
    accept: 'text/html',
    headers: 'traceparent: 00',
    body: '{}',
  })
})

test('[LSN12] exported progress comes back: the better result of each lesson stays, other files are refused in words', () => {
  const here: LessonProgress = {
    format: 'orchard-lessons/1',
    done: { 'first-write': { requests: 4, marks: ['create'] }, 'race-409': { requests: 9, marks: [] } },
    open: {},
  }
  const file = JSON.stringify({
    ...here,
    done: {
      'first-write': { requests: 7, marks: [] },
      'race-409': { requests: 5, marks: ['read', 3] },
      bad: { requests: 'x' },
    },
  })
  const done = readProgressFile(file)
  if (typeof done === 'string') throw new Error(done)
  expect(withResults(here, done).done).toEqual({
    'first-write': { requests: 4, marks: ['create'] },
    'race-409': { requests: 5, marks: ['read'] },
  })
  for (const text of ['', '{}', '[', '{"format":"orchard-lessons/1","done":[]}', ' '.repeat(2_000_000)])
    expect(typeof readProgressFile(text)).toBe('string')
})

test('[LSN12] a chosen file is read unless it is too large, and one that cannot be read says so', async () => {
  const words = '{"format":"orchard-lessons/1","done":{}}'
  const file = (...parts: BlobPart[]): File => new File(parts, 'done.json')
  expect(await readChosen(file(words))).toEqual({})
  expect(await readChosen(file('\ufeff', words))).toEqual({})
  expect(await readChosen(file(Uint8Array.of(0x89, 0x50)))).toContain('done.json was not read: it is not a text')
  const large = Object.assign(file(words), { arrayBuffer: () => Promise.reject(new Error('It is loaded.')) })
  Object.defineProperty(large, 'size', { value: 2_000_000 })
  expect(await readChosen(large)).toContain('larger than 1 MB')
  const failure = new DOMException('', 'NotFoundError')
  const gone = Object.assign(file(words), { arrayBuffer: () => Promise.reject(failure) })
  expect(await readChosen(gone)).toBe('done.json could not be read. Choose it again.')
})

test('[LSN22] [IM12] files of a lesson are read as text, and one that is none is named', async () => {
  const binary = new File([Uint8Array.of(0x89, 0x50)], 'text.md')
  const words = 'text.md was not read: it is not a text in UTF-8 or UTF-16.'
  expect(await readLessonBlob(binary)).toMatchObject({ words })
  const folder = new Map([
    ['a/lesson.yaml', new File(['title: A'], 'lesson.yaml')],
    ['a/text.md', binary],
  ])
  expect(await readFolderFiles(folder)).toMatchObject({ words })
})

test('[LSN23] the address names a demo and its pace, within bounds', () => {
  expect(demoAsked('?room=lab')).toBeNull()
  expect(demoAsked('?demo=first-write')).toEqual({ id: 'first-write', pace: 1 })
  expect(demoAsked('?demo=a&pace=4')).toEqual({ id: 'a', pace: 4 })
  expect(demoAsked('?demo=a&pace=1e9')).toEqual({ id: 'a', pace: 100 })
  for (const pace of ['0', '-1', 'x', 'NaN']) expect(demoAsked(`?demo=a&pace=${pace}`)).toEqual({ id: 'a', pace: 1 })
})

test('[LSN43] what the learner stores is selected; a step that points to a panel of one object has one', () => {
  const stored = (change: Partial<Observed>) => writtenObject({ ...noAnswer, ...change })
  const maps = '/api/v1/namespaces/shop/configmaps'
  const prices = { resourceId: 'v1.configmaps', namespace: 'shop', name: 'prices' }
  expect(stored({ method: 'POST', target: maps, code: 201, text: '{"metadata":{"name":"prices"}}' })).toEqual(prices)
  expect(stored({ method: 'PATCH', target: `${maps}/prices?fieldManager=a`, text: '{}' })).toEqual(prices)
  expect(stored({ method: 'PUT', target: '/api/v1/namespaces/shop/status' })).toEqual({
    resourceId: 'v1.namespaces',
    namespace: '',
    name: 'shop',
  })
  for (const nothing of [
    { method: 'GET', target: `${maps}/prices` },
    { method: 'DELETE', target: `${maps}/prices` },
    { method: 'PUT', target: `${maps}/prices?dryRun=All` },
    { method: 'PUT', target: `${maps}/prices`, code: 409 },
    { method: 'POST', target: '/apis/authorization.orch.io/v1/selfsubjectaccessreviews', code: 201, text: '{}' },
    { method: 'POST', target: maps, code: 201, text: 'k8s\0' },
    { method: 'PUT', target: '/debug/config/TracingConfiguration', text: '{"metadata":{"name":"a"}}' },
  ])
    expect(stored(nothing), JSON.stringify(nothing)).toBeNull()

  const ofOneObject = new Set(['yaml', 'diff', 'inspector'])
  const isWrite = ({ method }: LessonRequest): boolean => method !== 'GET' && method !== 'DELETE'
  const blind = lessons.flatMap(({ id, steps }) =>
    steps
      .filter(({ focus, mark, answer }) => ofOneObject.has(focus) && mark === '' && !answer.some(isWrite))
      .map(({ title }) => `${id}: ${title}`),
  )
  expect(blind).toEqual([])
})

test('[LSN14] the end of a lesson says how the learner’s requests differ from the answer', () => {
  const get = { method: 'GET', target: '/api/v1/pods', as: '', headers: {}, body: undefined }
  const answer = [get, { ...get, method: 'PUT', target: '/api/v1/pods?dryRun=All' }]
  const sent = (...lines: readonly string[]) => lines.map((line) => ({ line, body: '', code: 200, version: '' }))
  expect(differenceWords(sent('GET /api/v1/pods', 'PUT /api/v1/pods'), answer)).toMatch(/^The same requests/)
  expect(differenceWords(sent('GET /api/v1/pods', 'PATCH /api/v1/pods'), answer)).toBe('Another way to the same end.')
  expect(differenceWords(sent('PUT /api/v1/pods'), answer)).toBe('You needed 1 request fewer than the answer.')
  const twice = sent('GET /api/v1/pods', 'GET /api/v1/pods', 'PUT /api/v1/pods')
  expect(differenceWords(twice, answer)).toBe('You sent GET /api/v1/pods twice.')
  const other = sent('GET /a', 'GET /b', 'PUT /a', 'PUT /b')
  expect(differenceWords(other, answer)).toBe('The answer needs 2 requests fewer.')
  expect([tookText(14_200), tookText(194_000)]).toEqual(['14 s', '3 min 14 s'])
  expect(resultText('A 409 race', 6, 5, 'http://a/?lesson=race-409')).toBe(
    'A 409 race: 6 requests, par 5. http://a/?lesson=race-409',
  )
})

test('[LSN12] the play of a lesson goes on where the person left it; one that a demo plays is not theirs', () => {
  const play = { ...playHere, id: 'race-409', cluster: 'c1', step: 2 }
  const progress = (...open: readonly OpenLesson[]): LessonProgress => ({
    format: 'orchard-lessons/1',
    done: {},
    open: Object.fromEntries(open.map((one) => [one.cluster, one])),
  })
  expect(playOf(progress({ ...play, cluster: 'c2', isDemo: true }, play), 'race-409', 4)).toEqual(play)
  expect(playOf(progress({ ...play, isDemo: true }), 'race-409', 4)).toBeUndefined()
  expect(playOf(progress({ ...play, step: 4 }), 'race-409', 4)).toBeUndefined()
  expect(playOf(progress(play), 'first-write', 4)).toBeUndefined()
})

test('[KB10] the palette knows each lesson by the title and the sentence of its head', () => {
  const places = lessonPlaces()
  const ofHead = lessons.map(({ id, title, about }) => `${id}: ${title}. ${about}`)
  expect(places.map(({ id, title, note }) => `${id.slice(7)}: ${title}. ${note}`).toSorted()).toEqual(ofHead.toSorted())
})

test('[LSN14] the end of a lesson has the lines of its steps with the values that they kept', () => {
  const lesson = lessons.find(({ id }) => id === 'owners-garbage')
  if (lesson === undefined) throw new Error('no lesson')
  const [first] = aftersOf(lesson, { uid: '"a-b-c"' })
  expect(first).toBe('References name an owner by its uid, here a-b-c.')
  expect(lessons.flatMap((one) => aftersOf(one, {})).filter((text) => text.includes('<<'))).toEqual([])
})
