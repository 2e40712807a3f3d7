import type { ApiObject } from '#api/object-meta.ts'
import type { Status } from '#api/status.ts'
import type { KindId } from '#manifest/open-schema.ts'
import type { ManifestProblem } from '#manifest/problem.ts'
import { draftKey, type ObjectDraft } from '#ui/exchange/draft-store.ts'
import { pathOf } from '#ui/lab/object-path.ts'
import { createFieldManager } from '#ui/lab/field-manager-store.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { pageActor } from '#ui/model/api.ts'
import { findObject } from '#ui/model/object-view.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { type CheckedStore, createCheckedStore } from './checked-store.ts'
import { createObjectLanguage } from './object-language.ts'
import { withServerProblems } from './server-problems.ts'

/** A draft to check. */
export interface CheckSubject {
  readonly ref: ObjectRef
  readonly kind: KindId
  readonly draft: ObjectDraft
}

export interface Checks {
  readonly store: Omit<CheckedStore, 'show'>
  /** Checks a draft once the person pauses; replaces the check that is waiting. `null` stops it. */
  schedule(subject: CheckSubject | null): void
}

/** Pauses in typing before a text is checked, and before the server tries it, in ms. */
const schemaPauseMs = 200
const tryPauseMs = 500

/** Creates the checker of drafts: first by the schema in a worker, then by a dry run of the update. [YE10] [YE11] */
export function createChecks(lab: Lab): Checks {
  const language = partState(lab, createObjectLanguage)
  const store = partState(lab, createCheckedStore)
  let current: CheckSubject | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = async (subject: CheckSubject): Promise<void> => {
    const { ref, kind, draft } = subject
    const { text } = draft
    const of = { kind, schemaId: await language.schemaOf(kind) }
    const { problems, isDecodable } = await language.client.check(text, of)
    if (current !== subject) return
    store.show({ key: draftKey(ref), text, problems, isTried: false })
    if (!isDecodable) return
    timer = setTimeout(() => void tryNow(subject, of, problems), tryPauseMs)
  }
  const tryNow = async (
    subject: CheckSubject,
    of: Parameters<typeof language.client.check>[1],
    problems: readonly ManifestProblem[],
  ): Promise<void> => {
    const { ref, draft } = subject
    const status = await dryRun(lab, subject)
    const refused = status === null ? [] : await language.client.refusal(draft.text, of, status)
    if (current !== subject) return
    store.show({
      key: draftKey(ref),
      text: draft.text,
      problems: withServerProblems(problems, refused),
      isTried: true,
    })
  }
  return {
    store,
    schedule(subject) {
      clearTimeout(timer)
      current = subject
      if (subject !== null) timer = setTimeout(() => void run(subject), schemaPauseMs)
    },
  }
}

/**
 * Sends the update as a dry run, by the page itself, on the newest version. Returns a refusal of the content; `null` when
 * there is none, also when the server was not reached or refuses for another reason.
 */
async function dryRun(lab: Lab, { ref, draft }: CheckSubject): Promise<Status | null> {
  const live = findObject(lab.view.getState(), ref)
  const manager = partState(lab, createFieldManager).getState().name
  const query = new URLSearchParams({ dryRun: 'All', fieldValidation: 'Ignore', fieldManager: manager })
  try {
    const body = live === undefined ? null : await onVersion(draft, live)
    if (body === null) return null
    const response = await lab.read(`${pathOf(lab, ref)}?${query}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/yaml', accept: 'application/json' },
      body,
    })
    return response.ok ? null : refusalOfContent((await response.json()) as Status)
  } catch (error) {
    // fetch and import throw a TypeError when the server cannot be reached, the parser a SyntaxError for what is not JSON.
    if (error instanceof TypeError || error instanceof SyntaxError) return null
    throw error
  }
}

/** Returns the text of a draft on the live version; `null` if it cannot be moved there. */
async function onVersion({ base, text }: ObjectDraft, live: ApiObject): Promise<string | null> {
  if (base.metadata.resourceVersion === live.metadata.resourceVersion) return text
  const { rebasedText } = await import('#ui/exchange/write-object.ts')
  return rebasedText(base, text, live)
}

/** A policy or webhook that refuses the content, but not a refusal of the page's own permission. */
function refusalOfContent(status: Status): Status | null {
  const isOfContent = status.code === 422 || (status.code === 403 && !(status.message ?? '').includes(pageActor))
  return isOfContent ? status : null
}
