import { badRequest } from '#api/api-error.ts'
import { isObject, type Json, type JsonObject, textOf } from '#api/json.ts'
import type { AdmissionSample, AdmissionTrialRequest } from '#facts/admission-trial-api.ts'
import type { TrialUser } from '#facts/config-api.ts'

const operations: readonly AdmissionSample['operation'][] = ['CREATE', 'UPDATE', 'DELETE']
const samplesMax = 50

/** Reads the body of a trial. Absent members are empty. @throws ApiError BadRequest */
export function readTrialRequest(body: JsonObject): AdmissionTrialRequest {
  const { draft } = body
  if (!isObject(draft)) throw badRequest('draft is an object')
  return {
    draft,
    bindings: objectsOf(body, 'bindings'),
    objects: objectsOf(body, 'objects'),
    samples: objectsOf(body, 'samples').map(readSample),
    explain: textOf(body['explain']),
  }
}

function objectsOf(body: JsonObject, name: string): readonly JsonObject[] {
  const value = body[name] ?? []
  if (!Array.isArray(value) || value.length > samplesMax || !value.every(isObject))
    throw badRequest(`${name} is a list of at most ${samplesMax} objects`)
  return value
}

function readSample(sample: JsonObject): AdmissionSample {
  const operation = operations.find((each) => each === sample['operation'])
  if (operation === undefined) throw badRequest(`operation is one of ${operations.join(', ')}`)
  return {
    operation,
    group: textOf(sample['group']),
    version: textOf(sample['version']),
    resource: textOf(sample['resource']),
    subresource: textOf(sample['subresource']),
    namespace: textOf(sample['namespace']),
    name: textOf(sample['name']),
    user: readUser(sample['user']),
    object: objectOrNull(sample['object']),
    oldObject: objectOrNull(sample['oldObject']),
  }
}

const objectOrNull = (value: Json | undefined): JsonObject | null => (isObject(value) ? value : null)

function readUser(value: Json | undefined): TrialUser {
  const user = isObject(value) ? value : {}
  const extra = isObject(user['extra']) ? user['extra'] : {}
  return {
    name: textOf(user['name']),
    uid: textOf(user['uid']),
    groups: textsOf(user['groups']),
    extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, textsOf(values)])),
  }
}

const textsOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
