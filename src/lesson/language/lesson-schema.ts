import { bodyTypes } from '#lesson/body-types.ts'
import { focusNames } from '#lesson/focus-names.ts'
import { marks } from '#lesson/lesson.ts'

/** A field of lesson.yaml, for completion and hover. */
export interface LessonField {
  readonly name: string
  readonly doc: string
  /** The texts that it may have, if they are few. */
  readonly values?: readonly string[]
  /** The fields of the object, or of each item of the list, below it. */
  readonly fields?: readonly LessonField[]
  readonly isList?: boolean
}

const request: readonly LessonField[] = [
  { name: 'do', doc: 'Method and path, such as GET /api/v1/namespaces.' },
  { name: 'as', doc: 'Who sends it; without it the learner.' },
  { name: 'type', doc: 'The media type of the body.', values: Object.keys(bodyTypes) },
  { name: 'headers', doc: 'Headers by name.' },
  { name: 'body', doc: 'A text is sent as it is, anything else as JSON.' },
]

const condition: readonly LessonField[] = [
  { name: 'is', doc: 'CEL that is true when the condition holds.' },
  { name: 'say', doc: 'The words beside its box.' },
]

const step: readonly LessonField[] = [
  { name: 'title', doc: 'The name of the step.' },
  { name: 'say', doc: 'What to do, Markdown of at most 60 words.' },
  { name: 'focus', doc: 'The panel that is opened.', values: focusNames },
  { name: 'mark', doc: 'The path of the object that is selected, such as /api/v1/namespaces/shop/configmaps/pricing.' },
  {
    name: 'room',
    doc: 'The room of the step; without it that of the step before.',
    values: ['lab', 'config', 'access'],
  },
  { name: 'scene', doc: 'Requests that others send when the step begins. Not counted.', fields: request, isList: true },
  { name: 'try', doc: 'A request that is put into the editor, never sent.', fields: request },
  { name: 'expect', doc: 'Conditions; the step is done when all are true at once.', fields: condition, isList: true },
  { name: 'hints', doc: 'Shown one at a time.', isList: true },
  { name: 'answer', doc: 'The requests that solve the step.', fields: request, isList: true },
  {
    name: 'wrong',
    doc: 'Likely mistakes and what to say to each.',
    isList: true,
    fields: [
      { name: 'when', doc: 'CEL that is true when the mistake was made.' },
      { name: 'say', doc: 'What to say to it.' },
      { name: 'by', doc: 'Requests that make the mistake, for the test.', fields: request, isList: true },
    ],
  },
  { name: 'keep', doc: 'Values for later steps by name, CEL: the variable `kept`.' },
  { name: 'after', doc: 'Why, in one line.' },
]

/** The fields of lesson.yaml in the order in which they are written. docs/lessons.md describes them. */
export const lessonFields: readonly LessonField[] = [
  { name: 'title', doc: 'The name of the lesson.' },
  { name: 'group', doc: 'Its group on the home page.' },
  { name: 'about', doc: 'What one will see, at most 12 words.' },
  { name: 'minutes', doc: 'How long it takes.' },
  { name: 'par', doc: 'The number of requests with which it can be done.' },
  { name: 'order', doc: 'Its place in its group.' },
  { name: 'picture', doc: `The marks of its small picture: ${marks.join(', ')}.`, values: marks },
  { name: 'room', doc: 'The room of its first step.', values: ['lab', 'config', 'access'] },
  { name: 'from', doc: 'The lesson whose end is its beginning.' },
  { name: 'sections', doc: 'The sections of the specification that it teaches.', isList: true },
  { name: 'me', doc: 'Who the learner is at first; without it alice.' },
  { name: 'people', doc: 'Groups by name. alice and bob are there.' },
  { name: 'steps', doc: 'The steps, in order.', fields: step, isList: true },
]
