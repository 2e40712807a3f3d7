import { createStore, type StoreApi } from 'zustand/vanilla'
import { isObject, type JsonObject, textOf } from '#api/json.ts'
import type { Status } from '#api/status.ts'
import { readText } from '#ui/kit/files/read-text.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { objectKey } from '#ui/model/objects-state.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import {
  emptyProblem,
  type FoundDocument,
  type ImportPlan,
  importBytesMax,
  notRead,
  planImport,
  type ReadDocuments,
  sizeProblem,
} from './documents.ts'
import { type ImportState, type Imports, type Outcome, sendable } from './import-state.ts'
import { faultLine } from './fault-line.ts'
import { createReader, type DocumentReader } from './reader.ts'
import { freeInBrowser, roomProblem } from './room-for-import.ts'
import { type Answer, sendDocument } from './send-document.ts'

/** Maximum length of a text that is saved over a reload. */
const rememberedMax = 500_000

/**
 * Creates the store of the import sheet: parses documents, tries them by dry runs, then applies them as the user. [IM7]
 */
export function createImports(lab: Lab): Imports {
  return createImportsWith(lab, createReader())
}

/** Creates the store with a reader of its own, and another source of how many bytes are free. */
export function createImportsWith(
  lab: Lab,
  reader: DocumentReader,
  freeBytes: typeof freeInBrowser = freeInBrowser,
): Imports {
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
    noRoom: '',
    isSending: false,
    isReading: false,
  }))
  const imports = makeImports(lab, store, reader, freeBytes)
  if (kept.text !== '') void imports.read(kept.text, kept.source)
  return imports
}

/** Reads texts and files into the store; their documents are then tried by `tryAll`. */
function makeReading(
  lab: Lab,
  store: StoreApi<ImportState>,
  reader: DocumentReader,
  tryAll: () => Promise<void>,
): Pick<Imports, 'read' | 'readFiles'> {
  /** Shows a text without its documents, which are still to be read. */
  const begin = (text: string, source: string): void =>
    store.setState({
      text,
      source,
      plans: [],
      unreadable: [],
      outcomes: new Map(),
      skipped: new Set(),
      forced: new Set(),
      noRoom: '',
      isReading: true,
    })
  const show = ({ found, unreadable }: ReadDocuments): void =>
    store.setState({ plans: found.map((document) => planOf(lab, store, document)), unreadable, isReading: false })
  const read = async (text: string, source: string): Promise<void> => {
    // A text field that holds what is far too large makes the page slow: the text is not kept.
    begin(text.length > importBytesMax ? '' : text, source)
    const result = await reader.read(text)
    // `null`: another text came meanwhile.
    if (result === null) return
    show(result)
    remember(store.getState())
    await tryAll()
  }
  const readFiles = async (files: readonly File[]): Promise<void> => {
    const source = files.map(({ name }) => name).join(', ')
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    const tooLarge = sizeProblem(bytes)
    const texts = tooLarge === null ? await Promise.all(files.map(readText)) : []
    const problems = texts.flatMap((each) => ('problem' in each ? [each.problem] : []))
    const problem = tooLarge ?? (problems.length > 0 ? problems.join(' ') : emptyProblem(bytes))
    if (problem === '') return read(texts.map((each) => ('text' in each ? each.text : '')).join('\n---\n'), source)
    begin('', source)
    show(notRead(problem))
  }
  return { read, readFiles }
}

function makeImports(
  lab: Lab,
  store: StoreApi<ImportState>,
  reader: DocumentReader,
  freeBytes: typeof freeInBrowser,
): Imports {
  const settle: Settle = async (document, outcome) => {
    const { number } = document
    const line = outcome.type === 'refused' ? await faultLine(reader, document, outcome.status) : 0
    const placed: Outcome = outcome.type === 'refused' ? { ...outcome, line } : outcome
    store.setState(({ outcomes }) => ({ outcomes: new Map(outcomes).set(number, placed) }))
  }
  const tryAll = async (): Promise<void> => {
    const { text } = store.getState()
    for (const { document } of store.getState().plans) {
      // Another text was loaded in the meantime, which started its own dry runs.
      if (store.getState().text !== text) return
      if (store.getState().outcomes.get(document.number)?.type !== 'done') await tryOne(lab, store, document, settle)
    }
  }
  const { read, readFiles } = makeReading(lab, store, reader, tryAll)
  return {
    store,
    read,
    readFiles,
    tryAll,
    setStopAtRefusal: (stopAtRefusal) => store.setState({ stopAtRefusal }),
    setNamespace(namespace) {
      store.setState({ namespace })
      void read(store.getState().text, store.getState().source)
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
      const numbers = new Set(sendable(store.getState()))
      const plans = store.getState().plans.filter(({ document }) => numbers.has(document.number))
      const noRoom = roomProblem(plans, await freeBytes())
      store.setState({ noRoom })
      for (const number of noRoom === '' ? numbers : []) {
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

/** An outcome whose line is not known yet. */
type Unplaced = Exclude<Outcome, { type: 'refused' }> | { readonly type: 'refused'; readonly status: Status }

type Settle = (document: FoundDocument, outcome: Unplaced) => Promise<void>

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
    if (needs !== null && plan.isUnserved) await settle(document, { type: 'later', needs })
    else await settle(document, { type: 'refused', status: ownRefusal(plan.reason) })
    return
  }
  await settle(document, { type: 'asking' })
  const answer = await sendDocument(lab.send, plan, optionsOf(store.getState(), number, true))
  if (answer.type === 'taken') await settle(document, { type: 'would', verb: answer.verb, changes: answer.changes })
  else if (needs !== null && answer.status.reason === 'NotFound') await settle(document, { type: 'later', needs })
  else await settle(document, { type: 'refused', status: answer.status })
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
  return textOf(at)
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
  await settle(known.document, { type: 'sending' })
  const plan = await servedPlan(lab, store, known.document)
  if (plan.type === 'refused') {
    await settle(known.document, { type: 'refused', status: ownRefusal(plan.reason) })
    return false
  }
  const answer = await sendDocument(lab.send, plan, optionsOf(store.getState(), number, false))
  await settle(known.document, settled(answer))
  return answer.type === 'taken'
}

const settled = (answer: Answer): Unplaced =>
  answer.type === 'refused'
    ? { type: 'refused', status: answer.status }
    : { type: 'done', verb: answer.verb, resourceVersion: answer.resourceVersion }
