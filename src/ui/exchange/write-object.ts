import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { collectionPath, objectPath } from '#ui/model/discovery.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { recreatable } from './create-again.ts'
import { emptyDraft } from './request-draft.ts'
import { sendRequest } from './send-request.ts'
import { draftKey, type YamlStore } from './draft-store.ts'
import { rebase } from '#ui/texts/merge-edit.ts'
import { readYaml, toYamlText } from '#ui/texts/yaml-text.ts'

interface WriteContext {
  readonly lab: Lab
  readonly store: YamlStore
  readonly ref: ObjectRef
}

/** Returns the path of the object that `ref` names; `''` for a kind that the server no longer serves. */
export function pathOf(lab: Lab, ref: ObjectRef): string {
  const resource = lab.objects.getState().collections.get(ref.resourceId)?.resource
  return resource === undefined ? '' : objectPath(resource, ref.namespace, ref.name)
}

interface ObjectRequest {
  readonly method: 'PUT' | 'POST' | 'DELETE'
  /** Path and query; default: the path of the object. */
  readonly path?: string
  readonly body: string
}

async function send({ lab, store, ref }: WriteContext, { method, path, body }: ObjectRequest): Promise<boolean> {
  const key = draftKey(ref)
  let stored = false
  await sendRequest(
    { ...emptyDraft, method, path: path ?? pathOf(lab, ref), contentType: 'application/yaml', body },
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

/** Replaces the object by the text of the draft, and deletes the draft once it is stored. */
export async function updateObject(context: WriteContext, text: string): Promise<void> {
  if (await send(context, { method: 'PUT', body: text })) context.store.setDraft(draftKey(context.ref), null)
}

export const deleteObject = (context: WriteContext): Promise<boolean> => send(context, { method: 'DELETE', body: '' })

/** Creates an object that is gone again from one of its versions, and deletes its draft once it is stored. [LF2] */
export async function createAgain(context: WriteContext, version: ApiObject): Promise<boolean> {
  const { lab, store, ref } = context
  const resource = lab.objects.getState().collections.get(ref.resourceId)?.resource
  if (resource === undefined) return false
  const path = collectionPath(resource, ref.namespace)
  const isStored = await send(context, { method: 'POST', path, body: toYamlText(recreatable(version)) })
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
