import { badRequest } from '#api/api-error.ts'
import { type BodyEdit, type BodyPath, madeBody } from '#api/bodies/made-body.ts'
import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type { DebugAnswer, DebugSentRequest } from '#facts/debug-api.ts'

export const isOk = ({ status }: DebugAnswer): boolean => status >= 200 && status < 300

/** Returns the bodies of requests, of which some are made of the answers so far. An answer is parsed once. */
export function bodiesMadeOf(answers: readonly DebugAnswer[]): (request: DebugSentRequest) => string {
  const parsed = new Map<number, Json>()
  const jsonOf = (at: number): Json | undefined => {
    const answer = answers[at]
    if (answer === undefined || !isOk(answer)) return undefined
    const json = parsed.get(at) ?? parseExactJson(answer.text)
    parsed.set(at, json)
    return json
  }
  return ({ body, edits = [] }) =>
    edits.length === 0 ? body : printExactJson(madeBody(parseExactJson(body), edits, jsonOf) ?? null)
}

/** Edits copy all objects on the way to their place. */
const STEPS_MAX = 100
const EDITS_MAX = 1_000

const isPath = (value: Json | undefined): value is BodyPath & Json[] =>
  Array.isArray(value) &&
  value.length <= STEPS_MAX &&
  value.every((step) => typeof step === 'string' || typeof step === 'number')

const isEdit = (value: Json): value is BodyEdit & JsonObject =>
  isObject(value) &&
  isPath(value['at']) &&
  (value['from'] === undefined || isPath(value['from'])) &&
  (value['answer'] === undefined || typeof value['answer'] === 'number')

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Reads the edits of a body. @throws ApiError BadRequest */
export function readEdits(edits: Json | undefined, body: string): readonly BodyEdit[] {
  if (edits === undefined) return []
  if (!Array.isArray(edits) || edits.length > EDITS_MAX || !edits.every(isEdit) || !isJson(body))
    throw badRequest(`edits is a list of at most ${EDITS_MAX} changes of a JSON body, ${STEPS_MAX} steps deep`)
  return edits
}
