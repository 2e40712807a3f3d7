import type { KindId } from '#manifest/open-schema.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { createEditorHandle, type EditorHandle } from '#ui/rooms/config/state/editor-handle.ts'
import { createLineDiff, type LineDiff } from '#ui/texts/line-diff.ts'
import type { ConfigRoomStore } from '#ui/rooms/config/state/room-store.ts'
import { readShown, shownText } from '#ui/rooms/config/state/shown.ts'
import { sendDraft, shownProblems } from './check-draft.ts'
import { firstSamples } from './first-samples.ts'
import { partsOfKey, specOf, typeOfKind } from './policy-items.ts'
import { createPolicyLanguage, type PolicyLanguage } from './policy-language.ts'
import { chosenSample, createPolicyStore, type PolicyState, type PolicyStore } from './policy-store.ts'
import { placeOf } from './samples.ts'
import { draftOf, objectOf, policyText, trialSubject } from './subject.ts'
import { trySamples, tryStored, tryWrites } from './try-draft.ts'

/** Pauses before a text is checked, tried by a dry run, tried on samples, on the last writes, and on stored objects, in ms. */
const pausesMs = { check: 120, dryRun: 500, trial: 200, writes: 500, stored: 600 } as const

/** State and actions that the views of policies and schemas share. */
export interface PolicyRoom {
  readonly store: PolicyStore
  readonly language: PolicyLanguage
  readonly editor: EditorHandle
  readonly diff: LineDiff
  /** The text of the open object. */
  text(): string
  setText(text: string): void
  /** Stores the draft of the open object. */
  save(): Promise<void>
  /** Follows the open object of the room, text, samples and the cluster until the returned function is called. */
  follow(room: ConfigRoomStore): () => void
}

/** Runs work after a pause; a new call replaces the waiting one, and an answer that comes too late is dropped. */
function later(pauseMs: number, work: (isCurrent: () => boolean) => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0
  return () => {
    clearTimeout(timer)
    const mine = ++turn
    timer = setTimeout(() => void work(() => mine === turn), pauseMs)
  }
}

/** Returns the kind of the open object; `null` if none is open or the server does not serve it. */
export function openKind(lab: Lab, { open }: PolicyState): KindId | null {
  const parts = open === null ? null : partsOfKey(open)
  const resource = parts === null ? undefined : typeOfKind(lab.objects.getState(), parts.kind)
  return resource === undefined ? null : { group: resource.group, version: resource.version, kind: resource.kind }
}

function createPolicyRoom(lab: Lab): PolicyRoom {
  const store = createPolicyStore()
  const language = createPolicyLanguage(lab)
  const text = (): string => {
    const state = store.getState()
    return state.open === null ? '' : policyText(state, lab.objects.getState(), state.open)
  }
  const runs = createRuns({ lab, store, language, text })
  const setText = (next: string): void => {
    const { open, drafts } = store.getState()
    if (open === null) return
    store.setDraft(open, draftOf(lab.objects.getState(), open, next, drafts[open]))
  }
  return {
    store,
    language,
    editor: createEditorHandle(),
    diff: createLineDiff(),
    text,
    setText,
    save: () => saveOpen({ lab, store, language, text }),
    follow: (room) => followAll({ lab, store, language, text }, runs, room),
  }
}

interface Parts {
  readonly lab: Lab
  readonly store: PolicyStore
  readonly language: PolicyLanguage
  readonly text: () => string
}

interface Runs {
  readonly check: () => void
  readonly trial: () => void
  /** Tries the last writes, and the stored objects. */
  readonly writes: () => void
}

function createRuns(parts: Parts): Runs {
  const { lab, store } = parts
  const dryRun = later(pausesMs.dryRun, (isCurrent) => checkOnServer(parts, isCurrent))
  const check = later(pausesMs.check, async (isCurrent) => {
    await checkHere(parts, isCurrent)
    if (isCurrent()) dryRun()
  })
  const trial = later(pausesMs.trial, (isCurrent) => trySamples(lab, store, isCurrent))
  const writes = later(pausesMs.writes, (isCurrent) => tryWrites(lab, store, isCurrent))
  const stored = later(pausesMs.stored, (isCurrent) => tryStored(lab, store, isCurrent))
  return {
    check,
    trial,
    writes() {
      writes()
      stored()
    },
  }
}

async function checkHere({ lab, store, language, text }: Parts, isCurrent: () => boolean): Promise<void> {
  const kind = openKind(lab, store.getState())
  const written = text()
  if (kind === null) return
  const [of, seen] = await Promise.all([language.described(kind), language.seenBy(specOf(objectOf(written)))])
  const { problems, expressions } = await language.client.check(written, of, seen)
  if (!isCurrent()) return
  store.setCheck({ text: written, problems: shownProblems(problems, expressions, []), expressions, isTried: false })
}

/** Lets the server check a draft by a dry run, as the page itself. */
async function checkOnServer({ lab, store, language, text }: Parts, isCurrent: () => boolean): Promise<void> {
  const state = store.getState()
  const kind = openKind(lab, state)
  const written = text()
  const draft = state.open === null ? undefined : state.drafts[state.open]
  if (state.open === null || kind === null || draft === undefined || draft.text !== written) return
  const [of, seen] = await Promise.all([language.described(kind), language.seenBy(specOf(objectOf(written)))])
  const answer = await sendDraft(lab, state.open, draft, { send: lab.read, dryRun: true })
  const { problems, expressions } = await language.client.check(written, of, seen)
  const refused =
    answer.type === 'refused' && answer.code === 422 ? await language.client.refusal(written, of, answer.status) : []
  if (!isCurrent() || text() !== written) return
  store.setCheck({ text: written, problems: shownProblems(problems, expressions, refused), expressions, isTried: true })
}

/** Stores the draft; a refusal is shown at the fields that it names. [CB14] */
async function saveOpen({ lab, store, language, text }: Parts): Promise<void> {
  const { open, drafts, check } = store.getState()
  const draft = open === null ? undefined : drafts[open]
  const kind = openKind(lab, store.getState())
  if (open === null || draft === undefined || kind === null) return
  store.startSaving()
  const answer = await sendDraft(lab, open, draft, { send: lab.send, dryRun: false })
  if (answer.type === 'failed') return store.setSaved({ type: 'refused', message: answer.message, code: 0 })
  if (answer.type === 'stored') {
    if (store.getState().drafts[open]?.text === draft.text) store.setDraft(open, null)
    return store.setSaved({ type: 'stored', message: '', code: answer.code })
  }
  const of = await language.described(kind)
  const refused = await language.client.refusal(draft.text, of, answer.status)
  if (text() === draft.text) {
    const local = check.problems.filter(({ isServers }) => !isServers)
    const servers = shownProblems([], check.expressions, refused).filter(({ isServers }) => isServers)
    store.setCheck({ ...check, text: draft.text, problems: [...local, ...servers] })
  }
  return store.setSaved({ type: 'refused', message: answer.status.message ?? '', code: answer.code })
}

/** Fills the samples of an object that was just opened, from the cluster. */
function fillSamples({ lab, store }: Parts): void {
  const state = store.getState()
  const { open, samples } = state
  const subject = open === null ? null : trialSubject(state, lab.objects.getState(), open)
  if (subject === null || samples.length > 0) return
  const { name, groups } = lab.actor.getState()
  const found = firstSamples(lab.objects.getState(), subject.draft, { name, groups })
  if (found.length > 0) store.setSamples(found)
}

function followAll(parts: Parts, runs: Runs, room: ConfigRoomStore): () => void {
  const { lab, store, language, text } = parts
  let last = ''
  const onText = (): void => {
    fillSamples(parts)
    const now = `${store.getState().open ?? ''}\n${text()}`
    if (now === last) return
    last = now
    runs.check()
    runs.trial()
    runs.writes()
  }
  store.open(room.getState().object)
  onText()
  const endings = [
    room.subscribe((state) => store.open(state.object)),
    followShown(lab, store, room),
    store.subscribe((state, before) => {
      if (state.open !== before.open || state.drafts !== before.drafts) onText()
      if (state.samples !== before.samples || state.inspected !== before.inspected) runs.trial()
      if (state.params !== before.params && state.open === before.open) {
        runs.trial()
        runs.writes()
      }
    }),
    lab.objects.subscribe((state, before) => {
      if (state.collections === before.collections || store.getState().open === null) return
      onText()
    }),
    lab.cluster.subscribe((state, before) => {
      if (state.rows === before.rows && state.generation === before.generation) return
      const added = state.rows.slice(before.rows.length)
      if (
        state.generation !== before.generation ||
        added.some(({ resource }) => resource === 'customresourcedefinitions')
      )
        language.forget()
    }),
  ]
  return () => {
    for (const end of endings) end()
  }
}

/** Keeps the address and the room in sync: the open file or object, and the sample. [CB11] */
function followShown(lab: Lab, store: PolicyStore, room: ConfigRoomStore): () => void {
  const id = 'config'
  const shown = () => readShown(lab.layout.getState().benches[id] ?? '')
  const openShown = (): void => {
    const { file, object } = shown()
    if (file !== null && (room.getState().object !== null || room.getState().file !== file)) room.openFile(file)
    if (object !== null && room.getState().object !== object) room.openObject(object)
    chooseShown()
  }
  /** Selects the sample that the address names, once it has been loaded. */
  const chooseShown = (): void => {
    const { object, sample } = shown()
    const state = store.getState()
    if (object === state.open && sample !== '' && placeOf(chosenSample(state)) !== sample)
      store.chooseSample(idOfPlace(state, sample))
  }
  const show = (): void => {
    const { file, object } = room.getState()
    const before = shown()
    const chosen = placeOf(chosenSample(store.getState()))
    const sample = chosen === '' && before.object === object ? before.sample : chosen
    lab.layout.setBench(id, shownText({ file, object, sample }))
  }
  openShown()
  const endings = [
    lab.layout.subscribe((state, before) => {
      if (state.benches[id] !== before.benches[id]) openShown()
    }),
    room.subscribe((state, before) => {
      if (state.object !== before.object || state.file !== before.file) show()
    }),
    store.subscribe((state, before) => {
      if (state.open !== before.open) return
      if (state.samples !== before.samples && before.samples.length === 0) chooseShown()
      if (state.samples !== before.samples || state.sample !== before.sample) show()
    }),
  ]
  return () => {
    for (const end of endings) end()
  }
}

const idOfPlace = ({ samples }: PolicyState, place: string): string =>
  samples.find((sample) => placeOf(sample) === place)?.id ?? ''

export const policyRoomOf = (lab: Lab): PolicyRoom => partState(lab, createPolicyRoom)
