import { type ReactNode, useId } from 'react'
import { useStore } from 'zustand'
import { momentModes } from '#facts/moment.ts'
import { linkCharactersComfortable } from '#share/limits.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { Segments } from '#ui/kit/segments.tsx'
import { countText, numberText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import type { Gathered } from './gather.ts'
import { shareStore } from './share-store.ts'
import styles from './what-goes-in.module.css'

const modeWords = {
  edit: 'A copy in their browser. What they write stays with them.',
  'read-only': 'A view in their browser: they can travel and read, and change nothing.',
  present: 'A stage with large type; Space goes to the next step, N opens the notes in another tab.',
} as const

const modeLabels = { edit: 'Edit', 'read-only': 'Read only', present: 'Present' } as const

/** Sizes have one decimal, as a link is some kilobytes. */
const kilo = (characters: number): string => (Math.max(0, characters) / 1000).toFixed(1)

/** Lists the parts of the link with their sizes, and the ways in which the link can open. */
export function WhatGoesIn() {
  const share = shareStore(useLab())
  const { gathered, sizes, choices } = useStore(share)
  if (gathered === null || sizes === null) return null
  const { view, drafts, files, watches } = gathered
  const draftCount = Object.keys(drafts).length + Object.keys(files).length
  return (
    <aside className={styles.aside} aria-label="What goes in">
      <h3>What goes in</h3>
      <Past />
      <hr className={styles.rule} />
      <Choice
        label="Where you are"
        note={viewWords(view)}
        size={kilo(sizes.view)}
        isOn={choices.hasView}
        onChange={() => share.choose({ hasView: !choices.hasView })}
      />
      <Choice
        label="Room and panels"
        note={panelWords(view)}
        size={kilo(sizes.panels)}
        isOn={choices.hasPanels}
        onChange={() => share.choose({ hasPanels: !choices.hasPanels })}
      />
      <Choice
        label="Drafts"
        note={draftCount === 0 ? 'none' : `${countText(draftCount, 'text')} that you have not applied`}
        size={kilo(sizes.drafts)}
        isOn={choices.hasDrafts}
        onChange={() => share.choose({ hasDrafts: !choices.hasDrafts })}
      />
      <Choice
        label="Open watches"
        note={watches.length === 0 ? 'none' : watches.map(watchName).join(', ')}
        size={kilo(sizes.watches)}
        isOn={choices.hasWatches}
        onChange={() => share.choose({ hasWatches: !choices.hasWatches })}
      />
      {gathered.world !== null && (
        <Choice
          label="Simulated world"
          note="rules of webhooks, files, faults; no keys"
          size={kilo(sizes.world)}
          isOn={choices.hasWorld}
          onChange={() => share.choose({ hasWorld: !choices.hasWorld })}
        />
      )}
      <PlayedLesson />
      <EditedActors />
      <RequestLog />
      <LeftOutNote gathered={gathered} />
      <hr className={styles.rule} />
      <OpensAs />
    </aside>
  )
}

/** The lesson that is played on the cluster, if each page has it. [SH16] */
function PlayedLesson() {
  const share = shareStore(useLab())
  const { gathered, sizes, choices } = useStore(share)
  if (gathered === null || sizes === null || gathered.lesson === null || choices.mode !== 'edit') return null
  const { id, step } = gathered.lesson
  return (
    <Choice
      label="Lesson"
      note={`${id}, step ${step + 1}: they play on from here`}
      size={kilo(sizes.lesson)}
      isOn={choices.hasLesson}
      onChange={() => share.choose({ hasLesson: !choices.hasLesson })}
    />
  )
}

/** The simulated clients that the person edited or added. [SH17] */
function EditedActors() {
  const share = shareStore(useLab())
  const { gathered, sizes, choices } = useStore(share)
  if (gathered === null || sizes === null || gathered.actors === null || choices.mode !== 'edit') return null
  const { texts, own } = gathered.actors
  return (
    <Choice
      label="Actors"
      note={`${countText(Object.keys(texts).length + own.length, 'text')} with stages; they rest until started`}
      size={kilo(sizes.actors)}
      isOn={choices.hasActors}
      onChange={() => share.choose({ hasActors: !choices.hasActors })}
    />
  )
}

/** The requests that the page lists, without bodies. [SH15] */
function RequestLog() {
  const share = shareStore(useLab())
  const { gathered, sizes, choices } = useStore(share)
  if (gathered === null || sizes === null) return null
  const needsFile = sizes.requests + sizes.state > linkCharactersComfortable
  return (
    <Choice
      label="Request log"
      note={`${countText(gathered.requests.length, 'request')} without bodies${needsFile ? ', would need a file' : ''}`}
      size={kilo(sizes.requests)}
      isOn={choices.hasRequests}
      onChange={() => share.choose({ hasRequests: !choices.hasRequests })}
    />
  )
}

/** The whole history, or the newest state only. */
function Past() {
  const share = shareStore(useLab())
  const name = useId()
  const { gathered, sizes, choices } = useStore(share)
  if (gathered === null || sizes === null) return null
  const { history, state } = gathered
  const writes = history.entries.filter(({ revision }) => revision > history.compacted).length
  return (
    <div role="radiogroup" aria-label="Past">
      <Choice
        radio={name}
        label={`History, ${numberText(history.compacted + 1)} to ${numberText(history.revision)}`}
        note={`${countText(writes, 'write')} over a snapshot; time can travel`}
        size={`${kilo(sizes.history)} kB`}
        isOn={choices.hasHistory}
        onChange={() => share.choose({ hasHistory: true })}
      />
      <Choice
        radio={name}
        label={`Only the state at ${numberText(state.revision)}`}
        note={`${countText(state.entries.length, 'object')}, no past`}
        size={`${kilo(sizes.state)} kB`}
        isOn={!choices.hasHistory}
        onChange={() => share.choose({ hasHistory: false })}
      />
    </div>
  )
}

/** The way in which the link opens. */
function OpensAs() {
  const share = shareStore(useLab())
  const { mode: chosen } = useStore(share).choices
  return (
    <>
      <h3>Opens as</h3>
      <Segments
        label="Opens as"
        choices={momentModes.map((mode) => ({ value: mode, label: modeLabels[mode] }))}
        value={chosen}
        onChange={(value) => share.choose({ mode: momentModes.find((mode) => mode === value) ?? 'edit' })}
      />
      <p className={styles.how}>{modeWords[chosen]}</p>
    </>
  )
}

function viewWords({ object, at }: Gathered['view']): string {
  const when = at === null ? 'Live' : `Revision ${numberText(at)}`
  return object === null ? when : `${when}, ${object.name}`
}

const panelWords = ({ room, work, dock }: Gathered['view']): string =>
  room === 'lab' ? `Lab, tabs ${work} and ${dock}` : `room ${room}`

/** A watch by its name, or by the last part of its path. */
const watchName = ({ name, path }: Gathered['watches'][number]): string =>
  name === '' ? (path.split('/').at(-1) ?? '') : name

interface ChoiceProps {
  /** The name of the group of radio buttons; a check box without it. */
  readonly radio?: string
  readonly label: string
  readonly note: string
  readonly size: string
  readonly isOn: boolean
  readonly onChange: () => void
}

function Choice({ radio, label, note, size, isOn, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <input
        id={id}
        type={radio === undefined ? 'checkbox' : 'radio'}
        name={radio}
        checked={isOn}
        onChange={onChange}
        aria-describedby={`${id}-note`}
      />
      <label htmlFor={id}>
        {label}
        <small id={`${id}-note`}>{note}</small>
      </label>
      <code>{size}</code>
    </div>
  )
}

/** Names what never goes into a link. [SH5] */
function LeftOutNote({ gathered: { leftOut } }: { readonly gathered: Gathered }) {
  const { objects, tokens, privateKeys } = leftOut
  const parts: ReactNode[] = [
    ...objects.slice(0, 3).map(({ kind, namespace, name }) => (
      <span key={`${namespace}/${name}`}>
        the values of {kind} <b>{name}</b>
      </span>
    )),
    ...(objects.length > 3 ? [<span key="more">those of {numberText(objects.length - 3)} more</span>] : []),
    ...(tokens > 0 ? [<span key="tokens">{countText(tokens, 'token')}</span>] : []),
    ...(privateKeys > 0 ? [<span key="keys">{countText(privateKeys, 'private key')}</span>] : []),
  ]
  return (
    <p className={styles.lock}>
      <Icon name="lock" size={14} />
      <span>
        {parts.length === 0 ? 'Nothing secret is in it.' : 'Left out: '}
        {parts.flatMap((part, at) => (at === 0 ? [part] : [', ', part]))}
        {parts.length > 0 && '.'}
      </span>
    </p>
  )
}
