import { shopControllerText, stockBotText } from '#samples/actors/shop-actors.ts'
import type { Command } from '#ui/lab/command.ts'
import { type ActorRunner, afterOpening, createActorRunner } from './actor-runner.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import type { Actor } from '#ui/model/api.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { onSaved, readSaved, save } from '#ui/model/saved.ts'
import { atFirst, type GhostWriterState, type OwnActor, WRITERS_KEY } from './writers-state.ts'

/** The user of the simulated writes, as the Access room lists it. */
export const ghostWriterActor: Actor = { name: 'stock-bot', groups: ['shop:bots', 'system:authenticated'] }

/** Returns the state after the person's first write: the bot makes room, unless the person has switched it on. [IM6] */
export const afterFirstWrite = (state: GhostWriterState): GhostWriterState =>
  state.isChosen ? state : { ...state, isOn: false }

/** Returns the state after the person used the switch. */
export const switched = (state: GhostWriterState): GhostWriterState => ({
  ...state,
  isOn: !state.isOn,
  isChosen: true,
})

/** An actor as the page lists it. */
export interface ListedActor extends OwnActor {
  /** The text as it came with the sample; `null` for one of the person. */
  readonly given: string | null
}

const stock = 'stock-bot'
const controller = 'shop-controller'

/** Reports whether nodes run pods in this cluster. */
export const isLiving = ({ cluster }: Lab): boolean =>
  [...cluster.getState().controllers.values()].some(({ kind }) => kind === 'node')

/** The shop's controller rests while the cluster lives: the deployment controller reports what the pods really do. [LI4] */
export const answersShop = ({ isAnswering }: GhostWriterState, lives: boolean): boolean => isAnswering && !lives

/** Returns all actors: those of the sample, if the cluster has its books, and the person's. [ACT3] */
export function listedActors(
  state: GhostWriterState,
  { withSample, lives }: { readonly withSample: boolean; readonly lives: boolean },
): readonly ListedActor[] {
  const given = (id: string, isOn: boolean, text: string): ListedActor => ({
    id,
    isOn,
    text: state.texts[id] ?? text,
    given: text,
  })
  const sample = [
    given(stock, state.isOn, stockBotText),
    given(controller, answersShop(state, lives), shopControllerText),
  ]
  return [...(withSample ? sample : []), ...state.own.map((one) => ({ ...one, given: null }))]
}

export interface GhostWriter {
  readonly store: ReadableStore<GhostWriterState>
  /** Starts or stops the ghost writer, and saves the choice for the next visit. */
  toggle(): void
  /** Starts or stops the shop's controller, and saves the choice. */
  toggleAnswering(): void
  /** Starts or pauses an actor. [ACT3] */
  toggleActor(id: string): void
  /** Changes the text of an actor, which starts again with it. [ACT3] */
  edit(id: string, text: string): void
  /** Adds an actor, paused. */
  add(text: string): void
  /** Removes an actor of the person, or gives one of the sample its text again. */
  remove(id: string): void
  /** Takes a state as a whole. */
  restore(state: GhostWriterState): void
  /** Starts the bots if they were on at the last visit. Returns a function that stops them. */
  follow(): () => void
}

/** Reports whether the cluster has the sample's books, without which the bots have nothing to do. */
export const hasBooks = (lab: Lab): boolean => lab.objects.getState().collections.has('catalog.example.v1.books')

/** Keeps the actors running that are on. */
function createTroupe(lab: Lab): { show(actors: readonly ListedActor[]): void } {
  const runners = new Map<string, ActorRunner>()
  const opened = afterOpening()
  return {
    show(actors) {
      const wanted = new Map(actors.filter(({ isOn }) => isOn).map(({ id, text }) => [id, text]))
      for (const id of wanted.keys()) if (!runners.has(id)) runners.set(id, createActorRunner(lab, id, opened))
      for (const [id, runner] of runners) runner.run(wanted.get(id) ?? null)
    },
  }
}

const withText = (state: GhostWriterState, id: string, text: string): GhostWriterState =>
  state.own.some((one) => one.id === id)
    ? { ...state, own: state.own.map((one) => (one.id === id ? { ...one, text } : one)) }
    : { ...state, texts: { ...state.texts, [id]: text } }

function without(state: GhostWriterState, id: string): GhostWriterState {
  const { [id]: _text, ...texts } = state.texts
  return { ...state, texts, own: state.own.filter((one) => one.id !== id) }
}

const toggledOwn = (state: GhostWriterState, id: string): GhostWriterState => ({
  ...state,
  own: state.own.map((one) => (one.id === id ? { ...one, isOn: !one.isOn } : one)),
})

/** Returns the first free id of an actor of the person. */
function freeId({ own }: GhostWriterState): string {
  let number = own.length + 1
  while (own.some(({ id }) => id === `actor-${number}`)) number += 1
  return `actor-${number}`
}

/**
 * Creates the ghost writers: the sample's stock bot writes until the person first does, or switches it off. The shop's
 * controller goes on answering. Switches and texts are saved. [IM6]
 */
export function createGhostWriter(lab: Lab): GhostWriter {
  const change = createOwnedStore<GhostWriterState, { to(state: GhostWriterState): void }>(
    readSaved(WRITERS_KEY, atFirst),
    ({ setState }) => ({
      to(state) {
        setState(state)
        save(WRITERS_KEY, state)
      },
    }),
  )
  const troupe = createTroupe(lab)
  let isFollowing = false
  const check = (): void =>
    troupe.show(isFollowing ? listedActors(change.getState(), { withSample: hasBooks(lab), lives: isLiving(lab) }) : [])
  const set = (next: (state: GhostWriterState) => GhostWriterState): void => {
    change.to(next(change.getState()))
    check()
  }
  const toggleAnswering = (): void => set((state) => ({ ...state, isAnswering: !state.isAnswering }))
  return {
    store: change,
    toggle: () => set(switched),
    toggleAnswering,
    toggleActor(id) {
      if (id === stock) set(switched)
      else if (id === controller) toggleAnswering()
      else set((state) => toggledOwn(state, id))
    },
    edit: (id, text) => set((state) => withText(state, id, text)),
    add: (text) => set((state) => ({ ...state, own: [...state.own, { id: freeId(state), text, isOn: false }] })),
    restore: (state) => set(() => state),
    remove: (id) => set((state) => without(state, id)),
    follow() {
      isFollowing = true
      const endings = [
        lab.objects.subscribe((state, before) => {
          if (state.collections !== before.collections) check()
        }),
        lab.cluster.subscribe((state, before) => {
          if (state.controllers !== before.controllers) check()
        }),
        lab.sent.subscribe((state, before) => {
          if (state.writeCount !== before.writeCount) set(afterFirstWrite)
        }),
        // Another tab pauses the writers of this cluster while it shows a branch.
        onSaved(WRITERS_KEY, () => set(() => readSaved(WRITERS_KEY, atFirst))),
        () => {
          isFollowing = false
          check()
        },
      ]
      check()
      return () => endings.forEach((end) => end())
    },
  }
}

/** Starts the bots if they were on at the last visit. Returns a function that stops them. */
export const followGhostWriter = (lab: Lab): (() => void) => partState(lab, createGhostWriter).follow()

/** The palette command that toggles the ghost writer. */
export const ghostWriterCommand: Command = {
  id: 'ghost-writer',
  section: 'Time',
  title: 'Start or stop the ghost writer',
  keys: [],
  icon: 'bolt',
  note: (lab) =>
    partState(lab, createGhostWriter).store.getState().isOn ? 'stock-bot is selling' : 'stock-bot is idle',
  run: (lab) => partState(lab, createGhostWriter).toggle(),
}
