import { createStore } from 'zustand/vanilla'
import { errorText } from '#api/error-text.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { startTrial, type Trial } from '#ui/trials/trial.ts'
import { subjectOf, type Subject, twoClients } from '#ui/trials/subject.ts'
import { isOrder, isWay, moved, type Order, placed, type Step, stepsOf, type Way, ways } from './orders.ts'
import { fieldText, type RaceField, raceFields } from './race-field.ts'
import { type DoneStep, type Outcome, raceOrders, type Running, sendSteps } from './run-race.ts'
import { fileOfRace } from './save-test.ts'

/** The order, the way and the field that the bench shows. */
export interface RaceChoice {
  readonly way: Way
  readonly order: Order
  /** The field as text; one that the object does not have means the first. */
  readonly field: string
}

export interface RaceState {
  /** `null` while nothing that exists is selected. */
  readonly subject: Subject | null
  readonly fields: readonly RaceField[]
  /** Outcomes by `way.order`, as they come in. */
  readonly cells: ReadonlyMap<string, Outcome>
  readonly isRunning: boolean
  /** The revision at which the trials left the cluster; 0 before the first. */
  readonly at: number
  /** The steps of the chosen order that were sent, and those that were added after a refusal. */
  readonly done: readonly DoneStep[]
  /** The error of the last request; `''` if there was none. */
  readonly refused: string
}

const nothing: RaceState = {
  subject: null,
  fields: [],
  cells: new Map(),
  isRunning: false,
  at: 0,
  done: [],
  refused: '',
}

/** Reads the choice from the address: `merge.abba.data.vat`. [RA5] */
export function readChoice(text: string): RaceChoice {
  const [way = '', order = '', ...field] = text.split('.')
  return { way: isWay(way) ? way : 'put', order: isOrder(order) ? order : 'abba', field: field.join('.') }
}

export const choiceText = ({ way, order, field }: RaceChoice): string =>
  [way, order, ...(field === '' ? [] : [field])].join('.')

export const cellKey = (way: Way, order: Order): string => `${way}.${order}`

export const chosenField = (fields: readonly RaceField[], { field }: RaceChoice): RaceField | undefined =>
  fields.find((one) => fieldText(one) === field) ?? fields[0]

/** The races of the selected object: all orders on trials of their own, and the chosen order on one that stays. */
export class RaceStore {
  readonly #lab: Lab
  readonly #state = createStore<RaceState>(() => nothing)
  readonly store: ReadableStore<RaceState> = this.#state
  /** Answers to the steps of an earlier turn change nothing. */
  #turn = 0
  /** The same for the matrix, which goes on while the chosen order changes. */
  #matrixTurn = 0
  /** The trial of the chosen order; `null` before its first step. */
  #trial: Trial | null = null
  #last: Promise<void> = Promise.resolve()

  constructor(lab: Lab) {
    this.#lab = lab
  }

  /** Runs all orders for an object, on trials. Ends those of the object before. */
  open(ref: ObjectRef | null): Promise<void> {
    const subject = subjectOf(this.#lab, ref)
    this.#state.setState({ ...nothing, subject, fields: subject === null ? [] : raceFields(subject.object) })
    return this.#runAll()
  }

  /** Ends all trials. */
  close(): void {
    this.#turn += 1
    this.#matrixTurn += 1
    this.#endTrial()
    this.#state.setState({ isRunning: false })
  }

  /** Shows another order, way or field. */
  async choose(part: Partial<RaceChoice>): Promise<void> {
    const before = this.#choice()
    const next = { ...before, ...part }
    this.#lab.layout.setBench('race', choiceText(next))
    if (next.field !== before.field) return this.#runAll()
    return this.#queued(() => this.#send(this.#restart(), this.#remaining()))
  }

  /** Sends the next step of the chosen order; after the last one it starts again with the first. */
  step(): Promise<void> {
    return this.#queued(() => {
      const mine = this.#remaining().length === 0 ? this.#restart() : this.#turn
      return this.#send(mine, this.#remaining().slice(0, 1))
    })
  }

  /** Sends the remaining steps; if there are none, runs everything again from the present state of the object. */
  run(): Promise<void> {
    if (this.#remaining().length === 0) return this.open(this.#state.getState().subject?.ref ?? null)
    return this.#queued(() => this.#send(this.#turn, this.#remaining()))
  }

  /** Ends the trial of the chosen order, so that it starts again with its first step. */
  reset(): void {
    this.#restart()
  }

  /** Moves a step of the chosen order. */
  async move(at: number, by: -1 | 1): Promise<void> {
    const order = moved(this.#choice().order, at, by)
    if (order !== null) await this.choose({ order })
  }

  /** Puts a step of the chosen order at another place. */
  async place(from: number, to: number): Promise<void> {
    const { order } = this.#choice()
    const next = placed(order, from, to)
    if (next !== order) await this.choose({ order: next })
  }

  /** Lets a refused client read again and send its change again. */
  retry({ client }: Step): Promise<void> {
    const steps: readonly Step[] = [
      { client, verb: 'read' },
      { client, verb: 'write' },
    ]
    return this.#queued(() => this.#send(this.#turn, steps))
  }

  /** Lets a refused client send what it holds without a version, over the change that it has not read. */
  insist({ client }: Step): Promise<void> {
    return this.#queued(() => this.#send(this.#turn, [{ client, verb: 'write' }], 'put-blind'))
  }

  /** Returns the sent steps as a Vitest file. */
  async testFile(): Promise<string> {
    const { subject, done } = this.#state.getState()
    return subject === null ? '' : fileOfRace(this.#lab.read, subject, done)
  }

  #choice(): RaceChoice {
    return readChoice(this.#lab.layout.getState().benches['race'] ?? '')
  }

  #remaining(): readonly Step[] {
    return stepsOf(this.#choice().order).slice(this.#state.getState().done.length)
  }

  #endTrial(): void {
    this.#trial?.end()
    this.#trial = null
  }

  #restart(): number {
    this.#endTrial()
    this.#state.setState({ done: [], refused: '' })
    return (this.#turn += 1)
  }

  /** `null` while the object has no field to race for. */
  #running(way: Way): Running | null {
    const { subject, fields } = this.#state.getState()
    const field = chosenField(fields, this.#choice())
    if (subject === null || field === undefined) return null
    const [a, b] = twoClients(this.#lab)
    const { name, namespace } = subject.ref
    return { way, plan: { path: subject.path, resource: subject.resource, field, name, namespace }, clients: { a, b } }
  }

  /** Runs a task after those before it, so that each step is sent once. */
  #queued(task: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(() => this.#asking(this.#turn, task))
    return this.#last
  }

  /** Shows why a task failed, unless another turn began. */
  async #asking(mine: number, task: () => Promise<void>): Promise<void> {
    try {
      await task()
    } catch (error) {
      if (mine === this.#turn) this.#state.setState({ refused: errorText(error) })
    }
  }

  async #runAll(): Promise<void> {
    const mine = this.#restart()
    const matrix = (this.#matrixTurn += 1)
    const canRun = this.#running('put') !== null
    this.#state.setState({ cells: new Map(), isRunning: canRun })
    if (!canRun) return
    // The steps are read first, so they are sent before the matrix fills; its trial starts meanwhile.
    const steps = this.#queued(() => this.#send(mine, this.#remaining()))
    const starting = startTrial(this.#lab)
    starting.catch(() => undefined)
    await steps
    let refused = ''
    try {
      await this.#fillMatrix(matrix, await starting)
    } catch (error) {
      refused = errorText(error)
    }
    if (matrix !== this.#matrixTurn) return
    this.#state.setState({ isRunning: false, ...(refused === '' ? {} : { refused }) })
  }

  /** Runs all orders in one way after the other, the chosen one first. The object is put back before each order. */
  async #fillMatrix(mine: number, trial: Trial): Promise<void> {
    const { way: chosen } = this.#choice()
    const waiting = ways.map(({ id }) => id).toSorted((a, b) => Number(b === chosen) - Number(a === chosen))
    const next = (): Promise<readonly (readonly [string, Outcome])[]> | null => {
      const way = waiting.shift()
      return way === undefined || mine !== this.#matrixTurn ? null : this.#runWay(trial, way)
    }
    try {
      for (let running = next(); running !== null;) {
        const found = await running
        // The server goes on while the page draws.
        running = next()
        if (mine === this.#matrixTurn)
          this.#state.setState(({ cells }) => ({ cells: new Map([...cells, ...found]), at: trial.at }))
      }
    } finally {
      trial.end()
    }
  }

  async #runWay(trial: Trial, way: Way): Promise<readonly (readonly [string, Outcome])[]> {
    const [running, { subject }] = [this.#running(way), this.#state.getState()]
    if (running === null || subject === null) return []
    const outcomes = await raceOrders(trial, running, subject.key)
    return outcomes.map(([order, outcome]) => [cellKey(way, order), outcome] as const)
  }

  /** Sends steps of the chosen order to its trial. */
  async #send(mine: number, steps: readonly Step[], way: Way = this.#choice().way): Promise<void> {
    const running = this.#running(way)
    if (running === null) return
    const trial = this.#trial ?? (await startTrial(this.#lab))
    if (mine !== this.#turn) {
      trial.end()
      return
    }
    this.#trial = trial
    const done = await sendSteps(trial, running, this.#state.getState().done, steps)
    if (mine === this.#turn) this.#state.setState({ done, at: trial.at })
  }
}

const createRaceStore = (lab: Lab): RaceStore => new RaceStore(lab)

export const raceStore = (lab: Lab): RaceStore => partState(lab, createRaceStore)
