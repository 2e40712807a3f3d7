import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useLab } from '#ui/lab/use-lab.ts'
import { objectKey } from '#ui/model/objects-state.ts'
import { countText } from '#ui/model/words.ts'
import type { CellAnswer } from './answers.ts'
import { versionsStore } from './store.ts'
import { listAnswer, type ListAnswer as ListOfAnswer } from './then-and-now.ts'
import styles from './list-answer.module.css'

/** A list as it was answered, its objects beside the same ones now, and how it goes on. [VM5] */
export function ListAnswer({ answer: { exchange, words, isOld } }: { readonly answer: CellAnswer }) {
  const lab = useLab()
  const subject = useStore(versionsStore(lab).store, (state) => state.subject)
  const items = useStore(lab.objects, ({ collections }) => collections.get(subject?.ref.resourceId ?? '')?.items)
  const list = useMemo(
    () => listAnswer(exchange.object, (namespace, name) => items?.get(objectKey({ metadata: { namespace, name } }))),
    [exchange.object, items],
  )
  if (list === null || subject === null) return <p>{words}</p>
  const { rows, moreCount, resourceVersion } = list
  return (
    <>
      <p>{words}</p>
      {rows.length > 0 && (
        <table className={styles.table} data-testid="versions-then">
          <thead>
            <tr>
              <th scope="col">{subject.resource.resource}</th>
              <th scope="col">at {resourceVersion}</th>
              <th scope="col">now</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, field, old, now }) => (
              <tr key={key}>
                <th scope="row" title={key}>
                  {name}
                </th>
                <td className={isOld && now !== 'the same' ? styles.old : undefined}>
                  {field} {old}
                </td>
                <td>
                  {field} {now}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {moreCount > 0 && <p className={styles.more}>and {countText(moreCount, 'more object')}</p>}
      <ListFacts list={list} />
    </>
  )
}

/** The version of the list, and how it goes on. */
function ListFacts({ list: { resourceVersion, token, continues, remaining } }: { readonly list: ListOfAnswer }) {
  return (
    <dl className={styles.facts}>
      <dt>resourceVersion</dt>
      <dd>"{resourceVersion}"</dd>
      {token !== '' && (
        <>
          <dt>continue</dt>
          <dd title={token}>
            {token.slice(0, 14)}…{continues !== '' && <span> holds {continues}</span>}
          </dd>
        </>
      )}
      {remaining !== null && (
        <>
          <dt>remaining</dt>
          <dd>{remaining}</dd>
        </>
      )}
    </dl>
  )
}
