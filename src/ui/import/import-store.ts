import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Status } from '#api/status.ts'
import type { Lab } from '../lab.ts'
import { readRefusal } from '../stores/api.ts'
import { objectKey } from '../stores/objects-state.ts'
import { type FoundDocument, type ImportPlan, planImport, readDocuments, type UnreadableDocument } from './documents.ts'

/** What became of one document. */
export type Outcome =
  | { readonly type: 'sending' }
  | { readonly type: 'done'; readonly resourceVersion: string }
  | { readonly type: 'refused'; readonly status: Status }

export interface ImportState {
  readonly text: string
  /** Where the text is from: a file's name, `pasted`. */
  readonly source: string
  readonly namespace: string
  readonly plans: readonly ImportPlan[]
  readonly unreadable: readonly UnreadableDocument[]
  /** By document number, once sent. */
  readonly outcomes: ReadonlyMap<number, Outcome>
  readonly stopAtRefusal: boolean
  readonly state: 'choosing' | 'sending' | 'sent'
}

export interface Imports {
  readonly store: StoreApi<ImportState>
  read(text: string, source: string): void
  setNamespace(namespace: string): void
  /** Sends what is planned, one document after the other. */
  apply(): Promise<void>
}

const nothing: ImportState = {
  text: '',
  source: '',
  namespace: 'default',
  plans: [],
  unreadable: [],
  outcomes: new Map(),
  stopAtRefusal: false,
  state: 'choosing',
}

/** The import sheet's mind: reads, plans against the live objects, then writes as the person. */
export function createImports(lab: Lab): Imports {
  const store = createStore<ImportState>(() => nothing)
  const plan = (document: FoundDocument, namespace: string): ImportPlan => {
    const { collections } = lab.objects.getState()
    return planImport(document, namespace, {
      resources: [...collections.values()].map(({ resource }) => resource),
      find: (resource, place, name) =>
        collections.get(resource.id)?.items.get(objectKey({ metadata: { namespace: place, name } })),
    })
  }
  const read = (text: string, source: string): void => {
    const { namespace } = store.getState()
    const { found, unreadable } = readDocuments(text)
    const plans = found.map((document) => plan(document, namespace))
    store.setState({ text, source, plans, unreadable, outcomes: new Map(), state: 'choosing' })
  }
  const settle = (number: number, outcome: Outcome): void =>
    store.setState(({ outcomes }) => ({ outcomes: new Map(outcomes).set(number, outcome) }))
  return {
    store,
    read,
    setNamespace(namespace) {
      store.setState({ namespace })
      read(store.getState().text, store.getState().source)
    },
    async apply() {
      store.setState({ state: 'sending' })
      for (const planned of store.getState().plans) {
        if (planned.type !== 'create' && planned.type !== 'replace') continue
        settle(planned.document.number, { type: 'sending' })
        const outcome = await write(lab.send, planned)
        settle(planned.document.number, outcome)
        if (outcome.type === 'refused' && store.getState().stopAtRefusal) break
      }
      store.setState({ state: 'sent' })
    },
  }
}

type WritePlan = Extract<ImportPlan, { type: 'create' | 'replace' }>

async function write(fetcher: typeof fetch, plan: WritePlan): Promise<Outcome> {
  try {
    const response = await fetcher(plan.path, {
      method: plan.type === 'create' ? 'POST' : 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(plan.body),
    })
    if (!response.ok) return { type: 'refused', status: (await readRefusal(response)).status }
    const stored = (await response.json()) as { readonly metadata: { readonly resourceVersion?: string } }
    return { type: 'done', resourceVersion: stored.metadata.resourceVersion ?? '' }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return {
      type: 'refused',
      status: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 0 },
    }
  }
}
