import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type { TrialAction, TrialUser } from '#facts/config-api.ts'

/** Parses the user of a trial. Absent members are empty. @throws Error that states what is wrong. */
export function readUser(value: Json | undefined): TrialUser {
  if (!isObject(value)) throw new Error('a user must be an object')
  const extra = isObject(value['extra']) ? value['extra'] : {}
  return {
    name: text(value, 'name'),
    uid: text(value, 'uid'),
    groups: texts(value['groups']),
    extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, texts(values)])),
  }
}

export function readAction(value: Json | undefined): Omit<TrialAction, 'user'> {
  if (!isObject(value)) throw new Error('an action must be an object')
  return {
    isResource: value['isResource'] === true,
    verb: text(value, 'verb'),
    group: text(value, 'group'),
    version: text(value, 'version'),
    resource: text(value, 'resource'),
    subresource: text(value, 'subresource'),
    namespace: text(value, 'namespace'),
    name: text(value, 'name'),
    path: text(value, 'path'),
  }
}

export function text(object: JsonObject, name: string): string {
  const value = object[name] ?? ''
  if (typeof value !== 'string') throw new Error(`${name} must be text`)
  return value
}

/** Returns the draft; `null` for the running configuration. */
export function draftOf(object: JsonObject): string | null {
  const value = object['text'] ?? null
  if (value !== null && typeof value !== 'string') throw new Error('text must be text or null')
  return value
}

function texts(value: Json | undefined): readonly string[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string'))
    throw new Error('a list must hold texts')
  return value as readonly string[]
}

/** Returns the items of a list, at most `max`. */
export function list(value: Json | undefined, name: string, max: number): readonly Json[] {
  if (!Array.isArray(value)) throw new Error(`${name} must be a list`)
  if (value.length > max) throw new Error(`${name} has ${value.length} items, at most ${max} are tried`)
  return value
}
