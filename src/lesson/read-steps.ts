import { isObject, type Json } from '#api/json.ts'
import type { NodePath } from '#document/locate.ts'
import { placeOf } from '#record/exchange.ts'
import { bodyTypes, defaultBodyType } from './body-types.ts'
import { marksOf } from './expand.ts'
import { compileExpression } from './expressions.ts'
import { Fields, type Problems } from './fields.ts'
import { focusNames } from './focus-names.ts'
import {
  type Expectation,
  type LessonRequest,
  type LessonStep,
  type LikelyMistake,
  type Person,
  wordsMax,
} from './lesson.ts'
import { targetProblem } from './target.ts'
import { countWords } from './words.ts'

const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

const rooms: ReadonlySet<string> = new Set(['lab', 'config', 'access'])

const stepsMax = 60

interface Reader {
  readonly problems: Problems
  readonly people: readonly Person[]
}

/** Reports a wrong expression at its place, and those of the marks of a text. */
function checkExpression({ problems }: Reader, path: NodePath, source: string, isCondition: boolean): void {
  const program = compileExpression(source, isCondition)
  if (program.type === 'failed') problems.add(path, program.message)
}

function checkMarks(reader: Reader, path: NodePath, value: Json | undefined): void {
  if (typeof value === 'string') for (const { source } of marksOf(value)) checkExpression(reader, path, source, false)
  else if (Array.isArray(value)) value.forEach((item, at) => checkMarks(reader, [...path, at], item))
  else if (isObject(value)) for (const [key, item] of Object.entries(value)) checkMarks(reader, [...path, key], item)
}

/** Reads the steps of a lesson. */
export function readSteps(fields: Fields, people: readonly Person[]): readonly LessonStep[] {
  const reader: Reader = { problems: fields.problems, people }
  const steps = fields.list('steps')
  if (steps.length > stepsMax) fields.add('steps', `has ${steps.length} steps; at most ${stepsMax} are played`)
  return steps.slice(0, stepsMax).map((item, at) => readStep(reader, [...fields.at('steps'), at], item))
}

function readStep(reader: Reader, path: NodePath, value: Json): LessonStep {
  const fields = new Fields(reader.problems, path, value)
  const step: LessonStep = {
    title: fields.text('title'),
    say: readSay(reader, fields, 'say'),
    focus: oneOf(fields, 'focus', new Set(focusNames)),
    mark: readMark(fields),
    room: oneOf(fields, 'room', rooms),
    scene: readRequests(reader, fields, 'scene'),
    attempt: fields.get('try') === undefined ? null : readRequest(reader, fields.at('try'), fields.get('try') ?? null),
    expect: fields.list('expect').map((item, at) => readExpectation(reader, [...fields.at('expect'), at], item)),
    hints: fields.texts('hints'),
    answer: readRequests(reader, fields, 'answer'),
    wrong: fields.list('wrong').map((item, at) => readMistake(reader, [...fields.at('wrong'), at], item)),
    keep: fields.textMap('keep'),
    after: readSay(reader, fields, 'after'),
  }
  if (step.expect.length === 0) fields.add('expect', 'a step expects at least one thing')
  for (const [name, source] of Object.entries(step.keep))
    checkExpression(reader, [...fields.at('keep'), name], source, false)
  fields.end()
  return step
}

function readSay(reader: Reader, fields: Fields, name: string): string {
  const text = fields.text(name)
  const count = countWords(text)
  if (count > wordsMax) fields.add(name, `has ${count} words; at most ${wordsMax} are read`)
  checkMarks(reader, fields.at(name), text)
  return text
}

/** Reads the path of an object, as a request names it. [LSN34] */
function readMark(fields: Fields): string {
  const path = fields.text('mark', false)
  const place = placeOf(path)
  if (path === '' || (place !== null && place.object === path)) return path
  fields.add('mark', 'must be the path of one object, such as /api/v1/namespaces/shop/configmaps/pricing')
  return ''
}

function oneOf(fields: Fields, name: string, known: ReadonlySet<string>): string {
  const text = fields.text(name, false)
  if (text === '' || known.has(text)) return text
  fields.add(name, `${JSON.stringify(text)} is none of ${[...known].join(', ')}`)
  return ''
}

function readExpectation(reader: Reader, path: NodePath, value: Json): Expectation {
  const fields = new Fields(reader.problems, path, value)
  const expectation = { is: fields.text('is'), say: fields.text('say') }
  if (expectation.is !== '') checkExpression(reader, fields.at('is'), expectation.is, true)
  fields.end()
  return expectation
}

function readMistake(reader: Reader, path: NodePath, value: Json): LikelyMistake {
  const fields = new Fields(reader.problems, path, value)
  const mistake = {
    when: fields.text('when'),
    say: readSay(reader, fields, 'say'),
    by: readRequests(reader, fields, 'by'),
  }
  if (mistake.when !== '') checkExpression(reader, fields.at('when'), mistake.when, true)
  if (mistake.by.length === 0) fields.add('by', 'shows the mistake by at least one request')
  fields.end()
  return mistake
}

const readRequests = (reader: Reader, fields: Fields, name: string): readonly LessonRequest[] =>
  fields.list(name).map((item, at) => readRequest(reader, [...fields.at(name), at], item))

/** Reads a request: `GET /path`, or an object with `do`. */
function readRequest(reader: Reader, path: NodePath, value: Json): LessonRequest {
  if (typeof value === 'string') return withLine(reader, path, value, { as: '', headers: {}, body: undefined })
  const fields = new Fields(reader.problems, path, value)
  const line = fields.text('do')
  const as = fields.text('as', false)
  if (as !== '' && !reader.people.some(({ name }) => name === as)) fields.add('as', `${as} is not among people`)
  const type = oneOf(fields, 'type', new Set(Object.keys(bodyTypes)))
  const body = fields.get('body')
  checkMarks(reader, fields.at('body'), body)
  const headers = fields.textMap('headers')
  for (const [name, text] of Object.entries(headers)) {
    checkMarks(reader, [...fields.at('headers'), name], text)
    if (/^(?:x-)?orchard-/i.test(name)) reader.problems.add([...fields.at('headers'), name], 'is a header of the page')
  }
  fields.end()
  const chosen = type === '' ? defaultBodyType(line.split(' ', 1)[0] ?? '', body) : type
  const typeHeader = body === undefined ? {} : { 'content-type': bodyTypes[chosen] ?? '' }
  return withLine(reader, fields.at('do'), line, { as, headers: { ...typeHeader, ...headers }, body })
}

function withLine(
  reader: Reader,
  path: NodePath,
  line: string,
  rest: Pick<LessonRequest, 'as' | 'headers' | 'body'>,
): LessonRequest {
  const [, method = '', target = ''] = /^([A-Z]+) (\/.*)$/.exec(line) ?? []
  if (!methods.has(method)) reader.problems.add(path, 'must be a method and a path, such as GET /api/v1/namespaces')
  else if (targetProblem(target) !== '') reader.problems.add(path, targetProblem(target))
  checkMarks(reader, path, target)
  return { method, target, ...rest }
}
