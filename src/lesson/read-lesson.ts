import { isObject, own, textOf, valueAt } from '#api/json.ts'
import { configKindNames } from '#facts/config-api.ts'
import { CassetteError, parseCassette } from '#record/cassette.ts'
import { readDocument } from '#document/read-document.ts'
import { YamlError, parseYaml } from '#syntax/parse-yaml.ts'
import { documentsOf } from '#syntax/yaml-documents.ts'
import { checkActorFile } from './actors.ts'
import { Fields, type LessonProblem, Problems } from './fields.ts'
import { type Lesson, type LessonFiles, type Mark, marks, type Person, type SeedFile } from './lesson.ts'
import { everyone } from './people.ts'
import { readSteps } from './read-steps.ts'
import { countWords } from './words.ts'

/** A lesson, or the problems that keep it from being one. */
export interface ReadLesson {
  readonly lesson: Lesson | null
  readonly problems: readonly LessonProblem[]
}

/** The maximum number of words of the introduction. */
const introductionMax = 120

const isMark = (text: string): text is Mark => (marks as readonly string[]).includes(text)

function readPeople(fields: Fields): readonly Person[] {
  const value = fields.get('people')
  if (value === undefined) return everyone
  if (!isObject(value)) {
    fields.add('people', 'must be an object: groups by name')
    return everyone
  }
  const own = Object.entries(value).map(([name, groups]): Person => {
    const isGroups = Array.isArray(groups) && groups.every((group) => typeof group === 'string')
    if (!isGroups) fields.problems.add([...fields.at('people'), name], 'must be a list of groups')
    return { name, groups: isGroups ? (groups as string[]) : [] }
  })
  return [...everyone.filter(({ name }) => !own.some((person) => person.name === name)), ...own]
}

/** Returns the files of a folder of the lesson, in the order of their names. */
const filesIn = (files: LessonFiles, folder: string): readonly SeedFile[] =>
  Object.keys(files)
    .filter((name) => name.startsWith(`${folder}/`) && /^[^/]+\/[^/]+\.ya?ml$/.test(name))
    .toSorted()
    .map((name) => ({ name, text: own(files, name) ?? '' }))

function checkSeed(name: string, text: string): readonly LessonProblem[] {
  const problems = new Problems(name, '{}')
  for (const part of documentsOf(text)) {
    try {
      const { value } = parseYaml(part)
      const isNamed = typeof valueAt(value, ['metadata', 'name']) === 'string'
      if (!isNamed) problems.addRange({ start: 0, end: 0 }, 'each object needs apiVersion, kind and metadata.name')
    } catch (error) {
      if (!(error instanceof YamlError)) throw error
      problems.addRange({ start: 0, end: 0 }, error.message)
    }
  }
  return problems.found
}

/** Returns the kind of a configuration file as it names itself; `''` for none. */
export function configKindOf(text: string): string {
  const document = readDocument(text)
  const kind = document.type === 'document' && isObject(document.value) ? own(document.value, 'kind') : undefined
  return textOf(kind)
}

function checkConfigFile(name: string, text: string): readonly LessonProblem[] {
  const problems = new Problems(name, text)
  const isKnown = configKindNames.some((kind) => kind === configKindOf(text))
  if (problems.found.length === 0 && !isKnown)
    problems.add(['kind'], `must be one of ${configKindNames.join(', ')}; the file is one of the server's own`)
  return problems.found
}

function checkCassette(text: string): readonly LessonProblem[] {
  try {
    if (text !== '') parseCassette(text)
    return []
  } catch (error) {
    if (!(error instanceof CassetteError)) throw error
    const line = Number(/^line (\d+)/.exec(error.message)?.[1] ?? 1)
    const before = text.split('\n', line - 1).reduce((sum, each) => sum + each.length + 1, 0)
    const length = text.split('\n')[line - 1]?.length ?? 0
    const range = { start: before, end: before + length }
    const message = error.message.replace(/^line \d+: /, '')
    return [{ file: 'cassette.jsonl', line, column: 1, endLine: line, endColumn: length + 1, range, message }]
  }
}

function checkText(text: string): readonly LessonProblem[] {
  const count = countWords(text)
  const problems = new Problems('text.md', '{}')
  if (text.trim() === '') problems.addRange({ start: 0, end: 0 }, 'says what the lesson is about; it is empty')
  if (count > introductionMax)
    problems.addRange({ start: 0, end: 0 }, `has ${count} words; at most ${introductionMax} are read`)
  return problems.found
}

/** Reads a lesson from the files of its folder, and reports every problem at its place. [LSN1] */
export function readLesson(id: string, files: LessonFiles): ReadLesson {
  const text = own(files, 'lesson.yaml')
  if (text === undefined) {
    const message = 'there is no lesson.yaml'
    const range = { start: 0, end: 0 }
    const place = { line: 1, column: 1, endLine: 1, endColumn: 1, range }
    return { lesson: null, problems: [{ file: 'lesson.yaml', ...place, message }] }
  }
  const problems = new Problems('lesson.yaml', text)
  const document = readDocument(text)
  if (document.type === 'unreadable') return { lesson: null, problems: problems.found }
  const fields = new Fields(problems, [], document.value)
  const introduction = own(files, 'text.md') ?? ''
  const [seed, configs, actors] = [filesIn(files, 'seed'), filesIn(files, 'config'), filesIn(files, 'actors')]
  const cassette = own(files, 'cassette.jsonl') ?? ''
  const people = readPeople(fields)
  const lesson: Lesson = {
    id,
    title: fields.text('title'),
    group: fields.text('group'),
    about: fields.text('about'),
    minutes: fields.count('minutes'),
    par: fields.count('par'),
    order: fields.count('order'),
    room: fields.text('room', false) || 'lab',
    from: fields.text('from', false),
    sections: fields.texts('sections'),
    picture: readPicture(fields),
    me: fields.text('me', false) || 'alice',
    people,
    steps: readSteps(fields, people),
    text: introduction.trim(),
    seed,
    configs,
    actors,
    cassette,
  }
  checkRest(fields, lesson)
  fields.end()
  const all = [
    ...problems.found,
    ...checkText(introduction),
    ...seed.flatMap((file) => checkSeed(file.name, file.text)),
    ...configs.flatMap((file) => checkConfigFile(file.name, file.text)),
    ...actors.flatMap((file) => checkActorFile(file.name, file.text)),
    ...checkCassette(cassette),
  ]
  return { lesson: all.length === 0 ? lesson : null, problems: all }
}

function readPicture(fields: Fields): readonly Mark[] {
  const words = fields.text('picture').split(/\s+/).filter(Boolean)
  for (const word of words)
    if (!isMark(word)) fields.add('picture', `${JSON.stringify(word)} is no mark; known are ${marks.join(', ')}`)
  return words.filter(isMark)
}

function checkRest(fields: Fields, { about, me, people, steps, par }: Lesson): void {
  if (countWords(about) > 12) fields.add('about', 'has more than 12 words')
  if (!people.some(({ name }) => name === me)) fields.add('me', `${me} is not among people`)
  if (steps.length === 0) fields.add('steps', 'a lesson has at least one step')
  const needed = steps.reduce((sum, { answer }) => sum + answer.length, 0)
  if (needed > par) fields.add('par', `cannot be reached: the answers are ${needed} requests`)
}
