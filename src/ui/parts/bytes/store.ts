import { createStore } from 'zustand/vanilla'
import { errorText } from '#api/error-text.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { type Subject, subjectOf } from '#ui/trials/subject.ts'
import { startTrial } from '#ui/trials/trial.ts'
import { type BytesChoice, choiceText, readChoice } from './choice.ts'
import { type Form, readForms, readStored, type StoredForm } from './read-forms.ts'

export interface BytesState {
  readonly name: string
  readonly forms: readonly Form[]
  readonly stored: StoredForm | null
  /** The field that is marked while the pointer is on it; `''` for none. */
  readonly hovered: string
  readonly isReading: boolean
  readonly refused: string
}

const nothing: BytesState = { name: '', forms: [], stored: null, hovered: '', isReading: false, refused: '' }

type ReadObject = Pick<BytesState, 'forms' | 'stored'>

async function readAll(read: typeof fetch, { path, key }: Pick<Subject, 'path' | 'key'>): Promise<ReadObject> {
  const [forms, stored] = await Promise.all([readForms(read, path), readStored(read, key)])
  return { forms, stored }
}

/**
 * Reads all forms of an object: from the cluster, or as it was at a revision from a branch in memory that begins there,
 * so that every form is the server's answer, too. @throws Refusal [BY7]
 */
export async function readAt(
  lab: Pick<Lab, 'read' | 'sendToTrial'>,
  subject: Pick<Subject, 'path' | 'key'>,
  at: number | null,
): Promise<ReadObject> {
  if (at === null) return readAll(lab.read, subject)
  const trial = await startTrial(lab, at)
  try {
    return await readAll(trial.fetch, subject)
  } finally {
    trial.end()
  }
}

/** The forms of the selected object. */
export class BytesStore {
  readonly #lab: Lab
  readonly #state = createStore<BytesState>(() => nothing)
  readonly store: ReadableStore<BytesState> = this.#state
  #turn = 0

  constructor(lab: Lab) {
    this.#lab = lab
  }

  /** Reads an object, at a revision or as it is now. */
  async open(ref: ObjectRef | null, at: number | null): Promise<void> {
    const mine = (this.#turn += 1)
    const subject = subjectOf(this.#lab, ref)
    const name = subject?.ref.name ?? ''
    const isSame = name === this.#state.getState().name
    this.#state.setState({ ...(isSame ? {} : nothing), name, isReading: subject !== null, refused: '' })
    if (subject === null) return
    try {
      const found = await readAt(this.#lab, subject, at)
      if (mine === this.#turn) this.#state.setState({ ...found, isReading: false })
    } catch (error) {
      if (mine === this.#turn)
        this.#state.setState({ forms: [], stored: null, refused: errorText(error), isReading: false })
    }
  }

  hover(path: string): void {
    this.#state.setState({ hovered: path })
  }

  choose(part: Partial<BytesChoice>): void {
    const { layout } = this.#lab
    const before = readChoice(layout.getState().benches['bytes'] ?? '')
    layout.setBench('bytes', choiceText({ ...before, ...part }))
  }
}

const createBytesStore = (lab: Lab): BytesStore => new BytesStore(lab)

export const bytesStore = (lab: Lab): BytesStore => partState(lab, createBytesStore)
