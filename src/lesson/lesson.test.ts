import { describe, expect, test } from 'vitest'
import { whyNotFrom } from './begins-from.ts'
import { checkStep, isDone, mistakeIn, valuesToKeep } from './check-step.ts'
import { compileExpression } from './expressions.ts'
import { expandRequest, expandText } from './expand.ts'
import type { LessonFiles } from './lesson.ts'
import { readLesson } from './read-lesson.ts'
import { noRequest } from './seen-request.ts'

const head = `title: A lesson
group: Writes
about: One write
minutes: 3
par: 1
order: 1
picture: create
`
const step = `steps:
- title: First
  say: Send it.
  expect:
  - is: last.code == 201
    say: the answer is 201
  answer:
  - do: POST /api/v1/namespaces/shop/configmaps
    body: {kind: ConfigMap}
  after: That was it.
`
const files = (lesson: string, more: LessonFiles = {}): LessonFiles => ({
  'lesson.yaml': lesson,
  'text.md': 'What it is about.',
  ...more,
})
const problemsOf = (lesson: string, more?: LessonFiles) =>
  readLesson('a', files(lesson, more)).problems.map(({ file, line, column, message }) => ({
    at: `${file}:${line}:${column}`,
    message,
  }))

/** The inputs of expressions before anything happened. */
const nothing = {
  objects: [],
  log: [],
  last: noRequest,
  watches: [],
  pages: [],
  config: {},
  identity: { name: '', how: '' },
  me: { name: 'alice', groups: [], requests: 0 },
  history: { newest: 1, compacted: 0 },
  kept: {},
}

describe('[LSN1] a lesson is read from its folder, and each problem has its place', () => {
  test('a whole lesson has no problems', () => {
    const { lesson, problems } = readLesson('a', files(head + step))
    expect(problems).toEqual([])
    expect(lesson).toMatchObject({
      id: 'a',
      title: 'A lesson',
      par: 1,
      me: 'alice',
      room: 'lab',
      text: 'What it is about.',
    })
    expect(lesson?.steps[0]?.answer[0]).toEqual({
      method: 'POST',
      target: '/api/v1/namespaces/shop/configmaps',
      as: '',
      headers: { 'content-type': 'application/json' },
      body: { kind: 'ConfigMap' },
    })
  })

  test.each([
    ['an unknown field', `colour: red\n${head}${step}`, 'lesson.yaml:1:1', 'colour: is unknown'],
    ['a missing title', head.replace('title: A lesson\n', '') + step, 'lesson.yaml:1:1', 'title: is required'],
    [
      'a wrong number',
      head.replace('minutes: 3', 'minutes: many') + step,
      'lesson.yaml:4:10',
      'minutes: must be a whole',
    ],
    [
      'a mark that nobody draws',
      head.replace('picture: create', 'picture: star') + step,
      'lesson.yaml:7:10',
      'picture: "star" is no mark',
    ],
    [
      'an expression of another type',
      head + step.replace('last.code == 201', 'last.code'),
      'lesson.yaml:12:9',
      'a condition must be true or false, not int',
    ],
    [
      'a misspelt variable',
      head + step.replace('last.code', 'lst.code'),
      'lesson.yaml:12:9',
      "undeclared reference to 'lst'",
    ],
    [
      'a field that requests do not have',
      head + step.replace('last.code', 'last.status'),
      'lesson.yaml:12:9',
      "undefined field 'status'",
    ],
    [
      'a request without a method',
      head + step.replace('POST /api', '/api'),
      'lesson.yaml:15:9',
      'must be a method and a path',
    ],
    [
      'an unknown user',
      head + step.replace('    body:', '    as: eve\n    body:'),
      'lesson.yaml:16:9',
      'eve is not among people',
    ],
    [
      'more than 60 words',
      head + step.replace('Send it.', 'word '.repeat(61).trim()),
      'lesson.yaml:10:8',
      'has 61 words; at most 60',
    ],
    [
      'a wrong mark in a body',
      head + step.replace('{kind: ConfigMap}', '{kind: <<nobody>>}'),
      'lesson.yaml:16:18',
      "undeclared reference to 'nobody'",
    ],
    [
      'a par that cannot be reached',
      head +
        step.replace(
          '  - do: POST /api/v1/namespaces/shop/configmaps\n',
          '  - GET /api\n  - do: POST /api/v1/namespaces/shop/configmaps\n',
        ),
      'lesson.yaml:5:6',
      'par: cannot be reached: the answers are 2 requests',
    ],
    ['text that is no YAML', 'title: [', 'lesson.yaml:1:', 'yaml'],
  ])('%s', (_name, text, at, message) => {
    const problems = problemsOf(text)
    expect(problems.find((problem) => problem.message.includes(message))?.at ?? problems).toContain(at)
  })

  test('seeds and the text are checked too', () => {
    const problems = problemsOf(head + step, { 'text.md': ' ', 'seed/1.yaml': 'kind: ConfigMap\n' })
    expect(problems.map(({ message }) => message)).toEqual([
      'says what the lesson is about; it is empty',
      'each object needs apiVersion, kind and metadata.name',
    ])
  })

  test('[LSN1] configuration files and the cassette are checked at their places', () => {
    const problems = problemsOf(head + step, {
      'config/a.yaml': 'apiVersion: v1\nkind: ConfigMap\n',
      'cassette.jsonl': '{"format":"orchard-cassette/1"}\n{"type":"end","id":7,"atMs":1}\n\n',
    })
    expect(problems).toEqual([
      { at: 'config/a.yaml:2:7', message: expect.stringContaining('kind: must be one of AuthenticationConfiguration') },
      { at: 'cassette.jsonl:2:1', message: 'no track with this id, or no time' },
    ])
    expect(problemsOf(head + step, { 'cassette.jsonl': 'no cassette' })[0]?.message).toContain('this is no cassette')
  })
})

test('[LSN2] expressions are typed, and their cost is bounded', () => {
  const items = 'objects.all(a, objects.all(b, objects.all(c, a == b && b == c)))'
  const program = compileExpression(items, true)
  if (program.type === 'failed') throw new Error(program.message)
  const objects = Array.from({ length: 200 }, () => ({ kind: 'ConfigMap' }))
  expect(program.run({ ...nothing, objects })).toMatchObject({
    type: 'error',
    message: 'operation cancelled: actual cost limit exceeded',
  })
  expect(compileExpression('last.code ==', true).type).toBe('failed')
})

test('[LSN3] marks are replaced by values of the moment: texts by their text, whole values by themselves', () => {
  const inputs = { ...nothing, kept: { version: '84', object: { data: { vat: '7' } }, token: 'a+b/=' } }
  expect(expandText('It holds <<kept.version>>, and <<kept.later>>.', inputs)).toBe('It holds 84, and ….')
  const ready = expandRequest(
    {
      method: 'PUT',
      target: '/a/<<kept.version>>?continue=<<kept.token>>',
      as: '',
      headers: { 'x-version': '<<kept.version>>' },
      body: { metadata: { resourceVersion: '<<kept.version>>' }, copy: '<<kept.object>>' },
    },
    inputs,
  )
  expect(ready.target).toBe('/a/84?continue=a%2Bb%2F%3D')
  expect(ready.headers).toEqual({ 'x-version': '84' })
  expect(JSON.parse(ready.body)).toEqual({ metadata: { resourceVersion: '84' }, copy: { data: { vat: '7' } } })
})

test('[LSN5] a step is done when all its conditions hold at once; one that cannot be evaluated counts as false', () => {
  const { lesson } = readLesson('a', files(head + step))
  const [first] = lesson?.steps ?? []
  if (first === undefined) throw new Error('there is no step')
  const broken = { ...first, expect: [...first.expect, { is: "last.body.metadata.name == 'x'", say: 'named' }] }
  expect(isDone(checkStep(first, nothing))).toBe(false)
  const done = { ...nothing, last: { ...noRequest, code: 201 } }
  expect(isDone(checkStep(first, done))).toBe(true)
  expect(checkStep(broken, done)).toMatchObject([
    { isTrue: true, problem: '' },
    { isTrue: false, say: 'named' },
  ])
  const careless = { ...first, wrong: [{ when: 'last.code == 404', say: 'Look at the path.', by: [] }] }
  expect(mistakeIn(careless, done)).toBeUndefined()
  expect(mistakeIn(careless, { ...done, last: { ...noRequest, code: 404 } })?.say).toBe('Look at the path.')
  expect(valuesToKeep({ ...first, keep: { code: 'last.code', none: 'last.body.x' } }, done)).toEqual([['code', 201]])
})

test('[LSN1] a lesson that begins at the end of a missing one, or at its own end, says so', () => {
  const lessons: Readonly<Record<string, string>> = { a: '', b: 'a', c: 'lost', d: 'e', e: 'd', f: 'f' }
  const byId = (id: string) => (Object.hasOwn(lessons, id) ? { id, from: lessons[id] ?? '' } : undefined)
  const whyNot = (id: string) => whyNotFrom({ id, from: lessons[id] ?? '' }, byId)
  expect([whyNot('a'), whyNot('b')]).toEqual(['', ''])
  expect(whyNot('c')).toBe('there is no lesson lost')
  expect(whyNot('d')).toBe('the lesson d would begin where it ends itself')
  expect(whyNot('f')).toBe('the lesson f would begin where it ends itself')
})
