import { createStore, type StoreApi } from 'zustand/vanilla'
import { isObject, type JsonObject } from '#api/json.ts'
import type { Status } from '#api/status.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { objectKey } from '#ui/model/objects-state.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import { type FoundDocument, type ImportPlan, planImport, readDocuments, type UnreadableDocument } from './documents.ts'
import { type Answer, sendDocument, type Verb } from './send-document.ts'
import type { PathDifference } from '#ui/texts/merge-edit.ts'

/** The state of one document. */
export type Outcome =
  | { readonly type: 'asking' }
  /** Result of a dry run. */
  | { readonly type: 'would'; readonly verb: Verb; readonly changes: readonly PathDifference[] }
  /** The document needs something that an earlier document creates; it is tried after that. */
  | { readonly type: 'later'; readonly needs: string }
  /** Refused, by the dry run or by the actual request. */
  | { readonly type: 'refused'; readonly status: Status }
  | { readonly type: 'sending' }
  | { readonly type: 'done'; readonly verb: Verb; readonly resourceVersion: string }

export interface ImportState {
  readonly text: string
  /** Source of the text: a file name or `pasted`. */
  readonly source: string
  readonly namespace: string
  readonly manager: string
  readonly plans: readonly ImportPlan[]
  readonly unreadable: readonly UnreadableDocument[]
  /** By document number. */
  readonly outcomes: ReadonlyMap<number, Outcome>
  /** Documents that the user skips, and those whose conflicts are forced. */
  readonly skipped: ReadonlySet<number>
  readonly forced: ReadonlySet<number>
  readonly stopAtRefusal: boolean
  readonly isSending: boolean
}

export interface Imports {
  readonly store: ReadableStore<ImportState>
  read(text: string, source: string): void
  setNamespace(namespace: string): void
  setManager(manager: string): void
  /** Repeats the dry run of every document that is not stored yet. */
  tryAll(): Promise<void>
  /** Skips a document, or includes it again. */
  toggleSkip(number: number): void
  /** Forces the conflicting fields of one document. */
  force(number: number): Promise<void>
  /** Applies the remaining documents in order; stored ones are not sent twice. */
  apply(): Promise<void>
  /** Sets whether `apply` stops at the first refusal. */
  setStopAtRefusal(stopAtRefusal: boolean): void
}

/** Maximum length of a text that is saved over a reload. */
const rememberedMax = 500_000

/** Returns the numbers of the documents that Apply would send. */
export const sendable = ({ plans, outcomes, skipped }: ImportState): readonly number[] =>
  plans
    .map(({ document }) => document.number)
    .filter((number) => {
      const type = outcomes.get(number)?.type
      return !skipped.has(number) && (type === 'would' || type === 'later')
    })

/**
 * Creates the store of the import sheet: parses documents, tries them by dry runs, then applies them as the user. [IM7]
 */
export function createImports(lab: Lab): Imports {
  const kept = readSaved('import', { text: '', source: '', namespace: 'default', manager: 'orchctl' })
  const store = createStore<ImportState>(() => ({
    text: '',
    source: '',
    namespace: kept.namespace,
    manager: kept.manager,
    plans: [],
    unreadable: [],
    outcomes: new Map(),
    skipped: new Set(),
    forced: new Set(),
    stopAtRefusal: false,
    isSending: false,
  }))
  const imports = makeImports(lab, store)
  if (kept.text !== '') imports.read(kept.text, kept.source)
  return imports
}

function makeImports(lab: Lab, store: StoreApi<ImportState>): Imports {
  const settle = (number: number, outcome: Outcome): void =>
    store.setState(({ outcomes }) => ({ outcomes: new Map(outcomes).set(number, outcome) }))
  const read = (text: string, source: string): void => {
    const { found, unreadable } = readDocuments(text)
    const plans = found.map((document) => planOf(lab, store, document))
    store.setState({ text, source, plans, unreadable, outcomes: new Map(), skipped: new Set(), forced: new Set() })
    remember(store.getState())
    void tryAll()
  }
  const tryAll = async (): Promise<void> => {
    const { text } = store.getState()
    for (const { document } of store.getState().plans) {
      // Another text was loaded in the meantime, which started its own dry runs.
      if (store.getState().text !== text) return
      if (store.getState().outcomes.get(document.number)?.type !== 'done') await tryOne(lab, store, document, settle)
    }
  }
  return {
    store,
    read,
    tryAll,
    setStopAtRefusal: (stopAtRefusal) => store.setState({ stopAtRefusal }),
    setNamespace(namespace) {
      store.setState({ namespace })
      read(store.getState().text, store.getState().source)
    },
    setManager(manager) {
      store.setState({ manager })
      remember(store.getState())
      void tryAll()
    },
    toggleSkip(number) {
      store.setState(({ skipped }) => ({ skipped: toggled(skipped, number) }))
    },
    async force(number) {
      store.setState(({ forced }) => ({ forced: new Set(forced).add(number) }))
      const plan = store.getState().plans.find(({ document }) => document.number === number)
      if (plan !== undefined) await tryOne(lab, store, plan.document, settle)
    },
    async apply() {
      store.setState({ isSending: true })
      for (const number of sendable(store.getState())) {
        const isRefused = !(await applyOne(lab, store, number, settle))
        if (isRefused && store.getState().stopAtRefusal) break
      }
      store.setState({ isSending: false })
      if (isAllStored(store.getState())) remember({ ...store.getState(), text: '', source: '' })
    },
  }
}

function remember({ text, source, namespace, manager }: ImportState): void {
  const isSmall = text.length <= rememberedMax
  save('import', { text: isSmall ? text : '', source: isSmall ? source : '', namespace, manager })
}

const isAllStored = ({ plans, outcomes }: ImportState): boolean =>
  plans.every(({ document }) => outcomes.get(document.number)?.type === 'done')

function toggled(set: ReadonlySet<number>, number: number): ReadonlySet<number> {
  const next = new Set(set)
  if (!next.delete(number)) next.add(number)
  return next
}

function planOf(lab: Lab, store: StoreApi<ImportState>, document: FoundDocument): ImportPlan {
  const { collections } = lab.objects.getState()
  return planImport(document, store.getState().namespace, {
    resources: [...collections.values()].map(({ resource }) => resource),
    find: (resource, place, name) =>
      collections.get(resource.id)?.items.get(objectKey({ metadata: { namespace: place, name } })),
  })
}

type Settle = (number: number, outcome: Outcome) => void

/** Plans a document against the current state of the cluster. */
function planAgain(lab: Lab, store: StoreApi<ImportState>, document: FoundDocument): ImportPlan {
  const plan = planOf(lab, store, document)
  store.setState(({ plans }) => ({
    plans: plans.map((one) => (one.document.number === document.number ? plan : one)),
  }))
  return plan
}

const optionsOf = ({ manager, forced }: ImportState, number: number, dryRun: boolean) => ({
  manager,
  dryRun,
  force: forced.has(number),
})

async function tryOne(lab: Lab, store: StoreApi<ImportState>, document: FoundDocument, settle: Settle): Promise<void> {
  const { number } = document
  const plan = planAgain(lab, store, document)
  const needs = neededBefore(store.getState(), document)
  if (plan.type === 'refused') {
    if (needs !== null && plan.isUnserved) settle(number, { type: 'later', needs })
    else settle(number, { type: 'refused', status: ownRefusal(plan.reason) })
    return
  }
  settle(number, { type: 'asking' })
  const answer = await sendDocument(lab.send, plan, optionsOf(store.getState(), number, true))
  if (answer.type === 'taken') settle(number, { type: 'would', verb: answer.verb, changes: answer.changes })
  else if (needs !== null && answer.status.reason === 'NotFound') settle(number, { type: 'later', needs })
  else settle(number, { type: 'refused', status: answer.status })
}

const ownRefusal = (message: string): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message,
  code: 0,
})

const textAt = (object: JsonObject, ...path: readonly string[]): string => {
  let at: JsonObject['x'] = object
  for (const name of path) at = isObject(at) ? at[name] : undefined
  return typeof at === 'string' ? at : ''
}

/** Returns the namespace or CustomResourceDefinition that the document needs and an earlier document creates. [IM8] */
function neededBefore({ plans, namespace, skipped }: ImportState, { number, object }: FoundDocument): string | null {
  const wanted = textAt(object, 'metadata', 'namespace') || namespace
  for (const { document } of plans) {
    if (document.number >= number || skipped.has(document.number)) continue
    const kind = textAt(document.object, 'kind')
    const name = textAt(document.object, 'metadata', 'name')
    if (kind === 'Namespace' && name === wanted) return `Namespace ${name}`
    if (
      kind === 'CustomResourceDefinition' &&
      textAt(document.object, 'spec', 'names', 'kind') === textAt(object, 'kind')
    )
      return `CustomResourceDefinition ${name}`
  }
  return null
}

const servedWithinMs = 8000

/**
 * Waits until the page follows the kind of a document: a new CustomResourceDefinition is served shortly after it is
 * stored.
 */
async function servedPlan(lab: Lab, store: StoreApi<ImportState>, document: FoundDocument): Promise<ImportPlan> {
  const plan = planAgain(lab, store, document)
  if (plan.type !== 'refused' || !plan.isUnserved) return plan
  await new Promise<void>((resolve) => {
    const late = setTimeout(done, servedWithinMs)
    const stop = lab.objects.subscribe(() => {
      if (planOf(lab, store, document).type !== 'refused') done()
    })
    function done(): void {
      clearTimeout(late)
      stop()
      resolve()
    }
  })
  return planAgain(lab, store, document)
}

/** Stores one document. Returns whether the server accepted it. */
async function applyOne(lab: Lab, store: StoreApi<ImportState>, number: number, settle: Settle): Promise<boolean> {
  const known = store.getState().plans.find(({ document }) => document.number === number)
  if (known === undefined) return true
  settle(number, { type: 'sending' })
  const plan = await servedPlan(lab, store, known.document)
  if (plan.type === 'refused') {
    settle(number, { type: 'refused', status: ownRefusal(plan.reason) })
    return false
  }
  const answer = await sendDocument(lab.send, plan, optionsOf(store.getState(), number, false))
  settle(number, settled(answer))
  return answer.type === 'taken'
}

const settled = (answer: Answer): Outcome =>
  answer.type === 'refused'
    ? { type: 'refused', status: answer.status }
    : { type: 'done', verb: answer.verb, resourceVersion: answer.resourceVersion }
