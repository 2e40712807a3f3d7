import { isObject, type Json, type JsonObject, own, valueAt } from '#api/json.ts'
import { Refusal } from '#client/refusal.ts'
import { type Exchange, isWrite, whyNot, whyUnticked } from '#record/exchange.ts'
import { makeScenario, neededBy } from '#record/make-scenario.ts'
import { type Scenario, scenarioFile } from '#record/scenario.ts'
import { shellFile } from '#record/write-shell.ts'
import { playwrightFile, vitestFile } from '#record/write-test.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { getJson } from '#ui/model/api.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { askedRequests } from './asked-requests.ts'

export type RecordFormat = 'playwright' | 'vitest' | 'shell' | 'scenario'

/** The forms of a recording: name, file, and what it becomes. */
export const formats: Readonly<
  Record<
    RecordFormat,
    { readonly label: string; readonly file: string; readonly write: (scenario: Scenario) => string }
  >
> = {
  playwright: { label: 'Playwright', file: 'recorded.spec.ts', write: playwrightFile },
  vitest: { label: 'Vitest', file: 'recorded.test.ts', write: vitestFile },
  shell: { label: 'Shell', file: 'recorded.sh', write: shellFile },
  scenario: { label: 'Scenario', file: 'recorded.scenario.json', write: scenarioFile },
}

export interface RecordState {
  /** Requests of the session that name resources, oldest first. */
  readonly exchanges: readonly Exchange[]
  readonly ticked: ReadonlySet<number>
  readonly title: string
  readonly format: RecordFormat
  /** The made file; `''` while it is being made and without a ticked request. */
  readonly text: string
  /** The reason why it could not be made; `''` if it was. */
  readonly refused: string
}

export const isRecordFormat = (value: string): value is RecordFormat => Object.hasOwn(formats, value)

interface RecordVerbs {
  /** Takes the requests of the log as they are now. */
  start(): void
  /**
   * Takes requests that are not listed yet, now and whenever the log or an answer brings one, until the returned function
   * is called. The choice among the others stays. [RCD11]
   */
  follow(): () => void
  toggle(id: number): void
  setTitle(title: string): void
  setFormat(format: RecordFormat): void
}

const LISTED_MAX = 200

/** The default choice: the writes of this tab, and the reads of the acting user. */
const isLikely = (exchange: Exchange, you: string): boolean =>
  whyNot(exchange) === '' &&
  whyUnticked(exchange) === '' &&
  (isWrite(exchange) ? exchange.body !== null : exchange.actor === you)

function itemOf(list: Json, path: string): JsonObject | undefined {
  const item = valueAt(list, ['items', 0])
  if (!isObject(list) || !isObject(item)) return undefined
  const [kind, apiVersion] = [own(list, 'kind'), own(list, 'apiVersion')]
  if (typeof kind !== 'string' || typeof apiVersion !== 'string') throw new TypeError(`${path} is in no list`)
  return { apiVersion, kind: kind.replace(/List$/, ''), ...item }
}

/** Reads an object as it was at `revision`, or as it is where that is no longer known; `undefined` if it was not there. */
async function readBefore(read: typeof fetch, path: string, revision: number): Promise<JsonObject | undefined> {
  const [collection, name] = [path.replace(/\/[^/]*$/, ''), path.split('/').at(-1) ?? '']
  const selector = `${collection}?fieldSelector=metadata.name%3D${encodeURIComponent(name)}`
  const past = revision > 0 ? `&resourceVersion=${revision}&resourceVersionMatch=Exact` : ''
  try {
    return itemOf(await getJson<Json>(read, `${selector}${past}`), path)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (past === '') return undefined
    return readBefore(read, path, 0)
  }
}

/** Makes the file of the ticked requests. [RCD2] [RCD3] */
async function makeFile(lab: Lab, { exchanges, ticked, title, format }: RecordState): Promise<string> {
  const chosen = exchanges.filter(({ id }) => ticked.has(id))
  if (chosen.length === 0) return ''
  const first = chosen.find(({ wrote }) => wrote > 0)?.wrote ?? 0
  const before = new Map<string, JsonObject>()
  for (const path of neededBy(chosen).given) {
    const object = await readBefore(lab.read, path, first - 1)
    if (object !== undefined) before.set(path, object)
  }
  return formats[format].write(makeScenario(title, chosen, before))
}

function createRecordStore(lab: Lab): ReadableStore<RecordState> & RecordVerbs {
  const empty: RecordState = {
    exchanges: [],
    ticked: new Set(),
    title: 'recorded in Orchard',
    format: 'playwright',
    text: '',
    refused: '',
  }
  return createOwnedStore<RecordState, RecordVerbs>(empty, ({ getState, setState }) => {
    let turn = 0
    const change = (part: Partial<RecordState>): void => {
      const mine = (turn += 1)
      setState(part)
      makeFile(lab, getState()).then(
        (text) => {
          if (mine === turn) setState({ text, refused: '' })
        },
        (error: unknown) => {
          if (mine === turn) setState({ text: '', refused: error instanceof Error ? error.message : String(error) })
        },
      )
    }
    const takeMore = (): void => {
      const { exchanges: known, ticked } = getState()
      const exchanges = askedRequests(lab).slice(-LISTED_MAX)
      const bodies = new Map(known.map(({ id, body }) => [id, body]))
      // A body is known with the answer, which may come after the request in the log.
      const isChanged = ({ id, body }: Exchange): boolean => bodies.get(id) !== body
      if (exchanges.length === known.length && !exchanges.some(isChanged)) return
      const you = lab.actor.getState().name
      const chosen = exchanges.filter((one) => (isChanged(one) ? isLikely(one, you) : ticked.has(one.id)))
      change({ exchanges, ticked: new Set(chosen.map(({ id }) => id)) })
    }
    return {
      start() {
        setState({ exchanges: [], ticked: new Set(), text: '' })
        takeMore()
      },
      follow() {
        takeMore()
        const stops = [
          lab.cluster.subscribe(({ requests }, before) => {
            if (requests !== before.requests) takeMore()
          }),
          lab.sentRequests.store.subscribe(takeMore),
        ]
        return () => stops.forEach((stop) => stop())
      },
      toggle(id) {
        const ticked = new Set(getState().ticked)
        if (!ticked.delete(id)) ticked.add(id)
        change({ ticked })
      },
      setTitle: (title) => change({ title }),
      // The text of another form must not be saved under the name of this one.
      setFormat: (format) => change({ format, text: '' }),
    }
  })
}

export const recordStore = (lab: Lab): ReturnType<typeof createRecordStore> => partState(lab, createRecordStore)
