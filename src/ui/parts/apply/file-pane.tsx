import { type KeyboardEvent, useMemo } from 'react'
import { useStore } from 'zustand'
import { classes } from '#ui/kit/button.tsx'
import { CodePieces } from '#ui/kit/code/code-pieces.tsx'
import { highlightCode } from '#ui/kit/code/highlight-code.ts'
import { OwnerLetter, Pill } from '#ui/kit/text.tsx'
import { useManagerMark } from '#ui/lab/manager-marks.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { countText } from '#ui/model/words.ts'
import type { AskedField } from './asked-fields.ts'
import type { Side } from './files.ts'
import { fileProblem } from './file-problem.ts'
import { type LineMark, type MarkedLine, markedLines } from './marked-lines.ts'
import { applyStore } from './store.ts'
import { conflictsOf } from './use-asked-fields.ts'
import field from '#ui/kit/code/code-field.module.css'
import styles from './file-pane.module.css'

const titles: Readonly<Record<Side, string>> = { left: 'One manager', right: 'Another manager' }

interface FilePaneProps {
  readonly side: Side
  readonly fields: readonly AskedField[]
  /** Called for the keys of the controls in it. */
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** The file of one manager: each line with the letters of its owners, and marked by what it would change. [AN5] */
export function FilePane({ side, fields, onKeyDown }: FilePaneProps) {
  const apply = applyStore(useLab())
  const { panes, managers, object } = useStore(apply.store)
  const markOf = useManagerMark(object ?? undefined)
  const pane = panes[side]
  const { manager, text } = pane
  const conflicts = conflictsOf(pane).length
  const marks = useMemo(
    () => (object === null ? [] : markedLines(text, object, fields, side)),
    [text, object, fields, side],
  )
  const problem = useMemo(() => (object === null ? '' : fileProblem(text)), [text, object])
  return (
    // Keys of the controls in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section className={styles.pane} aria-label={titles[side]} data-side={side} onKeyDown={onKeyDown}>
      <header>
        <OwnerLetter {...markOf(manager)} name="" />
        <label>
          <span className="visually-hidden">Manager</span>
          <select value={manager} onChange={({ target }) => void apply.chooseManager(side, target.value)}>
            {managers.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <small>{countText(text.trimEnd().split('\n').length, 'line')}</small>
        {conflicts > 0 && <Pill tone="refused">{countText(conflicts, 'conflict')}</Pill>}
      </header>
      <FileText side={side} marks={marks} markOf={markOf} />
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}

const looks: Readonly<Record<LineMark, string | undefined>> = {
  conflict: styles.conflict,
  taken: styles.taken,
  new: styles.new,
  '': undefined,
}

interface FileTextProps {
  readonly side: Side
  readonly marks: readonly MarkedLine[]
  readonly markOf: ReturnType<typeof useManagerMark>
}

/** A text field over its lines: the lines show colours, letters and marks, the field takes the keys. */
function FileText({ side, marks, markOf }: FileTextProps) {
  const apply = applyStore(useLab())
  const { manager, text } = useStore(apply.store).panes[side]
  const lines = useMemo(() => highlightCode(text, 'yaml'), [text])
  return (
    <div className={classes(styles.scroller, field.framed)}>
      <ol className={field.layer} aria-hidden="true">
        {lines.map((pieces, at) => (
          // Lines have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className={looks[marks[at]?.mark ?? '']} data-mark={marks[at]?.mark}>
            <span className={styles.letters}>
              {marks[at]?.owners.slice(0, 2).map((name) => (
                <OwnerLetter key={name} {...markOf(name)} name={name} />
              ))}
            </span>
            <span className={styles.at}>{at + 1}</span>
            <code>
              <span className={field.pieces}>
                <CodePieces pieces={pieces} />
              </span>
            </code>
          </li>
        ))}
      </ol>
      <textarea
        className={classes(field.layer, field.field)}
        aria-label={`File of ${manager}`}
        spellCheck={false}
        autoCapitalize="off"
        wrap="off"
        value={text}
        onChange={({ target }) => apply.edit(side, target.value)}
      />
    </div>
  )
}
