import { type RefObject, useState } from 'react'
import type { ClusterInfo } from '#facts/clusters-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { Icon, type IconName } from '#ui/kit/icon.tsx'
import { numberText } from '#ui/model/words.ts'
import { originText, sizeText, usedText } from './cluster-rows.ts'
import styles from './cluster-detail.module.css'

interface DetailProps {
  readonly cluster: ClusterInfo
  readonly isShown: boolean
  readonly nowMs: number
  readonly refused: string
  readonly titleField: RefObject<HTMLInputElement | null>
  readonly onOpen: () => void
  readonly onDuplicate: () => void
  readonly onRename: (title: string) => void
  readonly onDelete: () => void
  readonly onRestore: () => void
}

/** The chosen cluster: its facts, and what can be done with it. */
export function ClusterDetail(props: DetailProps) {
  const { cluster, isShown, nowMs, refused, onOpen, onDuplicate, onDelete, onRestore } = props
  const { deletedMs } = cluster
  return (
    <section className={styles.detail} aria-label={cluster.title}>
      <Title key={`${cluster.name} ${cluster.title}`} {...props} />
      <p className={styles.address}>
        <code>/clusters/{cluster.name}/…</code> reaches it{cluster.isDefault ? ', as do paths without a cluster' : ''}.
      </p>
      {refused !== '' && (
        <p role="alert" className={styles.refused}>
          {refused}
        </p>
      )}
      <div className={styles.buttons}>
        {deletedMs === undefined ? (
          <Button look="primary" disabled={isShown} onClick={onOpen}>
            {isShown ? 'Shown in this tab' : 'Open'}
          </Button>
        ) : (
          <Button look="primary" onClick={onRestore}>
            Restore
          </Button>
        )}
      </div>
      <Facts cluster={cluster} nowMs={nowMs} />
      {deletedMs === undefined && (
        <div className={styles.actions}>
          <Action icon="copy" label="Duplicate" note="Ctrl D" onClick={onDuplicate} />
          <Action icon="file" label="Rename" note="F2" onClick={() => props.titleField.current?.select()} />
          <Action
            icon="x"
            label="Delete"
            note={cluster.isDefault ? 'not the first one' : isShown ? 'open another first' : 'can be restored'}
            disabled={cluster.isDefault || isShown}
            onClick={onDelete}
          />
        </div>
      )}
      {deletedMs !== undefined && (
        <p className={styles.address}>Its data is erased when the last tab of this page has closed.</p>
      )}
    </section>
  )
}

function Facts({ cluster, nowMs }: Pick<DetailProps, 'cluster' | 'nowMs'>) {
  const { figures } = cluster
  return (
    <dl className={styles.facts}>
      <dt>Made</dt>
      <dd>{originText(cluster, nowMs)}</dd>
      <dt>Opened</dt>
      <dd>{usedText(cluster.usedMs, nowMs)}</dd>
      {figures !== undefined && (
        <>
          <dt>Revision</dt>
          <dd>
            {numberText(figures.revision)}, history from {numberText(figures.compacted + 1)}
          </dd>
          <dt>Objects</dt>
          <dd>
            {numberText(figures.objectCount)}, {sizeText(cluster)} with their history
          </dd>
        </>
      )}
    </dl>
  )
}

function Title({ cluster, titleField, onRename }: DetailProps) {
  const [title, setTitle] = useState(cluster.title)
  const commit = (): void => {
    if (title.trim() === '') setTitle(cluster.title)
    else if (title !== cluster.title) onRename(title.trim())
  }
  return (
    <input
      ref={titleField}
      className={styles.title}
      aria-label="Title of the cluster"
      maxLength={63}
      spellCheck={false}
      value={title}
      disabled={cluster.deletedMs !== undefined}
      onChange={(event) => setTitle(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        if (event.key !== 'Escape') return
        event.stopPropagation()
        event.preventDefault()
        setTitle(cluster.title)
      }}
    />
  )
}

interface ActionProps {
  readonly icon: IconName
  readonly label: string
  readonly note: string
  readonly disabled?: boolean
  readonly onClick: () => void
}

function Action({ icon, label, note, disabled = false, onClick }: ActionProps) {
  return (
    <button type="button" className={styles.action} disabled={disabled} onClick={onClick}>
      <Icon name={icon} size={14} />
      <span>{label}</span>
      <small>{note}</small>
    </button>
  )
}
