import type { EditorLayout } from '#editor/text-editor.ts'
import { classes } from '#ui/kit/button.tsx'
import { useManagerMark } from '#ui/lab/manager-marks.ts'
import { useSelectedObject } from '#ui/lab/use-lab.ts'
import type { ManagerEntry } from './fields-v1.ts'
import type { Run } from './owners-of-lines.ts'
import styles from './gutter.module.css'

interface GutterProps {
  readonly layout: EditorLayout
  readonly runs: readonly Run[]
  readonly entries: readonly ManagerEntry[]
  /** Index of the entry selected by the filter; `null` for all. */
  readonly kept: number | null
  /** Conflicting lines. */
  readonly disputed: ReadonlySet<number>
  /** The manager that would apply: the other side of a conflict. */
  readonly applier: string
  readonly revisionOf: (run: Run, entry: ManagerEntry) => string
  readonly onChoose: (line: number) => void
}

/** Shows the managers of the visible lines, left of the editor and scrolled with it. [OW2] */
export function Gutter({ layout, runs, ...rest }: GutterProps) {
  const { scrollTop, height, lineCount } = layout
  const bottomOf = (line: number): number =>
    line >= lineCount ? layout.topOfLine(lineCount) + layout.lineHeight : layout.topOfLine(line + 1)
  const first = firstBelow(runs, (run) => bottomOf(run.end) > scrollTop)
  const shown: { readonly run: Run; readonly top: number; readonly bottom: number }[] = []
  for (let at = first; at < runs.length; at += 1) {
    const run = runs[at]
    if (run === undefined || layout.topOfLine(run.start) > scrollTop + height) break
    shown.push({ run, top: layout.topOfLine(run.start) - scrollTop, bottom: bottomOf(run.end) - scrollTop })
  }
  return (
    <div className={styles.gutter} role="group" aria-label="Managers of the lines in view" data-follows-editor="">
      {shown.map(({ run, top, bottom }) => (
        <RunMark key={run.start} run={run} top={top} bottom={bottom} lineHeight={layout.lineHeight} {...rest} />
      ))}
    </div>
  )
}

/** Returns the index of the first run that passes, by binary search: once one passes, all later ones pass. */
function firstBelow(runs: readonly Run[], passes: (run: Run) => boolean): number {
  let [low, high] = [0, runs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const run = runs[middle]
    if (run !== undefined && passes(run)) high = middle
    else low = middle + 1
  }
  return low
}

type RunMarkProps = Omit<GutterProps, 'layout' | 'runs'> & {
  readonly run: Run
  readonly top: number
  readonly bottom: number
  readonly lineHeight: number
}

function RunMark({
  run,
  top,
  bottom,
  lineHeight,
  entries,
  kept,
  disputed,
  applier,
  revisionOf,
  onChoose,
}: RunMarkProps) {
  const managerMark = useManagerMark(useSelectedObject())
  const owners = run.owners.flatMap((at) => entries[at] ?? [])
  const names = [...new Set(owners.map(({ manager }) => manager))]
  const [only] = names
  const lines = run.start === run.end ? `Line ${run.start}` : `Lines ${run.start} to ${run.end}`
  // The label of a long run stays in view while the editor scrolls.
  const stick = Math.max(0, Math.min(-top, bottom - top - lineHeight))
  const isDisputed = disputed.has(run.start) || (run.end > run.start && [...disputed].some((line) => covers(run, line)))
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes(styles.run, kept !== null && !run.owners.includes(kept) && styles.quiet)}
      style={{ top, height: bottom - top, paddingTop: stick }}
      onClick={() => onChoose(run.start)}
    >
      <span className="visually-hidden">
        {lines}: {names.join(', ')}
      </span>
      <span
        aria-hidden="true"
        className={classes(styles.words, isDisputed && styles.disputed)}
        style={{ height: lineHeight }}
      >
        <span className={styles.letters}>
          {isDisputed && <b>{managerMark(applier).letter}/</b>}
          {names.map((name) => (
            <b key={name} style={{ color: isDisputed ? undefined : managerMark(name).hue }}>
              {managerMark(name).letter}
            </b>
          ))}
        </span>
        <span className={styles.name}>{names.length === 1 ? only : `${names.length} managers`}</span>
        <code>{owners[0] === undefined ? '' : revisionOf(run, owners[0])}</code>
      </span>
      {names.slice(0, 3).map((name, at) => (
        <i
          key={name}
          className={styles.bar}
          style={{ background: isDisputed ? 'var(--refused-line)' : managerMark(name).hue, right: at * 4 }}
        />
      ))}
    </button>
  )
}

const covers = (run: Run, line: number): boolean => run.start <= line && line <= run.end
