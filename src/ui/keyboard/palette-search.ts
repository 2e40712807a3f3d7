import type { RevisionRow } from '#facts/fact.ts'
import { changeText, verbPast } from '#ui/kit/changes/change-words.ts'
import type { GlyphMark } from '#ui/kit/glyph.tsx'
import { markOf } from '#ui/kit/glyph.tsx'
import type { IconName } from '#ui/kit/icon.tsx'
import { chooseRevision, travelTo } from '#ui/lab/actions.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { labRoom } from '#ui/lab/room.ts'
import type { ObjectView } from '#ui/model/object-view.ts'
import { isSameObject, type ObjectRef } from '#ui/model/selection.ts'
import type { Command } from '#ui/lab/command.ts'
import { allCommands, fixesNow, isOffered, objectActions, roomsOf } from './commands.ts'
import { actorName } from '#ui/model/actor-name.ts'
import { chordText } from './chord.ts'
import { type Place, placeGroups } from '#ui/lab/page/place.ts'

/** One line of the palette. */
export interface Hit {
  readonly id: string
  readonly group: 'Rooms' | 'Quick fixes' | 'Objects' | 'Do' | 'Kinds' | 'Revisions' | 'Commands' | Place['group']
  /** The heading of the group where it is not its name. */
  readonly heading?: string
  readonly title: string
  readonly note: string
  readonly key?: string | undefined
  readonly picture:
    | { readonly type: 'kind'; readonly kind: string; readonly group: string }
    | { readonly type: 'glyph'; readonly mark: GlyphMark }
    | { readonly type: 'icon'; readonly icon: IconName }
  /** The object of a hit in `Objects`. */
  readonly object?: { readonly ref: ObjectRef; readonly kind: string }
  readonly run: (lab: Lab) => void
}

export interface Found {
  readonly hits: readonly Hit[]
  /** Number of matches, including those not shown. */
  readonly total: number
}

/** The groups that a prefix selects. */
type OnlyGroup = 'Commands' | 'Kinds' | 'Revisions'

/** Parses the prefix of a query: `>` commands, `:` kinds, `@` a revision. */
export function parseQuery(text: string): { readonly only: OnlyGroup | null; readonly words: readonly string[] } {
  const [sign = ''] = text
  const only = ({ '>': 'Commands', ':': 'Kinds', '@': 'Revisions' } as const)[sign] ?? null
  const rest = only === null ? text : text.slice(1)
  return {
    only,
    words: rest
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== ''),
  }
}

/** Scores a text: 0 is no match; a match at the start of a word scores higher than in the middle. */
export function fit(text: string, words: readonly string[]): number {
  const lower = text.toLowerCase()
  let score = 1
  for (const word of words) {
    const at = lower.indexOf(word)
    if (at < 0) return 0
    score += at === 0 ? 3 : /[\s/.-]/.test(lower[at - 1] ?? '') ? 2 : 1
  }
  return score
}

const perGroup = {
  Rooms: 1,
  'Quick fixes': 6,
  Objects: 8,
  Do: 6,
  Lessons: 6,
  Clusters: 6,
  Files: 4,
  Benches: 4,
  Kinds: 8,
  Revisions: 5,
  Commands: 12,
} as const

interface Scored {
  readonly hit: Hit
  readonly score: number
}

function best(scored: readonly Scored[], group: Hit['group'], isOnly: boolean): readonly Hit[] {
  return scored
    .filter(({ hit, score }) => hit.group === group && score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, isOnly ? 40 : perGroup[group])
    .map(({ hit }) => hit)
}

/** Finds the objects, kinds, revisions, commands and places that match a text, best first in each group. [KB4] */
export function search(lab: Lab, text: string, places: readonly Place[] = []): Found {
  const { only, words } = parseQuery(text)
  const sources = { Objects: objectHits, Kinds: kindHits, Revisions: revisionHits, Commands: commandHits }
  if (only !== null) return found(sources[only](lab, words), [only], true)
  const objects = objectHits(lab, words)
  const [first] = best(objects, 'Objects', false)
  const commands = roomFirst(lab, text, first, commandHits(lab, words))
  const others = [
    ...commands,
    ...placeHits(places, words),
    ...[fixHits, revisionHits, kindHits].flatMap((source) => source(lab, words)),
  ]
  const all = [...objects, ...doHits(lab, first), ...others]
  return found(all, ['Rooms', 'Quick fixes', 'Objects', 'Do', ...placeGroups, 'Revisions', 'Commands', 'Kinds'], false)
}

const found = (scored: readonly Scored[], groups: readonly Hit['group'][], isOnly: boolean): Found => ({
  hits: groups.flatMap((group) => best(scored, group, isOnly)),
  total: scored.filter(({ score }) => score > 0).length,
})

/** The fewest letters of a room's title that put it before the objects. */
const roomLettersMin = 3

/** Reports whether a text begins the title of a room; an object whose name it begins too comes first. [KB4] */
export function meansRoom(title: string, text: string, objectName = ''): boolean {
  const start = text.trim().toLowerCase()
  const begins = (name: string): boolean => name.toLowerCase().startsWith(start)
  return start.length >= roomLettersMin && begins(title) && !begins(objectName)
}

/** Moves the command that opens the room before the objects, if the text begins the title of the room. */
function roomFirst(lab: Lab, text: string, first: Hit | undefined, commands: readonly Scored[]): readonly Scored[] {
  const meant = roomsOf(lab).find(({ title }) => meansRoom(title, text, first?.title))
  const id = `command room-${meant?.id ?? ''}`
  return commands.map((scored) =>
    scored.hit.id === id ? { ...scored, hit: { ...scored.hit, group: 'Rooms' } } : scored,
  )
}

/** Returns what can be done with the first object that was found. [KB7] */
function doHits(lab: Lab, first: Hit | undefined): readonly Scored[] {
  if (first?.object === undefined) return []
  const heading = `Do with ${first.object.kind} ${first.title}`
  return objectActions(lab, first.object.ref).flatMap((command) =>
    command.run === undefined
      ? []
      : [{ score: 1, hit: { ...commandHit(lab, command, command.run), group: 'Do' as const, heading } }],
  )
}

/** Returns the quick fixes of the text that is being edited. [KB7] */
const fixHits = (lab: Lab, words: readonly string[]): readonly Scored[] =>
  fixesNow(lab).flatMap((command) =>
    command.run === undefined
      ? []
      : [
          {
            score: fit(`quick fix ${command.title}`, words),
            hit: { ...commandHit(lab, command, command.run), group: 'Quick fixes' as const },
          },
        ],
  )

/** Selects an object and switches to the Lab. */
function showObject(lab: Lab, object: ObjectRef): void {
  lab.goTo(labRoom)
  lab.selection.selectObject(object)
}

function objectHits(lab: Lab, words: readonly string[]): readonly Scored[] {
  if (words.length === 0) return []
  const scored: Scored[] = []
  const selected = lab.selection.getState().object
  for (const [resourceId, { resource, items }] of lab.view.getState().groups) {
    for (const { metadata } of items.values()) {
      const { name = '', namespace = '', resourceVersion = '' } = metadata
      const score = fit(name, words) * 2 || fit(`${name} ${resource.kind} ${namespace}`, words)
      if (score === 0) continue
      const ref: ObjectRef = { resourceId, namespace, name }
      scored.push({
        score: isSameObject(selected, ref) ? score + 1 : score,
        hit: {
          id: `object ${resourceId} ${namespace} ${name}`,
          group: 'Objects',
          title: name,
          note: `${resource.kind}${namespace === '' ? '' : ` in ${namespace}`}, at ${resourceVersion}`,
          picture: { type: 'kind', kind: resource.kind, group: resource.group },
          object: { ref, kind: resource.kind },
          run: () => showObject(lab, ref),
        },
      })
    }
  }
  return scored
}

/** Returns the number of kinds whose objects the page has. [KB10] */
export const listedKinds = ({ groups }: ObjectView): number =>
  [...groups.values()].filter(({ state }) => state !== 'loading').length

function kindHits(lab: Lab, words: readonly string[]): readonly Scored[] {
  return [...lab.view.getState().groups.values()].map(({ resource, items }) => ({
    score: fit(`${resource.kind} ${resource.resource} ${resource.shortNames.join(' ')}`, words),
    hit: {
      id: `kind ${resource.id}`,
      group: 'Kinds',
      title: resource.kind,
      note: `${resource.group === '' ? resource.version : `${resource.group}/${resource.version}`}, ${items.size} objects`,
      picture: { type: 'kind', kind: resource.kind, group: resource.group },
      run: () => {
        const [first] = items.values()
        if (first === undefined) return
        const { namespace = '', name = '' } = first.metadata
        showObject(lab, { resourceId: resource.id, namespace, name })
      },
    },
  }))
}

function revisionHits(lab: Lab, words: readonly string[]): readonly Scored[] {
  if (words.length === 0) return []
  const you = lab.actor.getState().name
  return lab.cluster
    .getState()
    .rows.slice(-5000)
    .toReversed()
    .map((row) => ({ score: revisionScore(row, words), hit: revisionHit(row, you) }))
}

const revisionScore = (row: RevisionRow, words: readonly string[]): number =>
  words.length === 1 && words[0] === String(row.revision)
    ? 9
    : fit(`${row.revision} ${row.actor} ${verbPast(row)} ${row.name} ${row.kind}`, words)

const revisionHit = (row: RevisionRow, you: string): Hit => ({
  id: `revision ${row.revision}`,
  group: 'Revisions',
  title: `${row.revision} ${actorName(row.actor)} ${verbPast(row)} ${row.name}`,
  note: changeText(row),
  key: 't',
  picture: { type: 'glyph', mark: markOf(row, you) },
  run: (lab) => {
    chooseRevision(lab, row)
    travelTo(lab, row.revision)
  },
})

/** Returns the places whose title has the words; a word that only their note has counts less. [KB10] */
export const placeHits = (places: readonly Place[], words: readonly string[]): readonly Scored[] =>
  words.length === 0
    ? []
    : places.map(({ id, group, title, note, icon, run }) => ({
        score: fit(title, words) * 2 || fit(`${title} ${note}`, words),
        hit: { id, group, title, note, picture: { type: 'icon', icon }, run },
      }))

/** Scores a command by its title, or as the one that was meant by the text of its keys, such as `g c`. [KB10] */
export function commandScore({ title, keys, row = '' }: Command, words: readonly string[]): number {
  const asked = words.join(' ')
  const isKey = asked !== '' && keys.some((key) => [key, chordText(key)].some((text) => text.toLowerCase() === asked))
  return isKey ? 9 : fit(title, words) * 2 || fit(`${title} ${row}`, words)
}

const commandHits = (lab: Lab, words: readonly string[]): readonly Scored[] =>
  allCommands(lab).flatMap((command) => {
    const { run } = command
    if (run === undefined || command.id === 'palette' || !isOffered(lab, command)) return []
    return [{ score: commandScore(command, words), hit: commandHit(lab, command, run) }]
  })

const commandHit = (lab: Lab, { id, title, keys, icon, note }: Command, run: (lab: Lab) => void): Hit => ({
  id: `command ${id}`,
  group: 'Commands',
  title,
  note: note?.(lab) ?? '',
  key: keys[0],
  picture: { type: 'icon', icon: icon ?? 'goto' },
  run,
})
