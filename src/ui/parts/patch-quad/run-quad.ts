import { deepEqual, type Json, isObject } from '#api/json.ts'
import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { BenchClient, Subject } from '#ui/trials/subject.ts'
import type { SentAs, TrialExchange, TrialRequest } from '#ui/trials/exchanges.ts'
import type { Trial } from '#ui/trials/trial.ts'
import { withMergePatch } from '#ui/texts/merge-edit.ts'
import { type Intent, itemText, type Segment, valueAt } from './intents.ts'
import { type PatchKind, patchKinds } from './patches.ts'

/** The results of one patch. */
export interface QuadAnswer {
  readonly first: TrialExchange
  /** The object before and after. */
  readonly before: ApiObject
  readonly after: ApiObject
  /** The result of sending the same patch a second time. */
  readonly again: TrialExchange
  readonly afterAgain: ApiObject
  /** The patch after others reversed the list; `null` where the intent has no list. */
  readonly reordered: { readonly exchange: TrialExchange; readonly after: ApiObject } | null
  /** A patch of this kind of an object of a custom kind; `null` where the cluster has none. */
  readonly custom: TrialExchange | null
}

/** An object of a custom kind, to which each kind of patch is sent, too. */
export interface CustomObject {
  readonly path: string
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
}

const typeOf = (kind: PatchKind): string => patchKinds.find(({ id }) => id === kind)?.contentType ?? ''

/** The request that sends a patch. `text` may be edited by the person. */
export function patchRequest(path: string, kind: PatchKind, text: string, manager: string): TrialRequest {
  return {
    method: 'PATCH',
    target: `${path}?fieldManager=${encodeURIComponent(manager)}`,
    body: text,
    contentType: typeOf(kind),
  }
}

const label = { 'bench.example/tried': 'yes' }

/** Says "set a label" in a kind of patch, for an object of a custom kind. */
function customPatch(kind: PatchKind, { apiVersion, kind: customKind, name }: CustomObject): Json {
  if (kind === 'json') return [{ op: 'add', path: '/metadata/labels', value: label }]
  if (kind === 'apply') return { apiVersion, kind: customKind, metadata: { name, labels: label } }
  return { metadata: { labels: label } }
}

interface QuadRun {
  readonly subject: Subject
  readonly client: BenchClient
  readonly intent: Intent
  readonly custom: CustomObject | null
}

/** Sends one patch to a trial in all the ways that the bench shows. [PQ2] */
export async function runPatch(trial: Trial, run: QuadRun, kind: PatchKind, text: string): Promise<QuadAnswer> {
  const { subject, client, intent, custom } = run
  const patch = patchRequest(subject.path, kind, text, client.name)
  const sent = (request: TrialRequest): SentAs => ({ request, as: client.actor })
  const read = { method: 'GET', target: subject.path, body: '', contentType: '' }
  const [found, first, again] = await trial.sendInTurn([sent(read), sent(patch), sent(patch)])
  const before = found.object ?? { metadata: {} }
  // The answer of a patch is the object; a refused one changes nothing.
  const after = first.object ?? before
  const afterAgain = again.object ?? after
  let reordered: QuadAnswer['reordered'] = null
  if (intent.list.length > 1) {
    const reverse = { op: 'replace', path: pointerOf(intent.path), value: intent.list.toReversed() }
    const reversal = patchRequest(subject.path, 'json', printExactJson([reverse]) ?? '', 'somebody-else')
    const turning = [trial.puttingBack(subject.key), sent(reversal), sent(patch)] as const
    const [, turned, exchange] = await trial.sendInTurn(turning)
    reordered = { exchange, after: exchange.object ?? turned.object ?? before }
  }
  const other =
    custom === null
      ? null
      : await trial.send(
          patchRequest(custom.path, kind, printExactJson(customPatch(kind, custom)) ?? '', client.name),
          client.actor,
        )
  return { first, before, after, again, afterAgain, reordered, custom: other }
}

const pointerOf = (path: readonly Segment[]): string =>
  path.map((segment) => `/${typeof segment === 'string' ? segment : segment.index}`).join('')

const versionOf = (object: ApiObject): string => object.metadata.resourceVersion ?? ''

/** The names of the items of a list, or the value of a field, as the object has it. */
export function stateText(object: ApiObject, path: readonly Segment[]): string {
  const value = valueAt(object, path)
  if (value === undefined) return 'not there'
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : value.map(itemText).join(', ')
  return typeof value === 'string' ? value : (printExactJson(value) ?? '')
}

const refusal = (exchange: TrialExchange): string => `${exchange.code} ${exchange.status?.reason ?? ''}`.trim()

/**
 * Returns the object that a refused merge patch asked for: RFC 7386 says what that is without a server. `null` for other
 * kinds, and for a patch that was stored. [PQ2]
 */
export function wouldBecome({ first, before }: QuadAnswer, kind: PatchKind): ApiObject | null {
  if (kind !== 'merge' || first.code !== 422) return null
  const patch = parseExactJson(first.request.body)
  if (!isObject(patch)) return null
  const wanted = withMergePatch(before, patch)
  return { ...wanted, metadata: before.metadata }
}

/** Says what the second sending of a patch did. [PQ2] */
export function twiceWords({ first, again, after, afterAgain }: QuadAnswer, path: readonly Segment[]): string {
  if (again.code >= 400) return first.code >= 400 ? `${again.code} again` : refusal(again)
  if (versionOf(after) === versionOf(afterAgain)) return `no change, still ${versionOf(after)}`
  const [one, other] = [stateText(after, path), stateText(afterAgain, path)]
  return one === other ? `written again, ${versionOf(afterAgain)}` : `${other}, now at ${versionOf(afterAgain)}`
}

/** Says what the patch did after somebody else had reversed the list. [PQ2] */
export function reorderedWords({ after, first, reordered }: QuadAnswer, path: readonly Segment[]): string {
  if (reordered === null) return 'no list of several entries'
  if (reordered.exchange.code >= 400) return refusal(reordered.exchange)
  const [one, other] = [valueAt(after, path), valueAt(reordered.after, path)]
  const items = (list: Json | undefined): readonly string[] =>
    Array.isArray(list) ? list.map(itemText).toSorted() : []
  const isSame = first.code < 400 && deepEqual([...items(one)], [...items(other)])
  return `${isSame ? 'the same entries' : 'other entries'}: ${stateText(reordered.after, path)}`
}

/** Says what the same kind of patch did to an object of a custom kind. */
export function customWords({ custom }: QuadAnswer): string {
  if (custom === null) return 'no custom object here'
  return custom.code < 400 ? 'works' : refusal(custom)
}

/** The answer as it is after the patch was sent a second time: the second exchange, and the object after it. */
export const secondOf = (answer: QuadAnswer): QuadAnswer => ({
  ...answer,
  first: answer.again,
  after: answer.afterAgain,
})
