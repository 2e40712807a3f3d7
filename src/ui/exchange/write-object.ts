import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { objectPath } from '#ui/model/discovery.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
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

async function send({ lab, store, ref }: WriteContext, method: 'PUT' | 'DELETE', body: string): Promise<boolean> {
  const key = draftKey(ref)
  let stored = false
  await sendRequest(
    { ...emptyDraft, method, path: pathOf(lab, ref), contentType: 'application/yaml', body },
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
  if (await send(context, 'PUT', text)) context.store.setDraft(draftKey(context.ref), null)
}

export const deleteObject = (context: WriteContext): Promise<boolean> => send(context, 'DELETE', '')

/** Rebases the edit on the newest version after a conflict. `null` when the text is not an object. */
export function rebasedText(base: ApiObject, text: string, live: ApiObject): string | null {
  const read = readYaml(text)
  if (read.type === 'problem') return null
  const { managedFields: _managedFields, ...metadata } = base.metadata
  return toYamlText(asObject(rebase({ ...base, metadata }, read.object, live)))
}

const asObject = (object: JsonObject): ApiObject => ({ metadata: {}, ...object })
