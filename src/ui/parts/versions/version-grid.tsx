import { Fragment, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { classes } from '#ui/kit/button.tsx'
import { moveInGrid } from '#ui/kit/grid-keys.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import type { CellAnswer } from './answers.ts'
import { type Ask, askKey, bandPath, type Column, columns, rows, verbTitles, waitingWords } from './grid.ts'
import { readChoice, versionsStore } from './store.ts'
import styles from './versions.module.css'

const columnWords: Readonly<Record<Column, string>> = {
  unset: 'unset',
  any: 'any',
  old: 'of the past',
  future: 'not yet there',
}

/** The source of an answer, or what the cell waits for. Of a refused one the code says that it was refused. */
function sourceWords(ask: Ask, answer: CellAnswer | undefined): string {
  if (answer === undefined) return waitingWords(ask)
  return answer.served === 'refused' ? '' : answer.served
}

function Cell({ ask }: { readonly ask: Ask }) {
  const lab = useLab()
  const versions = versionsStore(lab)
  const key = askKey(ask)
  const answer = useStore(versions.store, ({ answers }) => answers.get(key))
  const { cell } = readChoice(useStore(lab.layout, (state) => state.benches['versions'] ?? ''))
  const isRefused = answer !== undefined && answer.code >= 400
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the button is the content
    <td className={classes(answer?.isOld === true && styles.old, cell === key && styles.here)}>
      <button
        type="button"
        data-cell={key}
        data-code={answer?.code}
        aria-pressed={cell === key}
        tabIndex={cell === key ? 0 : -1}
        onClick={() => void versions.choose({ cell: key })}
      >
        <b className={isRefused ? styles.bad : styles.good}>{answer?.code ?? '…'}</b>
        <span>
          <span className={classes(styles.words, isRefused && styles.refusal)}>{answer?.words ?? 'asked'}</span>
          <small>{sourceWords(ask, answer)}</small>
        </span>
      </button>
    </td>
  )
}

/** Verbs by match by version. `steps` moves the version of the past. */
export function Grid({ steps }: { readonly steps: ReactNode }) {
  const { versions, subject } = useStore(versionsStore(useLab()).store)
  return (
    // Keys of the buttons in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <table onKeyDown={(event) => moveInGrid(event, columns.length)}>
      <thead>
        <tr>
          <th scope="col">Match</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column === 'unset' ? (
                <>
                  resourceVersion <b>unset</b>
                </>
              ) : (
                <>
                  <b>{versions[column]}</b> {columnWords[column]}
                </>
              )}
              {column === 'old' && steps}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ verb, match }, at) => (
          <Fragment key={`${verb} ${match}`}>
            {rows[at - 1]?.verb !== verb && (
              <tr className={styles.band}>
                <th scope="rowgroup" colSpan={columns.length + 1}>
                  <b>{verbTitles[verb]}</b>
                  {subject !== null && <code>{bandPath(verb, subject.resource.resource, subject.ref.name)}</code>}
                  {verb === 'get' && <small> does not read resourceVersionMatch</small>}
                  {verb === 'watch' && <small> with NotOlderThan sends sendInitialEvents=true</small>}
                </th>
              </tr>
            )}
            <tr>
              <th scope="row">{match === '' ? 'unset' : match}</th>
              {columns.map((column) => (
                <Cell key={column} ask={{ verb, match, column }} />
              ))}
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}
