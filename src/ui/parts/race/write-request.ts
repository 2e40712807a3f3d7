import { type BodyEdit, madeBody } from '#api/bodies/made-body.ts'
import { printExactJson } from '#api/exact-json.ts'
import type { Json, JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { WatchableResource } from '#ui/model/discovery.ts'
import type { TrialRequest } from '#ui/trials/exchanges.ts'
import type { ClientId, Way } from './orders.ts'
import { type RaceField, withValue } from './race-field.ts'

/** The object and the field of a race. */
export interface RacePlan {
  readonly path: string
  readonly resource: WatchableResource
  readonly field: RaceField
  readonly name: string
  /** `''` for an object of the cluster. */
  readonly namespace: string
}

interface Write {
  readonly client: ClientId
  /** The name of the client, as field manager. */
  readonly manager: string
  /** The object as the client read it. */
  readonly held: ApiObject
}

const pointer = (path: readonly string[]): string =>
  path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const json = (value: Json): string => printExactJson(value) ?? ''

const apiVersionOf = ({ group, version }: WatchableResource): string => (group === '' ? version : `${group}/${version}`)

/** Returns the body that applies the field: it names only what the client wants to own. */
function applyBody({ resource, field, name, namespace }: RacePlan, { client }: Writer): JsonObject {
  const named: JsonObject = {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: { name, ...(namespace === '' ? {} : { namespace }) },
  }
  return withValue(named, field.path, field.after[client])
}

type Writer = Omit<Write, 'held'>

/** A write before its client has read: its body, and what becomes of it when the answer to the read is there. */
interface Draft {
  readonly method: string
  readonly contentType: string
  readonly body: Json
  /** Changes of the body; answer 0 is the object as the client read it. */
  readonly edits: readonly BodyEdit[]
}

/** A client that could not read sends its change without what it would have read. */
const unread = { metadata: {} }

function draftOf(way: Way, plan: RacePlan, writer: Writer): Draft {
  const { field } = plan
  const value = field.after[writer.client]
  const edited: readonly BodyEdit[] = [
    { at: [], answer: 0 },
    { at: field.path, value },
  ]
  switch (way) {
    case 'put':
      return { method: 'PUT', contentType: 'application/json', body: unread, edits: edited }
    case 'put-blind': {
      const blind = { at: ['metadata', 'resourceVersion'] }
      return { method: 'PUT', contentType: 'application/json', body: unread, edits: [...edited, blind] }
    }
    case 'merge': {
      const body = withValue({}, field.path, value)
      return { method: 'PATCH', contentType: 'application/merge-patch+json', body, edits: [] }
    }
    case 'json-test': {
      const path = pointer(field.path)
      const body = [
        { op: 'test', path, value: null },
        { op: 'replace', path, value },
      ]
      const edits = [{ at: [0, 'value'], answer: 0, from: field.path }]
      return { method: 'PATCH', contentType: 'application/json-patch+json', body, edits }
    }
    case 'apply':
      return { method: 'PATCH', contentType: 'application/apply-patch+yaml', body: applyBody(plan, writer), edits: [] }
  }
}

const targetOf = ({ path }: RacePlan, { manager }: Writer): string =>
  `${path}?fieldManager=${encodeURIComponent(manager)}`

/** Returns the request that writes a client's change in one of the ways. [RA3] */
export function writeRequest(way: Way, plan: RacePlan, write: Write): TrialRequest {
  const { method, contentType, body, edits } = draftOf(way, plan, write)
  const made = madeBody(body, edits, () => write.held as Json)
  return { method, target: targetOf(plan, write), body: json(made ?? null), contentType }
}

/** Returns that request before the answer to the read is there, which is answer `read` of the list that contains both. [RA3] */
export function writeAfterRead(
  way: Way,
  plan: RacePlan,
  writer: Writer & { readonly read: number },
): { readonly request: TrialRequest; readonly edits: readonly BodyEdit[] } {
  const { method, contentType, body, edits } = draftOf(way, plan, writer)
  return {
    request: { method, target: targetOf(plan, writer), body: json(body), contentType },
    edits: edits.map((edit) => (edit.answer === undefined ? edit : { ...edit, answer: writer.read })),
  }
}
