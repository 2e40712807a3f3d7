import { stringify } from 'yaml'
import { deepEqual, isObject, type Json, type JsonObject } from '#api/json.ts'
import type { Lesson, LessonFiles, LessonRequest, LessonStep } from '#lesson/lesson.ts'
import { bodyTypes, defaultBodyType } from '#lesson/body-types.ts'
import { everyone } from '#lesson/people.ts'

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0)

/** Removes defaults, which the reader of the file adds again. */
const compact = (fields: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]): [string, Json][] =>
      value === undefined || isEmpty(value) ? [] : [[name, value]],
    ),
  )

/** Returns the short name of a body's media type, or `''` if it is the one that the reader assumes. */
function shortType({ method, headers, body }: LessonRequest): string | undefined {
  const [name] = Object.entries(bodyTypes).find(([, type]) => type === headers['content-type']) ?? []
  return name === defaultBodyType(method, body) ? '' : name
}

/** Returns a request as `lesson.yaml` holds it. */
export function requestJson(request: LessonRequest): Json {
  const { method, target, as, headers, body } = request
  const line = `${method} ${target}`
  const type = body === undefined ? undefined : shortType(request)
  const others = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-type'))
  const isNamed = type !== undefined || body === undefined
  const sent = isNamed ? others : headers
  if (as === '' && body === undefined && Object.keys(sent).length === 0) return line
  const fields = compact({ do: line, as, type, headers: { ...sent } })
  // An empty object is a body, too.
  return body === undefined ? fields : { ...fields, body }
}

function stepJson(step: LessonStep): JsonObject {
  const { title, say, focus, mark, room, scene, attempt, expect, hints, answer, wrong, keep, after } = step
  return compact({
    title,
    say,
    focus,
    mark,
    room,
    scene: scene.map(requestJson),
    try: attempt === null ? undefined : requestJson(attempt),
    expect: expect.map((one): JsonObject => ({ is: one.is, say: one.say })),
    hints: [...hints],
    answer: answer.map(requestJson),
    wrong: wrong.map((one): JsonObject => ({ when: one.when, say: one.say, by: one.by.map(requestJson) })),
    keep: { ...keep },
    after,
  })
}

/** Returns the text of `lesson.yaml`. Reading it gives the same lesson. [LSN18] */
export function lessonYaml(lesson: Lesson): string {
  const { title, group, about, minutes, par, order, room, from, sections, picture, me, people, steps } = lesson
  const known = (name: string, groups: readonly string[]): boolean =>
    everyone.some((person) => person.name === name && deepEqual([...person.groups], [...groups]))
  const others = people.filter(({ name, groups }) => !known(name, groups))
  const fields = compact({
    title,
    group,
    about,
    minutes,
    par,
    order,
    room: room === 'lab' ? '' : room,
    from,
    picture: picture.join(' '),
    me: me === 'alice' ? '' : me,
    people: Object.fromEntries(others.map(({ name, groups }): [string, Json] => [name, [...groups]])),
    sections: [...sections],
    steps: steps.map(stepJson),
  })
  return stringify(fields, { lineWidth: 0, schema: 'yaml-1.1' })
}

/** Returns the files of a lesson's folder. Reading them gives the same lesson. [LSN18] */
export function writeLesson(lesson: Lesson): LessonFiles {
  return {
    'lesson.yaml': lessonYaml(lesson),
    'text.md': `${lesson.text}\n`,
    ...Object.fromEntries([...lesson.seed, ...lesson.configs, ...lesson.actors].map(({ name, text }) => [name, text])),
    ...(lesson.cassette === '' ? {} : { 'cassette.jsonl': lesson.cassette }),
  }
}
