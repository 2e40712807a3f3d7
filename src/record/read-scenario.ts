import { parseExactJson } from '#api/exact-json.ts'
import { isObject, type Json, type JsonObject, own } from '#api/json.ts'
import type { Expectation, Given, Scenario, Step, VersionRelation } from './scenario.ts'

/** A file that is no scenario; the message names the field. */
export class ScenarioError extends Error {}

const limits = { characters: 64 * 1024 * 1024, entries: 10_000 }

function textAt(object: JsonObject, field: string, at: string): string {
  const value = own(object, field)
  if (typeof value !== 'string') throw new ScenarioError(`${at}.${field} is no text`)
  return value
}

function pathAt(object: JsonObject, field: string, at: string): string {
  const path = textAt(object, field, at)
  // A host before the path would send the requests, and the caller's token, elsewhere.
  if (!path.startsWith('/') || path.startsWith('//')) throw new ScenarioError(`${at}.${field} is no path`)
  return path
}

function listAt(object: JsonObject, field: string): readonly Json[] {
  const value = own(object, field)
  if (!Array.isArray(value)) throw new ScenarioError(`${field} is no list`)
  if (value.length > limits.entries) throw new ScenarioError(`${field} has more than ${limits.entries} entries`)
  return value
}

function objectOf(value: Json | undefined, at: string): JsonObject {
  if (value === undefined || !isObject(value)) throw new ScenarioError(`${at} is no object`)
  return value
}

function readGiven(value: Json, index: number): Given {
  const at = `given[${index}]`
  const fields = objectOf(value, at)
  return {
    name: textAt(fields, 'name', at),
    collection: pathAt(fields, 'collection', at),
    path: pathAt(fields, 'path', at),
    object: objectOf(own(fields, 'object'), `${at}.object`),
  }
}

const isRelation = (is: string): is is VersionRelation['is'] => is === 'newer' || is === 'same' || is === 'notOlder'

function readExpectation(fields: JsonObject, at: string): Expectation {
  const status = own(fields, 'status')
  if (typeof status !== 'number') throw new ScenarioError(`${at}.status is no number`)
  const version = own(fields, 'version')
  if (version === undefined) return { status }
  const relation = objectOf(version, `${at}.version`)
  const is = textAt(relation, 'is', `${at}.version`)
  if (!isRelation(is)) throw new ScenarioError(`${at}.version.is is newer, same or notOlder`)
  return { status, version: { is, than: textAt(relation, 'than', `${at}.version`) } }
}

function readStep(value: Json, index: number): Step {
  const at = `steps[${index}]`
  const fields = objectOf(value, at)
  const body = own(fields, 'body')
  return {
    name: textAt(fields, 'name', at),
    method: textAt(fields, 'method', at),
    path: pathAt(fields, 'path', at),
    ...(body === undefined ? {} : { contentType: textAt(fields, 'contentType', at), body }),
    expect: readExpectation(objectOf(own(fields, 'expect'), `${at}.expect`), `${at}.expect`),
  }
}

function readAbsent(value: Json, index: number): string {
  if (typeof value !== 'string' || !value.startsWith('/') || value.startsWith('//'))
    throw new ScenarioError(`absent[${index}] is no path`)
  return value
}

/** Reads the file of a scenario. @throws ScenarioError [RCD8] */
export function readScenario(text: string): Scenario {
  if (text.length > limits.characters) throw new ScenarioError('the file is too long')
  let value: Json
  try {
    value = parseExactJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw new ScenarioError(`no JSON: ${error.message}`)
    throw error
  }
  const fields = objectOf(value, 'the file')
  if (own(fields, 'format') !== 'orchard-scenario/1')
    throw new ScenarioError('this is no scenario: its format is not orchard-scenario/1')
  return {
    format: 'orchard-scenario/1',
    title: textAt(fields, 'title', 'the file'),
    given: listAt(fields, 'given').map(readGiven),
    absent: listAt(fields, 'absent').map(readAbsent),
    steps: listAt(fields, 'steps').map(readStep),
  }
}
