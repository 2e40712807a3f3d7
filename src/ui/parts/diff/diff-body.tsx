import type { Json } from '#api/json.ts'
import { printExactJson } from '#api/exact-json.ts'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { ApiObject } from '#api/object-meta.ts'
import type { RevisionRow } from '#facts/fact.ts'
import { markOf, MiniGlyph } from '#ui/kit/glyph.tsx'
import { shortChange } from '#ui/kit/changes/short-difference.ts'
import { partState } from '#ui/lab/part-state.ts'
import { isWriteOf } from '#ui/model/selection.ts'
import { clockText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { pathDifferences, type PathDifference } from '#ui/texts/merge-edit.ts'
import { toYamlText } from '#ui/texts/yaml-text.ts'
import { createDiffs, lastWriteOf, sidesOf } from '#ui/texts/diff-store.ts'
import { DiffText } from './diff-text.tsx'
import { RevisionPicker } from './revision-picker.tsx'
import styles from './diff.module.css'

/** Compares two revisions of the selected object: the paths that differ, then the texts. */
export function DiffBody() {
  const lab = useLab()
  const diffs = partState(lab, createDiffs)
  const ref = useStore(lab.selection, (state) => state.object)
  const chosen = useStore(lab.selection, (state) => state.revision)
  const at = useStore(lab.cursor, (state) => state.at)
  const rows = useStore(lab.cluster, (state) => state.rows)
  const you = useStore(lab.actor, (state) => state.name)
  const state = useStore(diffs.store)
  const writes = useMemo(() => (ref === null ? [] : rows.filter((row) => isWriteOf(row, ref))), [rows, ref])
  const sides = sidesOf(writes, { ...state, chosen, at })
  const [from, to] = [sides?.from?.revision ?? 0, sides?.to.revision ?? 0]
  useEffect(() => {
    diffs.load(from)
    diffs.load(to)
  }, [diffs, from, to])
  if (ref === null) return <p className={styles.empty}>Select an object to compare its revisions.</p>
  if (sides === null) return <p className={styles.empty}>No write of {ref.name} is kept.</p>
  const before = from === 0 ? null : state.loaded.get(from)
  const after = state.loaded.get(to)
  return (
    <div className={styles.body}>
      <RevisionPicker
        writes={writes}
        you={you}
        from={from}
        to={to}
        newest={writes.at(-1)?.revision ?? 0}
        onPick={(side, revision) => (side === 'from' ? diffs.pick(revision, to) : diffs.pick(from, revision))}
      />
      <Heading {...sides} newest={writes.at(-1)} writes={writes} />
      {state.refused !== null && <p className={styles.refused}>{state.refused}</p>}
      {before !== undefined && after !== undefined && (
        <Compared before={before} after={after} writes={writes} from={from} to={to} sideBySide={state.sideBySide} />
      )}
    </div>
  )
}

interface HeadingProps {
  readonly from: RevisionRow | null
  readonly to: RevisionRow
  readonly newest: RevisionRow | undefined
  readonly writes: readonly RevisionRow[]
}

/** The revisions of the writes between both sides, of many only the last ones. */
function betweenText(writes: readonly RevisionRow[], from: RevisionRow | null, to: RevisionRow): string {
  const between = writes.filter(({ revision }) => revision > (from?.revision ?? 0) && revision <= to.revision)
  if (from === null || between.length < 2) return ''
  const last = between.slice(-betweenMax).map(({ revision }) => revision)
  return `${between.length} writes since: ${between.length > betweenMax ? '… ' : ''}${last.join(', ')}`
}

const betweenMax = 5

function Heading({ from, to, newest, writes }: HeadingProps) {
  return (
    <p className={styles.heading}>
      {from === null ? (
        <span className={styles.pillPast}>nothing</span>
      ) : (
        <>
          <span className={styles.pillPast}>{from.revision}</span> {clockText(from.timeMs)}, {from.actor}
        </>
      )}
      <span aria-hidden="true">→</span>
      <span className={to === newest ? styles.pillLive : styles.pillTo}>{to.revision}</span> {clockText(to.timeMs)},{' '}
      {to.actor}
      <small>{betweenText(writes, from, to)}</small>
    </p>
  )
}

function Values({ before, after }: Pick<PathDifference, 'before' | 'after'>) {
  const [whole, wholeAfter] = [value(before), value(after) || 'removed']
  const [one, other] = shortChange(whole, wholeAfter, 48)
  return (
    <span className={styles.values}>
      {before !== undefined && <del title={whole}>{one}</del>}
      <span aria-hidden="true"> → </span>
      <ins title={wholeAfter}>{other}</ins>
    </span>
  )
}

interface ComparedProps {
  readonly before: ApiObject | null
  readonly after: ApiObject | null
  readonly writes: readonly RevisionRow[]
  readonly from: number
  readonly to: number
  readonly sideBySide: boolean
}

/** Fields that every write changes, so they carry no information. */
const quiet = new Set(['metadata.resourceVersion', 'metadata.generation'])

const value = (json: unknown): string => (typeof json === 'string' ? json : (printExactJson(json as Json) ?? ''))

function Compared({ before, after, writes, from, to, sideBySide }: ComparedProps) {
  const you = useStore(useLab().actor, (state) => state.name)
  const shown = pathDifferences(before ?? undefined, after ?? undefined).filter(
    ({ path }) => !quiet.has(path) && !path.startsWith('metadata.managedFields'),
  )
  return (
    <>
      <ol className={styles.paths} aria-label="Changed paths">
        {shown.length === 0 && <li className={styles.none}>Only the version differs.</li>}
        {shown.slice(0, 12).map((difference) => {
          const write = lastWriteOf(writes, difference.path, from, to)
          return (
            <li key={difference.path}>
              {write === undefined ? (
                <span className={styles.noGlyph} />
              ) : (
                <MiniGlyph mark={markOf(write, you)} rings box={18} />
              )}
              <code>{difference.path === '' ? 'the object' : difference.path}</code>
              {difference.path === '' ? (
                <ins>{after === null ? 'removed' : 'created'}</ins>
              ) : (
                <Values {...difference} />
              )}
              {write !== undefined && (
                <small>
                  {write.actor}, {write.verb}, {write.revision}
                </small>
              )}
            </li>
          )
        })}
        {shown.length > 12 && <li className={styles.none}>and {shown.length - 12} more</li>}
      </ol>
      <DiffText
        before={before === null ? '' : toYamlText(before)}
        after={after === null ? '' : toYamlText(after)}
        sideBySide={sideBySide}
      />
    </>
  )
}
