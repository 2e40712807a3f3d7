import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { PathChange } from '#facts/fact.ts'
import { chooseRevision } from '#ui/lab/actions.ts'
import { Button, classes } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { railLanes } from '#ui/rail/lanes/lanes-store.ts'
import { markOf, MiniGlyph } from '#ui/kit/glyph.tsx'
import type { InspectorPanel } from '#ui/lab/part.ts'
import { countText, minuteText } from '#ui/model/words.ts'
import { useLab, useLife } from '#ui/lab/use-lab.ts'
import styles from './story.module.css'
import { Section } from '#ui/kit/section.tsx'
import { shortChange } from '#ui/kit/changes/short-difference.ts'
import { shortPath } from '#ui/kit/changes/path-words.ts'
import type { Life } from '#ui/model/life.ts'
import { type StoryEntry, storyOf } from './story.ts'
import { writerName } from '#ui/model/actor-name.ts'

/** The inspector section with the writes of the selected object, newest first. */
export const storyPanel: InspectorPanel = { id: 'story', title: 'Story', Body: Story }

const shownFirst = 5

/** The uid of the object whose writes are the story: the one that is there, or the last one of its name. */
const uidOf = (life: Life): string | undefined => {
  if (life.type === 'live' || life.type === 'terminating') return life.object.metadata.uid
  return life.type === 'gone' ? life.removal.uid : undefined
}

function Story() {
  const { life, writes, absence } = useLife()
  const lab = useLab()
  const [all, setAll] = useState(false)
  const branch = useStore(railLanes(lab), ({ other }) => other)
  const uid = uidOf(life)
  const story = useMemo(() => (uid === undefined ? [] : storyOf(writes, uid)), [writes, uid])
  // Newest first: a step of the cursor mostly shows as many.
  const ahead = useStore(lab.cursor, ({ at }) =>
    at === null ? 0 : story.filter(({ row }) => row.revision > at).length,
  )
  if (uid === undefined) return null
  const until = story.slice(ahead)
  const forkedAt = branch?.own === 'branch' ? branch.forkedAt : null
  const here = forkedAt === null ? until.length : until.filter(({ row }) => row.revision > forkedAt).length
  return (
    <Section
      title="Story"
      note={forkedAt === null ? countText(until.length, 'write') : writtenText(here, until.length - here)}
      tools={
        until.length > shownFirst && (
          <Button size="small" look="ghost" aria-pressed={all} onClick={() => setAll(!all)}>
            {all ? 'Fewer' : 'All'}
          </Button>
        )
      }
    >
      {until.length === 0 ? (
        <p className={styles.say}>{absence === '' ? 'Its writes have expired from the history.' : absence}</p>
      ) : (
        <ol className={styles.story} data-testid="story">
          {(all ? until : until.slice(0, shownFirst)).map((entry) => (
            <Entry key={entry.row.revision} entry={entry} />
          ))}
        </ol>
      )}
      {branch?.own === 'branch' && (
        <p className={styles.fork}>
          <Icon name="branch" size={14} /> left {branch.liveTitle} after <code>{branch.forkedAt}</code>
        </p>
      )}
    </Section>
  )
}

/** Tells the writes of a branch from those before it: `2 writes here, 4 before`. */
const writtenText = (here: number, before: number): string => `${countText(here, 'write')} here, ${before} before`

const text = (json: string | null): string => (json === null ? '' : json.replace(/^"|"$/g, ''))

function Entry({ entry: { row, action, change } }: { readonly entry: StoryEntry }) {
  const lab = useLab()
  const chosen = useStore(lab.selection, (state) => state.revision === row.revision || state.hovered === row.revision)
  const you = useStore(lab.actor, (state) => state.name)
  return (
    <li className={classes(chosen && styles.hot)}>
      <button
        type="button"
        onClick={() => chooseRevision(lab, row)}
        onPointerEnter={() => lab.selection.hover(row.revision)}
        onPointerLeave={() => lab.selection.hover(null)}
      >
        <MiniGlyph mark={markOf(row, you)} rings box={20} />
        <span className={styles.action}>
          {/* Without a change below, the action names what was changed, and has its line. */}
          <span className={classes(change === null && styles.whole)}>
            <b title={row.actor}>{writerName(row)}</b> {action}
          </span>
          {change !== null && <Change change={change} />}
        </span>
        <span className={styles.when}>
          <code>{row.revision}</code>
          <time>{minuteText(row.timeMs)}</time>
        </span>
      </button>
    </li>
  )
}

function Change({ change }: { readonly change: PathChange }) {
  const [whole, wholeAfter] = [text(change.before), change.after === null ? 'removed' : text(change.after)]
  const [before, after] = shortChange(whole, wholeAfter)
  return (
    <span className={styles.change}>
      <code title={change.path}>{shortPath(change.path, 28)}</code>{' '}
      {change.before !== null && <del title={whole}>{before}</del>}
      <span aria-hidden="true"> → </span>
      <ins title={wholeAfter}>{after}</ins>
    </span>
  )
}
