import { createStore } from 'zustand/vanilla'
import { errorText } from '#api/error-text.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { readRefusal } from '#client/refusal.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { startTrial } from '#ui/trials/trial.ts'
import { type Subject, subjectOf, twoClients } from '#ui/trials/subject.ts'
import { customObject } from './custom-object.ts'
import { type Intent, intentsOf, type IntentKind, isIntentKind } from './intents.ts'
import { patchText } from './patch-text.ts'
import { type PatchKind, patchesOf, patchKinds } from './patches.ts'
import { type CustomObject, patchRequest, type QuadAnswer, runPatch } from './run-quad.ts'

export type Texts = Readonly<Record<PatchKind, string>>

export interface QuadState {
  readonly subject: Subject | null
  readonly intents: readonly Intent[]
  readonly texts: Texts
  readonly answers: ReadonlyMap<PatchKind, QuadAnswer>
  readonly isRunning: boolean
  /** The revision at which the trials left the cluster. */
  readonly at: number
  readonly refused: string
}

const noTexts: Texts = { json: '', merge: '', strategic: '', apply: '' }
const nothing: QuadState = {
  subject: null,
  intents: [],
  texts: noTexts,
  answers: new Map(),
  isRunning: false,
  at: 0,
  refused: '',
}

/** The state of the bench in the address: `INTENT` or `INTENT;twice`. */
interface QuadBench {
  readonly kind: IntentKind
  /** True while the columns show the second sending of each patch. */
  readonly isTwice: boolean
}

export function readBench(text: string): QuadBench {
  const [kind = '', twice] = text.split(';')
  return { kind: isIntentKind(kind) ? kind : 'add', isTwice: twice === 'twice' }
}

const benchText = ({ kind, isTwice }: QuadBench): string => (isTwice ? `${kind};twice` : kind)

/** The intent that the bench shows, by the address; the first that the object allows otherwise. */
export function chosenIntent(intents: readonly Intent[], text: string): Intent | undefined {
  const wanted = readBench(text).kind
  return intents.find(({ kind }) => kind === wanted) ?? intents[0]
}

/** Four patches with one intent, each sent to a trial of its own. [PQ1] */
export class QuadStore {
  readonly #lab: Lab
  readonly #state = createStore<QuadState>(() => nothing)
  readonly store: ReadableStore<QuadState> = this.#state
  #turn = 0

  constructor(lab: Lab) {
    this.#lab = lab
  }

  /** Writes the patches for an object and sends them. */
  open(ref: ObjectRef | null): Promise<void> {
    const subject = subjectOf(this.#lab, ref)
    const intents = subject === null ? [] : intentsOf(subject.object)
    this.#state.setState({ ...nothing, subject, intents })
    return this.#write()
  }

  /** Ignores answers that arrive from now on. */
  close(): void {
    this.#turn += 1
    this.#state.setState({ isRunning: false })
  }

  /** Writes the patches of another intent, and sends them. */
  choose(kind: string): Promise<void> {
    if (isIntentKind(kind)) this.#setBench({ kind })
    return this.#write()
  }

  /** Shows the first or the second sending of each patch. */
  showTwice(isTwice: boolean): void {
    this.#setBench({ isTwice })
  }

  /** Changes the text of a patch. Its answer was to another text, so it goes. */
  edit(kind: PatchKind, text: string): void {
    this.#state.setState(({ texts, answers }) => {
      const kept = new Map(answers)
      kept.delete(kind)
      return { texts: { ...texts, [kind]: text }, answers: kept }
    })
  }

  /** Sends all four, each to a trial of its own. */
  async send(): Promise<void> {
    const mine = (this.#turn += 1)
    this.#state.setState({ answers: new Map(), isRunning: true, refused: '' })
    try {
      const { subject } = this.#state.getState()
      const custom = subject === null ? null : customObject(this.#lab, subject)
      await Promise.all([custom, ...patchKinds.map(({ id }) => this.#sendOne(mine, id, custom))])
    } catch (error) {
      if (mine === this.#turn) this.#state.setState({ refused: errorText(error) })
    }
    if (mine === this.#turn) this.#state.setState({ isRunning: false })
  }

  /** Sends one of the patches to the cluster itself, as the acting user. @throws Refusal */
  async keep(kind: PatchKind): Promise<void> {
    const { subject, texts } = this.#state.getState()
    if (subject === null) return
    const { target, method, body, contentType } = patchRequest(subject.path, kind, texts[kind], this.#client().name)
    const response = await this.#lab.send(target, { method, body, headers: { 'content-type': contentType } })
    if (!response.ok) throw await readRefusal(response)
  }

  #setBench(change: Partial<QuadBench>): void {
    this.#lab.layout.setBench('patch-quad', benchText({ ...readBench(this.#benchText()), ...change }))
  }

  #benchText(): string {
    return this.#lab.layout.getState().benches['patch-quad'] ?? ''
  }

  #client() {
    return twoClients(this.#lab)[0]
  }

  #intent(): Intent | undefined {
    return chosenIntent(this.#state.getState().intents, this.#benchText())
  }

  async #write(): Promise<void> {
    const [intent, { subject }] = [this.#intent(), this.#state.getState()]
    if (intent === undefined || subject === null) return undefined
    const patches = patchesOf(intent, { resource: subject.resource, ...subject.ref })
    const text = (kind: PatchKind): string => patchText(kind, patches[kind])
    this.#state.setState({
      texts: { json: text('json'), merge: text('merge'), strategic: text('strategic'), apply: text('apply') },
    })
    return this.send()
  }

  async #sendOne(mine: number, kind: PatchKind, custom: Promise<CustomObject | null> | null): Promise<void> {
    const [intent, { subject, texts }] = [this.#intent(), this.#state.getState()]
    if (intent === undefined || subject === null) return
    const trial = await startTrial(this.#lab)
    try {
      const run = { subject, intent, client: this.#client(), custom: await custom }
      const answer = await runPatch(trial, run, kind, texts[kind])
      if (mine === this.#turn && texts[kind] === this.#state.getState().texts[kind])
        this.#state.setState(({ answers }) => ({ answers: new Map(answers).set(kind, answer), at: trial.at }))
    } finally {
      trial.end()
    }
  }
}

const createQuadStore = (lab: Lab): QuadStore => new QuadStore(lab)

export const quadStore = (lab: Lab): QuadStore => partState(lab, createQuadStore)
