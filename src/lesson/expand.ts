import { printExactJson } from '#api/exact-json.ts'
import { isObject, type Json } from '#api/json.ts'
import type { CelInputs } from '#cel/cel.ts'
import { compileExpression } from './expressions.ts'
import type { LessonRequest } from './lesson.ts'
import { targetProblem } from './target.ts'

/** A mark in a text: `<<EXPRESSION>>`. Takes linear time for any text. */
export const markPattern: RegExp = /<<((?:(?!<<|>>).)+)>>/g

/** Returns the expressions of the marks of a text, with their places. */
export const marksOf = (text: string): readonly { readonly source: string; readonly at: number }[] =>
  [...text.matchAll(markPattern)].map((found) => ({ source: found[1] ?? '', at: (found.index ?? 0) + 2 }))

const valueOf = (source: string, inputs: CelInputs): Json | undefined => {
  const program = compileExpression(source, false)
  const outcome = program.type === 'program' ? program.run(inputs) : program
  return outcome.type === 'value' ? outcome.value : undefined
}

const textOfValue = (value: Json | undefined): string =>
  value === undefined ? '…' : typeof value === 'string' ? value : printExactJson(value)

/** Replaces the marks of a text by their values; `…` where there is none yet. [LSN3] */
export const expandText = (text: string, inputs: CelInputs): string =>
  text.replace(markPattern, (_mark, source: string) => textOfValue(valueOf(source, inputs)))

/** Replaces the marks of a body. A text that is one mark becomes its value, whatever its type. */
function expandBody(body: Json | undefined, inputs: CelInputs): Json | undefined {
  if (typeof body === 'string') {
    const [whole, source] = /^<<((?:(?!>>).)+)>>$/.exec(body) ?? []
    return whole === undefined ? expandText(body, inputs) : (valueOf(source ?? '', inputs) ?? '…')
  }
  if (Array.isArray(body)) return body.map((item) => expandBody(item, inputs) ?? null)
  if (!isObject(body)) return body
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, expandBody(value, inputs)]))
}

/** A request with its marks replaced, ready to be sent. */
export interface ReadyRequest {
  readonly method: string
  readonly target: string
  readonly as: string
  readonly headers: Readonly<Record<string, string>>
  /** `''` for none. */
  readonly body: string
}

/** Replaces a forbidden target: the server serves no such path. */
const NOWHERE = '/…'

/** Replaces the marks of a request; values in a path or a query are encoded. [LSN3] [LSN22] */
export function expandRequest({ method, target, as, headers, body }: LessonRequest, inputs: CelInputs): ReadyRequest {
  const ready = target.replace(markPattern, (_mark, source: string) =>
    encodeURIComponent(textOfValue(valueOf(source, inputs))),
  )
  const expanded = expandBody(body, inputs)
  const text =
    expanded === undefined ? '' : typeof expanded === 'string' ? expanded : `${printExactJson(expanded, 2)}\n`
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, expandText(value, inputs)]))
  return { method, target: targetProblem(ready) === '' ? ready : NOWHERE, as, headers: sent, body: text }
}
