import { createStore } from 'zustand/vanilla'
import { errorText } from '#api/error-text.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { vocabularyOf } from '#ui/model/names/vocabulary.ts'
import { toYamlText } from '#ui/texts/yaml-text.ts'
import type { TrialExchange } from '#ui/trials/exchanges.ts'
import { startTrial, type Trial } from '#ui/trials/trial.ts'
import { type Subject, subjectOf, twoClients } from '#ui/trials/subject.ts'
import { clientSideRequest, migrationOf, migrationRequest } from './migrate.ts'
import { fileOf, managersOf, otherSide, type Side, sides } from './files.ts'
import { carryOut, type Choice, choices, type Forecast, forecast, type Negotiator } from './negotiate.ts'
import { fileOfNegotiation } from './save-test.ts'

export interface Pane {
  readonly manager: string
  readonly text: string
  /** `null` while the server is asked for the first time. */
  readonly forecasts: Readonly<Record<Choice, Forecast>> | null
}

export interface ApplyState {
  readonly subject: Subject | null
  /** The object on the trial. */
  readonly object: ApiObject | null
  /** The object when the trial began, and what was carried out since. */
  readonly start: ApiObject | null
  readonly sent: readonly TrialExchange[]
  readonly managers: readonly string[]
  readonly panes: Readonly<Record<Side, Pane>>
  readonly at: number
  readonly isAsking: boolean
  /** A sentence about the last choice that was carried out; `''` before the first. */
  readonly done: string
  readonly refused: string
}

const nobody: Pane = { manager: '', text: '', forecasts: null }
const nothing: ApplyState = {
  subject: null,
  object: null,
  start: null,
  sent: [],
  managers: [],
  panes: { left: nobody, right: nobody },
  at: 0,
  isAsking: false,
  done: '',
  refused: '',
}

/** Delay after the last key before the server is asked again. */
const REST_MS = 300

export const choiceTitles: Readonly<Record<Choice, string>> = { apply: 'Apply', force: 'Force', 'give-up': 'Give up' }

/** Reads the managers of both panes from the address: `kustomize~hpa`; a single name is that of the right pane. [AN7] */
export function readManagers(text: string): Readonly<Record<Side, string>> {
  const names = text.split('~').map((name) => name.replaceAll('%7E', '~').replaceAll('%25', '%'))
  return { left: names.length > 1 ? (names[0] ?? '') : '', right: names.at(-1) ?? '' }
}

export const managersText = (managers: Readonly<Record<Side, string>>): string =>
  sides.map((side) => managers[side].replaceAll('%', '%25').replaceAll('~', '%7E')).join('~')

/** Chooses the managers of both panes: those of the address where the bench knows them. */
function chosenManagers(managers: readonly string[], text: string): Readonly<Record<Side, string>> {
  const wanted = readManagers(text)
  const left = managers.includes(wanted.left) ? wanted.left : managers.find((name) => name !== wanted.right)
  const isRight = managers.includes(wanted.right) && wanted.right !== left
  const right = isRight ? wanted.right : managers.find((name) => name !== left)
  return { left: left ?? '', right: right ?? '' }
}

/** Two managers apply their files to one object, on a trial that stays while the bench is open. [AN1] */
export class ApplyStore {
  readonly #lab: Lab
  readonly #state = createStore<ApplyState>(() => nothing)
  readonly store: ReadableStore<ApplyState> = this.#state
  #trial: Trial | null = null
  #turn = 0
  #resting: ReturnType<typeof setTimeout> | undefined

  constructor(lab: Lab) {
    this.#lab = lab
  }

  /** Begins with the files of two managers of an object. */
  async open(ref: ObjectRef | null): Promise<void> {
    this.close()
    const mine = this.#turn
    const subject = subjectOf(this.#lab, ref)
    this.#state.setState({ ...nothing, subject, isAsking: subject !== null })
    if (subject === null) return
    try {
      const trial = await startTrial(this.#lab)
      if (mine !== this.#turn) return trial.end()
      this.#trial = trial
      const object = await trial.read<ApiObject>(subject.path)
      const managers = managersOf(
        object,
        twoClients(this.#lab).map(({ name }) => name),
      )
      const { left, right } = chosenManagers(managers, this.#lab.layout.getState().benches['apply'] ?? '')
      const paneOf = (manager: string): Pane => ({
        ...nobody,
        manager,
        text: toYamlText(fileOf(object, subject.resource, manager) as ApiObject),
      })
      this.#state.setState({
        object,
        start: object,
        managers,
        at: trial.at,
        panes: { left: paneOf(left), right: paneOf(right) },
      })
      await this.#ask()
    } catch (error) {
      if (mine === this.#turn) this.#state.setState({ refused: errorText(error), isAsking: false })
    }
  }

  /** Begins again with the object as the cluster has it. */
  restart(): Promise<void> {
    return this.open(this.#state.getState().subject?.ref ?? null)
  }

  close(): void {
    this.#turn += 1
    clearTimeout(this.#resting)
    this.#trial?.end()
    this.#trial = null
  }

  /** Gives a pane to another manager, with that manager's file. */
  async chooseManager(side: Side, manager: string): Promise<void> {
    const { object, subject } = this.#state.getState()
    if (object === null || subject === null) return
    // Two panes with one manager would have one letter.
    if (manager === this.#state.getState().panes[otherSide[side]].manager) return this.swap()
    this.#setPane(side, {
      manager,
      text: toYamlText(fileOf(object, subject.resource, manager) as ApiObject),
      forecasts: null,
    })
    this.#keepAddress()
    await this.#asking()
  }

  /** Exchanges the panes, with their files and answers. [AN7] */
  swap(): void {
    this.#state.setState(({ panes: { left, right } }) => ({ panes: { left: right, right: left } }))
    this.#keepAddress()
  }

  #keepAddress(): void {
    const { left, right } = this.#state.getState().panes
    this.#lab.layout.setBench('apply', managersText({ left: left.manager, right: right.manager }))
  }

  /** Returns what was carried out, then the dry runs of both files, as a Vitest file. [AN6] */
  async testFile(): Promise<string> {
    const { subject, start, sent, panes } = this.#state.getState()
    if (subject === null || start === null) return ''
    const dry = sides.flatMap((side) => choices.flatMap((choice) => panes[side].forecasts?.[choice].exchange ?? []))
    return fileOfNegotiation(this.#lab.read, { path: subject.path, object: start }, [...sent, ...dry])
  }

  edit(side: Side, text: string): void {
    this.#setPane(side, { text })
    clearTimeout(this.#resting)
    this.#resting = setTimeout(() => void this.#asking(), REST_MS)
  }

  /** Carries out a choice on the trial, and asks for the new forecasts. */
  async carryOut(side: Side, choice: Choice): Promise<void> {
    const { subject, panes } = this.#state.getState()
    const found = panes[side].forecasts?.[choice]
    if (subject === null || found === undefined || this.#trial === null) return
    const exchange = await carryOut(this.#trial, subject.path, this.#negotiator(side), { choice, body: found.body })
    this.#sent(exchange, `${choiceTitles[choice]} of ${panes[side].manager}: ${exchange.code}`)
    await this.#asking()
  }

  /** Moves the fields of client-side apply to the manager at the left, on the trial. [AN4] */
  async migrate(): Promise<void> {
    const { subject, object, panes } = this.#state.getState()
    const [to, trial] = [panes.left.manager, this.#trial]
    const migration = object === null ? null : migrationOf(object, to)
    if (subject === null || object === null || migration === null || trial === null) return
    const request = migrationRequest(subject.path, object, migration)
    const exchange = await trial.send(request, this.#lab.actor.getState())
    this.#sent(exchange, `Migration to ${to}: ${exchange.code}`)
    await this.#asking()
  }

  /** Makes it look, on the trial, as if the manager at the left had applied on its side. [AN4] */
  async applyOnClient(): Promise<void> {
    const { subject, object, panes } = this.#state.getState()
    const [{ manager }, trial] = [panes.left, this.#trial]
    if (subject === null || object === null || trial === null) return
    const file = fileOf(object, subject.resource, manager)
    const vocabulary = vocabularyOf(this.#lab.objects.getState())
    const request = clientSideRequest(subject.path, object, { manager, file, vocabulary })
    if (request === null) return
    const exchange = await trial.send(request, this.#lab.actor.getState())
    this.#sent(exchange, `Client-side apply of ${manager}: ${exchange.code}`)
    await this.#asking()
  }

  #sent(exchange: TrialExchange, done: string): void {
    this.#state.setState(({ sent }) => ({ sent: [...sent, exchange], done }))
  }

  #setPane(side: Side, part: Partial<Pane>): void {
    this.#state.setState(({ panes }) => ({ panes: { ...panes, [side]: { ...panes[side], ...part } } }))
  }

  #negotiator(side: Side): Negotiator {
    const { manager, text } = this.#state.getState().panes[side]
    return { manager, text, actor: this.#lab.actor.getState() }
  }

  async #asking(): Promise<void> {
    const mine = this.#turn
    try {
      await this.#ask()
    } catch (error) {
      if (mine === this.#turn) this.#state.setState({ refused: errorText(error), isAsking: false })
    }
  }

  /** Requests a forecast of each choice of each manager. The old forecasts are shown until the new ones arrive. */
  async #ask(): Promise<void> {
    const [mine, trial, { subject }] = [this.#turn, this.#trial, this.#state.getState()]
    if (trial === null || subject === null) return
    this.#state.setState({ isAsking: true, refused: '' })
    const object = await trial.read<ApiObject>(subject.path)
    const asked = sides.map((side) => ({ side, negotiator: this.#negotiator(side) }))
    const found = await Promise.all(
      asked.map(async ({ negotiator }) => forecast(trial, subject.path, object, negotiator)),
    )
    if (mine !== this.#turn) return
    for (const [at, { side, negotiator }] of asked.entries())
      if (this.#state.getState().panes[side].text === negotiator.text)
        this.#setPane(side, { forecasts: found[at] ?? null })
    this.#state.setState({ object, isAsking: false })
  }
}

const createApplyStore = (lab: Lab): ApplyStore => new ApplyStore(lab)

export const applyStore = (lab: Lab): ApplyStore => partState(lab, createApplyStore)
