import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import type { Json, JsonObject } from '#api/json.ts'
import {
  type Moment,
  type MomentActors,
  type MomentEntry,
  type MomentLesson,
  type MomentMode,
  type MomentSend,
  momentModes,
  type MomentStep,
  type MomentView,
  type MomentWatch,
  type MomentWorld,
  type SharedMoment,
} from '#facts/moment.ts'
import type { AdmissionRule, AuthorizerRule } from '#facts/world-api.ts'
import {
  actorCharactersMax,
  actorsMax,
  entriesMax,
  expandedCharactersMax,
  keyCharactersMax,
  stepsMax,
  textCharactersMax,
  watchesMax,
} from './limits.ts'
import { entriesMember } from './pack-moment.ts'
import { checkedJson, list, object, optional, readTime, text, textsByName, wholeNumber } from './read-fields.ts'
import { isApiTarget, readRequests } from './request-log.ts'
import { scanJson } from './scan-json.ts'
import { Unreadable } from './unreadable.ts'
import { applyDelta } from './value-delta.ts'

export interface Unpacked {
  readonly shared: SharedMoment
  /** The number of entries of the text; more than in `shared` where some could not be read. */
  readonly entryCount: number
  /** True if the text ends early. */
  readonly isCut: boolean
  /** The reason why entries are missing; `''` if none are. */
  readonly problem: string
}

/**
 * Reads the text of {@link packMoment}. Of a text that ends early, or whose entries are damaged, it reads what comes
 * before that. [SH2] [SH4]
 * @throws Unreadable if nothing can be read
 */
export function unpackMoment(packed: string): Unpacked {
  const { isWhole, passes, lastElementEnd } = scanJson(packed, entriesMember)
  if (passes !== '') throw new Unreadable(passes === 'depth' ? 'it is nested too deeply' : 'it holds too many values')
  if (!isWhole && lastElementEnd < 0) throw new Unreadable('too little of it is left')
  const document = parse(isWhole ? packed : `${packed.slice(0, lastElementEnd)}]}`)
  const packedEntries = list(document[entriesMember], 'the list of entries', entriesMax)
  const { entries, problem } = readEntries(packedEntries, document)
  const revision = wholeNumber(document['r'], 'the revision')
  const isCut = !isWhole || entries.length < packedEntries.length
  const moment = readMoment(document, entries, isCut ? (entries.at(-1)?.revision ?? 0) : revision)
  return {
    entryCount: packedEntries.length,
    isCut: !isWhole,
    problem,
    shared: {
      moment,
      mode: momentModes.find((mode) => mode === document['m']) ?? ('edit' satisfies MomentMode),
      view: optional(document['u'], readView),
      files: textsByName(document['d'], 'a configuration file'),
      drafts: textsByName(document['o'], 'a draft'),
      world: optional(document['x'], readWorld),
      steps: listOrNone(document['p'], 'the steps', stepsMax).map(readStep),
      watches: listOrNone(document['l'], 'the watches', watchesMax).map(readWatch),
      ...readWork(document),
    },
  }
}

/** Reads the lesson that is played, the log of requests and the actors; without them the moment has no such members. */
const readWork = ({ g, h, q }: JsonObject): Pick<SharedMoment, 'actors' | 'lesson' | 'requests'> => ({
  ...(g === undefined ? {} : { actors: readActors(g) }),
  ...(h === undefined ? {} : { lesson: readLesson(h) }),
  ...(q === undefined ? {} : { requests: readRequests(q) }),
})

const listOrNone = (value: Json | undefined, name: string, countMax: number): readonly Json[] =>
  list(value ?? [], name, countMax)

function parse(packed: string): JsonObject {
  try {
    return object(parseExactJson(packed), 'it')
  } catch (error) {
    if (error instanceof SyntaxError) throw new Unreadable('it is no JSON')
    throw error
  }
}

function readMoment(document: JsonObject, entries: readonly MomentEntry[], revision: number): Moment {
  // If the text ends before the history begins, only a part of the initial objects is known.
  const isStateCut = entries.length > 0 && revision < wholeNumber(document['r'], 'the revision')
  const first = wholeNumber(document['c'], 'the first revision')
  const compacted = isStateCut ? Math.min(first, revision - 1) : first
  if (compacted < 0 || revision < Math.max(1, compacted)) throw new Unreadable('its revisions contradict each other')
  return {
    title: text(document['t'], 'the title'),
    vocabulary: document['y'] === 1 ? 'kubernetes' : 'orch',
    revision,
    compacted,
    nowMs: readTime(document['n']),
    isFrozen: document['f'] === 1,
    seed: document['s'] === 1 ? 'own' : 'none',
    without: list(document['w'] ?? [], 'the missing objects', entriesMax).map((key) =>
      text(key, 'a key', keyCharactersMax),
    ),
    entries,
  }
}

/** Expands entries until one cannot be read. */
function readEntries(
  packed: readonly Json[],
  { k, a }: JsonObject,
): { readonly entries: readonly MomentEntry[]; readonly problem: string } {
  const keys = list(k, 'the keys', entriesMax).map((key) => text(key, 'a key', keyCharactersMax))
  const authors = list(a, 'the authors', entriesMax).map(readAuthor)
  const newest = new Map<string, Json>()
  const entries: MomentEntry[] = []
  let [revision, timeMs, characters] = [0, 0, 0]
  try {
    for (const item of packed) {
      const [step, key, author, timeStep, change = null] = list(item, 'an entry', 5)
      const before = { revision, timeMs }
      revision += wholeNumber(step, 'a revision')
      timeMs = readTime(timeMs + wholeNumber(timeStep, 'a time'))
      if (revision <= before.revision || !Number.isSafeInteger(revision))
        throw new Unreadable('revisions do not increase')
      const name = named(keys, key, 'key')
      const value = expand(newest, name, change)
      characters += value?.length ?? 0
      if (characters > expandedCharactersMax) throw new Unreadable('its versions are too large')
      entries.push({ revision, key: name, value, timeMs, author: named(authors, author, 'author') })
    }
  } catch (error) {
    if (error instanceof Unreadable) return { entries, problem: error.message }
    throw error
  }
  return { entries, problem: '' }
}

function named<Value>(values: readonly Value[], index: Json | undefined, name: string): Value {
  const value = values[wholeNumber(index, `the number of a ${name}`)]
  if (value === undefined) throw new Unreadable(`there is no such ${name}`)
  return value
}

/** Returns the stored text of a version, and keeps its value for the next difference. */
function expand(newest: Map<string, Json>, key: string, change: Json): string | null {
  if (change === null) {
    newest.delete(key)
    return null
  }
  if (typeof change === 'string') {
    const value = checkedJson(change)
    if (value === null) throw new Unreadable('a value is no JSON')
    newest.set(key, value)
    return change
  }
  const before = newest.get(key)
  if (before === undefined && !Array.isArray(change)) throw new Unreadable('a difference lacks the version before it')
  const value = object(applyDelta(before ?? null, change), 'a value')
  newest.set(key, value)
  return printExactJson(value)
}

function readAuthor(value: Json): MomentEntry['author'] {
  const [actor, verb, manager] = list(value, 'an author', 3)
  return { actor: text(actor, 'an author'), verb: text(verb, 'a verb'), manager: text(manager, 'a manager') }
}

function readObject(value: Json): NonNullable<MomentView['object']> {
  const { resourceId, namespace, name } = object(value, 'the object')
  return { resourceId: text(resourceId, 'a kind'), namespace: text(namespace, 'a name'), name: text(name, 'a name') }
}

const readAt = (value: Json): number => wholeNumber(value, 'the revision that is shown')

function readView(value: Json): MomentView {
  const { room, dock, work, object: shown, at } = object(value, 'the view')
  return {
    room: text(room, 'the room'),
    dock: text(dock, 'the dock'),
    work: text(work, 'the tab'),
    object: optional(shown, readObject),
    at: optional(at, readAt),
  }
}

/** The stage sends it as a dry run, when the speaker asks for it. [PR7] */
function readSend(value: Json): MomentSend {
  const { method, target, contentType, body, as, groups } = object(value, 'the request of a step')
  const path = text(target, 'the path of a request', keyCharactersMax)
  const verb = text(method, 'a method')
  if (!isApiTarget(path) || !/^(?:GET|POST|PUT|PATCH|DELETE)$/.test(verb))
    throw new Unreadable('a step sends something else than a request of the API')
  return {
    method: verb,
    target: path,
    contentType: text(contentType, 'a media type'),
    body: text(body, 'the body of a request', textCharactersMax),
    as: text(as, 'a user'),
    groups: list(groups, 'the groups of a user', 20).map((group) => text(group, 'a group')),
  }
}

function readStep(value: Json): MomentStep {
  const { title, text: words, notes, at, object: shown, question, send } = object(value, 'a step')
  return {
    title: text(title, 'a title'),
    text: text(words, 'the text of a step', textCharactersMax),
    notes: text(notes, 'the notes of a step', textCharactersMax),
    ...(question === undefined ? {} : { question: text(question, 'the question of a step') }),
    ...(send === undefined ? {} : { send: readSend(send) }),
    at: optional(at, readAt),
    object: optional(shown, readObject),
  }
}

/** The page opens it as the person who opened the link, so it reads the API and nothing else. */
function readWatch(value: Json): MomentWatch {
  const { name, path, labelSelector, fieldSelector, bookmarks, lastVersion } = object(value, 'a watch')
  const version = text(lastVersion, 'the version of a watch')
  if (!/^[0-9]*$/.test(version)) throw new Unreadable('the version of a watch is none')
  const collection = text(path, 'the path of a watch', keyCharactersMax)
  if (!/^\/apis?\/[^?#]+$/.test(collection) || collection.includes('..'))
    throw new Unreadable('a watch reads something else than the API')
  return {
    name: text(name, 'the name of a watch'),
    path: collection,
    labelSelector: text(labelSelector, 'a selector', keyCharactersMax),
    fieldSelector: text(fieldSelector, 'a selector', keyCharactersMax),
    bookmarks: bookmarks === true,
    lastVersion: version,
  }
}

/** The player looks the lesson up among its own, and evaluates the kept values as data. [SH16] */
function readLesson(value: Json): MomentLesson {
  const { id, step, isBegun, base, kept } = object(value, 'the lesson')
  const values = textsByName(kept, 'a kept value')
  if (Object.values(values).some((json) => checkedJson(`{"value":${json}}`) === null))
    throw new Unreadable('a kept value is no JSON')
  const at = wholeNumber(step, 'the step of the lesson')
  if (at < 0) throw new Unreadable('the lesson has no such step')
  return {
    id: text(id, 'the lesson'),
    step: at,
    isBegun: isBegun === true,
    base: wholeNumber(base, 'the first revision of the lesson'),
    kept: values,
  }
}

/** They are texts until the person starts one; the page then reads it like one that was typed. [SH17] */
function readActors(value: Json): MomentActors {
  const { t, o } = object(value, 'the actors')
  const texts = textsByName(t, 'the text of an actor', { countMax: actorsMax, charactersMax: actorCharactersMax })
  return {
    texts,
    own: list(o, 'the list of actors', actorsMax).map((each) => text(each, 'the text of an actor', actorCharactersMax)),
  }
}

/** The server validates the rules of the world, like those that a person enters. */
function readWorld(value: Json): MomentWorld {
  const { authorizers, admission, files, faults } = object(value, 'the world')
  const rulesOf = <Rule>(values: Json | undefined) =>
    list(values ?? [], 'the rules', 100).map((each) => {
      const { name, rules } = object(each, 'a party')
      const rows = list(rules, 'the rules', 1000).map((row) => object(row, 'a rule') as JsonObject & Rule)
      return { name: text(name, 'a name'), rules: rows }
    })
  return {
    authorizers: rulesOf<AuthorizerRule>(authorizers),
    admission: rulesOf<AdmissionRule>(admission),
    files: textsByName(files, 'a file of the world'),
    // The server checks them, as it does the rules.
    faults: object(faults ?? {}, 'the faults') as JsonObject & MomentWorld['faults'],
  }
}
