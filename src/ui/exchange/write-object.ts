import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { createFieldManager } from '#ui/lab/field-manager-store.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { pathOf } from '#ui/lab/object-path.ts'
import { collectionPath } from '#ui/model/discovery.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import type { Answer } from './answer.ts'
import { recreatable } from './create-again.ts'
import { statusOf } from './read-status.ts'
import { emptyDraft, type RequestDraft } from './request-draft.ts'
import { sendRequest } from './send-request.ts'
import { draftKey, type YamlStore } from './draft-store.ts'
import { rebase } from '#ui/texts/merge-edit.ts'
import { readYaml } from '#ui/texts/read-yaml.ts'
import { toYamlText } from '#ui/texts/yaml-text.ts'

interface WriteContext {
  readonly lab: Lab
  readonly store: YamlStore
  readonly ref: ObjectRef
}

async function send(
  { lab, store, ref }: WriteContext,
  request: Pick<RequestDraft, 'method' | 'body'> & Partial<RequestDraft>,
): Promise<boolean> {
  const key = draftKey(ref)
  let stored = false
  await sendRequest(
    { ...emptyDraft, path: pathOf(lab, ref), contentType: 'application/yaml', ...request },
    {
      fetch: lab.send,
      actor: '',
      signal: new AbortController().signal,
      now: () => performance.timeOrigin + performance.now(),
      onAnswer(answer) {
        store.showAnswer(answer, key)
        if (answer.type === 'received' && answer.state === 'complete') stored = answer.status < 300
      },
    },
  )
  return stored
}

/**
 * Sends a write of this person to another cluster of this server, whose paths begin with `prefix`. Returns `''`, or why
 * it was refused. [MC10]
 */
export async function writeAt(lab: Lab, prefix: string, draft: Partial<RequestDraft>): Promise<string> {
  let last: Answer = { type: 'none' }
  const request = { ...emptyDraft, ...draft }
  await sendRequest(
    { ...request, path: `${prefix}${request.path}` },
    {
      fetch: lab.send,
      actor: '',
      signal: new AbortController().signal,
      now: () => performance.timeOrigin + performance.now(),
      onAnswer: (answer) => void (last = answer),
    },
  )
  return refusalOf(last)
}

/** Returns why a request was refused, in the server's words; `''` if it was not. */
export function refusalOf(answer: Answer): string {
  if (answer.type !== 'received') return answer.type === 'failed' ? answer.message : 'the server did not answer'
  if (answer.status < 300) return ''
  return statusOf(answer)?.message ?? `${answer.status} ${answer.statusText}`
}

/** Replaces an object of another cluster of this server. Returns `''`, or why it was refused. [MC10] */
export const replaceAt = (lab: Lab, prefix: string, ref: ObjectRef, text: string): Promise<string> =>
  writeAt(lab, prefix, {
    method: 'PUT',
    path: pathOf(lab, ref),
    query: [asManager(lab), { name: 'fieldValidation', value: 'Strict' }],
    contentType: 'application/yaml',
    body: text,
  })

/** Deletes an object of another cluster of this server. Returns `''`, or why it was refused. [MC10] */
export const deleteAt = (lab: Lab, prefix: string, ref: ObjectRef, choice: DeleteChoice): Promise<string> =>
  writeAt(lab, prefix, {
    method: 'DELETE',
    path: pathOf(lab, ref),
    contentType: 'application/json',
    body: deleteBody(choice),
  })

/** The query parameter with the field manager of this page. */
const asManager = (lab: Lab) => ({ name: 'fieldManager', value: partState(lab, createFieldManager).getState().name })

/**
 * Replaces the object by the text of the draft, and deletes the draft once it is stored. The server refuses unknown and
 * repeated fields, unless the person wants them dropped. [YE13]
 */
export async function updateObject(context: WriteContext, text: string, dropUnknown = false): Promise<void> {
  const query = [asManager(context.lab), { name: 'fieldValidation', value: dropUnknown ? 'Warn' : 'Strict' }]
  if (!(await send(context, { method: 'PUT', query, body: text }))) return
  const { drafts } = context.store.getState()
  // A text that was typed while the update was pending is kept.
  if (drafts[draftKey(context.ref)]?.text === text) context.store.setDraft(draftKey(context.ref), null)
}

interface DeleteChoice {
  /** The object that the person saw: another one with the same name stays. */
  readonly uid: string
  readonly propagation: 'Background' | 'Foreground' | 'Orphan'
}

/** Returns the body of a request to delete an object. */
const deleteBody = ({ uid, propagation }: DeleteChoice): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    propagationPolicy: propagation,
    ...(uid === '' ? {} : { preconditions: { uid } }),
  })

export const deleteObject = (context: WriteContext, choice: DeleteChoice): Promise<boolean> =>
  send(context, { method: 'DELETE', contentType: 'application/json', body: deleteBody(choice) })

/** Creates an object that is gone again from one of its versions, and deletes its draft once it is stored. [LF2] */
export async function createAgain(context: WriteContext, version: ApiObject): Promise<boolean> {
  const { lab, store, ref } = context
  const resource = lab.objects.getState().collections.get(ref.resourceId)?.resource
  if (resource === undefined) return false
  const path = collectionPath(resource, ref.namespace)
  const body = toYamlText(recreatable(version))
  const isStored = await send(context, { method: 'POST', path, query: [asManager(lab)], body })
  if (isStored) store.setDraft(draftKey(ref), null)
  return isStored
}

/** Rebases the edit on the newest version after a conflict. `null` when the text is not an object. */
export function rebasedText(base: ApiObject, text: string, live: ApiObject): string | null {
  const read = readYaml(text)
  if (read.type === 'problem') return null
  const { managedFields: _managedFields, ...metadata } = base.metadata
  return toYamlText(asObject(rebase({ ...base, metadata }, read.object, live)))
}

const asObject = (object: JsonObject): ApiObject => ({ metadata: {}, ...object })
