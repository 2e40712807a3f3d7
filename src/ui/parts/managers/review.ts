import { errorText } from '#api/error-text.ts'
import { printExactJson } from '#api/exact-json.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Status } from '#api/status.ts'
import { createFieldManager } from '#ui/lab/field-manager-store.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { readRefusal } from '#client/refusal.ts'
import { findObject } from '#ui/model/object-view.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import type { ReceivedAnswer } from '#ui/exchange/answer.ts'
import { statusOf } from '#ui/exchange/read-status.ts'
import { emptyDraft, type RequestDraft } from '#ui/exchange/request-draft.ts'
import { sendRequest } from '#ui/exchange/send-request.ts'
import { createYamlStore, draftKey, type ObjectDraft } from '#ui/exchange/draft-store.ts'
import { pathOf } from '#ui/lab/object-path.ts'
import { notSentWords, readYaml } from '#ui/texts/read-yaml.ts'
import { type AppliedConfig, appliedConfig, type Choice } from './applied-config.ts'
import { appliedBy, type FieldConflict, fieldConflicts, type OwnershipChange, ownershipChanges } from './conflicts.ts'
import { managerEntries, ownedTree } from './fields-v1.ts'
import { createOwnership, type OwnershipStore } from './ownership-store.ts'

/** The expected effect of applying a draft. Nothing is stored yet. */
export interface ApplyReview {
  /** {@link draftKey} of the object. */
  readonly key: string
  /** The reviewed draft; changing the text ends the review. */
  readonly draft: ObjectDraft
  readonly state: 'asking' | 'ready'
  readonly conflicts: readonly FieldConflict[]
  /** By {@link FieldConflict.path}. */
  readonly choices: ReadonlyMap<string, Choice>
  readonly applied: AppliedConfig
  /**
   * The server's refusal of the apply without force, or of the apply with these resolutions when that fails for another
   * reason.
   */
  readonly refusal: Status | null
  /** The object after an apply with these resolutions; `null` until known, or when it is refused. */
  readonly after: ApiObject | null
  readonly changes: readonly OwnershipChange[]
  /** The browser's message when there was no response. */
  readonly failure: string | null
}

interface Subject {
  readonly lab: Lab
  readonly ref: ObjectRef
  readonly draft: ObjectDraft
}

const managerName = (lab: Lab): string => partState(lab, createFieldManager).getState().name

const storeOf = (lab: Lab): OwnershipStore => partState(lab, createOwnership)

/** Returns the live object, not the one at the cursor: an apply acts on the current state. */
function liveOf(lab: Lab, ref: ObjectRef): ApiObject | undefined {
  return findObject(lab.view.getState(), ref)
}

/** Returns the configuration for these resolutions; `null` when the text is not an object. */
function configOf({ lab, ref, draft }: Subject, choices: ReadonlyMap<string, Choice>): AppliedConfig | null {
  const read = readYaml(draft.text)
  if (read.type === 'problem') return null
  const live = liveOf(lab, ref) ?? draft.base
  const entries = managerEntries(live)
  return appliedConfig({
    wanted: read.object,
    base: draft.base,
    live: live as JsonObject,
    tree: ownedTree(entries),
    mine: appliedBy(entries, managerName(lab)),
    choices,
  })
}

export const isForced = (choices: ReadonlyMap<string, Choice>): boolean => [...choices.values()].includes('force')

/** Returns the request that an apply sends. */
export function applyRequest(lab: Lab, ref: ObjectRef, applied: AppliedConfig, options: ApplyOptions): RequestDraft {
  const query = [
    { name: 'fieldManager', value: managerName(lab) },
    ...(options.dryRun ? [{ name: 'dryRun', value: 'All' }] : []),
    ...(options.force ? [{ name: 'force', value: 'true' }] : []),
  ]
  return {
    ...emptyDraft,
    method: 'PATCH',
    path: pathOf(lab, ref),
    query,
    contentType: 'application/apply-patch+yaml',
    // JSON is YAML.
    body: printExactJson(applied.config),
  }
}

interface ApplyOptions {
  readonly dryRun: boolean
  readonly force: boolean
}

type Outcome = { readonly object: ApiObject } | { readonly refusal: Status } | { readonly failure: string }

async function dryRun(lab: Lab, ref: ObjectRef, applied: AppliedConfig, force: boolean): Promise<Outcome> {
  const request = applyRequest(lab, ref, applied, { dryRun: true, force })
  const query = new URLSearchParams(request.query.map(({ name, value }) => [name, value]))
  try {
    const response = await lab.send(`${request.path}?${query}`, {
      method: 'PATCH',
      headers: { 'content-type': request.contentType, accept: 'application/json' },
      body: request.body,
    })
    if (!response.ok) return { refusal: (await readRefusal(response)).status }
    return { object: (await response.json()) as ApiObject }
  } catch (error) {
    return { failure: errorText(error) }
  }
}

/** Tries the apply of a draft by a dry run without force, then with the resolutions. [OW6] */
export async function reviewApply(subject: Subject): Promise<void> {
  const { lab, ref, draft } = subject
  const applied = configOf(subject, new Map())
  if (applied === null) return lab.overlay.showRefusal(notSentWords(draft.text))
  begin(subject, applied, { conflicts: [], choices: new Map(), refusal: null })
  const outcome = await dryRun(lab, ref, applied, false)
  if (!isCurrent(lab, draft)) return
  await settle(subject, applied, outcome)
}

function begin(
  { lab, ref, draft }: Subject,
  applied: AppliedConfig,
  known: Pick<ApplyReview, 'conflicts' | 'choices' | 'refusal'>,
): void {
  const review = { key: draftKey(ref), draft, applied, after: null, changes: [], failure: null, ...known }
  storeOf(lab).beginReview({ ...review, state: 'asking' })
}

const isCurrent = (lab: Lab, draft: ObjectDraft): boolean => storeOf(lab).getState().review?.draft === draft

/**
 * Handles the response of the first dry run. Every conflicting field starts as `give-up`, so that nothing is forced by
 * default.
 */
async function settle(subject: Subject, applied: AppliedConfig, outcome: Outcome): Promise<void> {
  const { lab, ref } = subject
  const refusal = 'refusal' in outcome ? outcome.refusal : null
  const live = liveOf(lab, ref)
  const conflicts = fieldConflicts(refusal, ownedTree(managerEntries(live)))
  if (conflicts.length > 0) {
    begin(subject, applied, { conflicts, refusal, choices: new Map() })
    await choose(subject, new Map(conflicts.map(({ path }) => [path, 'give-up'])))
    return
  }
  update(lab, {
    state: 'ready',
    refusal,
    failure: 'failure' in outcome ? outcome.failure : null,
    after: 'object' in outcome ? outcome.object : null,
    changes: 'object' in outcome ? ownershipChanges(live, outcome.object) : [],
  })
}

const update = (lab: Lab, change: Partial<ApplyReview>): void => storeOf(lab).updateReview(change)

/** Sets resolutions and repeats the dry run with them. [OW6] */
export async function choose(subject: Subject, choices: ReadonlyMap<string, Choice>): Promise<void> {
  const { lab, ref, draft } = subject
  const applied = configOf(subject, choices)
  if (applied === null) return
  update(lab, { state: 'asking', choices, applied })
  const outcome = await dryRun(lab, ref, applied, isForced(choices))
  const { review } = storeOf(lab).getState()
  if (review?.draft !== draft || review.choices !== choices) return
  update(lab, {
    state: 'ready',
    after: 'object' in outcome ? outcome.object : null,
    changes: 'object' in outcome ? ownershipChanges(liveOf(lab, ref), outcome.object) : [],
    failure: 'failure' in outcome ? outcome.failure : null,
    ...('refusal' in outcome ? { refusal: outcome.refusal } : {}),
  })
}

/**
 * Sends the reviewed apply. When it is stored, the draft and the review end. When it is refused with new conflicts,
 * because another writer was faster, the review continues with those. [OW7]
 */
export async function applyDraft(subject: Subject): Promise<void> {
  const { lab, ref, draft } = subject
  const { review } = storeOf(lab).getState()
  if (review === null || review.draft !== draft) return
  const yaml = partState(lab, createYamlStore)
  const request = applyRequest(lab, ref, review.applied, { dryRun: false, force: isForced(review.choices) })
  let last: ReceivedAnswer | null = null
  await sendRequest(request, {
    fetch: lab.send,
    actor: '',
    signal: new AbortController().signal,
    now: () => performance.timeOrigin + performance.now(),
    onAnswer(answer) {
      yaml.showAnswer(answer, draftKey(ref))
      if (answer.type === 'received' && answer.state === 'complete') last = answer
    },
  })
  await conclude(subject, review.applied, last)
}

async function conclude(subject: Subject, applied: AppliedConfig, answer: ReceivedAnswer | null): Promise<void> {
  const { lab, ref, draft } = subject
  if (answer === null) return
  const yaml = partState(lab, createYamlStore)
  if (answer.status < 300) {
    storeOf(lab).endReview()
    // A text that was typed while the apply was pending is kept.
    if (yaml.getState().drafts[draftKey(ref)] === draft) yaml.setDraft(draftKey(ref), null)
    return
  }
  const status = statusOf(answer)
  if (fieldConflicts(status, ownedTree(managerEntries(liveOf(lab, ref)))).length === 0 || status === null) {
    storeOf(lab).endReview()
    return
  }
  yaml.dismissAnswer()
  await settle(subject, applied, { refusal: status })
}

/** Closes the review without storing anything. */
export const endReview = (lab: Lab): void => storeOf(lab).endReview()
