import { type RefObject, useEffect, useState } from 'react'
import type { ClusterInfo } from '#facts/clusters-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { Icon, type IconName } from '#ui/kit/icon.tsx'
import { numberText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { type ClusterContents, filesText, readContents, secretsText } from './cluster-contents.ts'
import { freesText, originText, sizeText, usedText } from './cluster-rows.ts'
import styles from './cluster-detail.module.css'

interface DetailProps {
  readonly cluster: ClusterInfo
  readonly isShown: boolean
  readonly nowMs: number
  readonly refused: string
  readonly titleField: RefObject<HTMLInputElement | null>
  /** Moves the focus to the list: the control that was used is gone after the action. */
  readonly onDone: () => void
  readonly onOpen: () => void
  readonly onDuplicate: () => void
  readonly onRename: (title: string) => void
  readonly onDelete: () => void
  readonly onRestore: () => void
  /** True if another tab shows it. */
  readonly isElsewhere: boolean
  /** The names of those tabs, in words; `''` before they answer. */
  readonly tabs: string
  readonly onOpenCopy: () => void
  readonly onExport: () => void
  readonly onExpire: () => void
}

/** The chosen cluster: its facts, and what can be done with it. */
export function ClusterDetail(props: DetailProps) {
  const { cluster, nowMs, refused } = props
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
      <OpenButtons {...props} />
      <Facts cluster={cluster} nowMs={nowMs} />
      {deletedMs === undefined && <Actions key={cluster.name} {...props} />}
      {deletedMs !== undefined && (
        <p className={styles.address}>Its data is erased when the last tab of this page has closed.</p>
      )}
    </section>
  )
}

/** The ways to show the cluster in this tab. One that another tab shows is joined: both write to it. [MC16] */
function OpenButtons({ cluster, isShown, isElsewhere, tabs, onDone, onOpen, onOpenCopy, onRestore }: DetailProps) {
  if (cluster.deletedMs !== undefined)
    return (
      <div className={styles.buttons}>
        <Button
          look="primary"
          onClick={() => {
            onDone()
            onRestore()
          }}
        >
          Restore
        </Button>
      </div>
    )
  const isJoined = isElsewhere && !isShown
  return (
    <>
      {isElsewhere && (
        <p className={styles.address}>
          {tabs === '' ? 'Another tab shows it' : `Tab ${tabs} shows it`}
          {isShown ? ' too.' : '.'} What one tab writes, the other sees.
        </p>
      )}
      <div className={styles.buttons}>
        <Button look="primary" disabled={isShown} onClick={onOpen}>
          {isShown ? 'Shown in this tab' : isJoined ? 'Join' : 'Open'}
        </Button>
        {isJoined && <Button onClick={onOpenCopy}>Open a copy</Button>}
      </div>
    </>
  )
}

/** The actions on a cluster that is not deleted. Expiring its history is asked once more. [MC17] */
function Actions({ cluster, isShown, titleField, onDone, onDuplicate, onDelete, onExport, onExpire }: DetailProps) {
  const [isAsked, setAsked] = useState(false)
  const frees = freesText(cluster)
  const leave = (run: () => void) => (): void => {
    onDone()
    run()
  }
  return (
    <div className={styles.actions}>
      <Action icon="copy" label="Duplicate" note="Ctrl D" onClick={leave(onDuplicate)} />
      <Action icon="file" label="Rename" note="F2" onClick={() => titleField.current?.select()} />
      <Action icon="drop" label="Export file" note={`${sizeText(cluster)}, values left out`} onClick={onExport} />
      <Action
        icon="clock"
        label={isShown ? 'Expire history…' : `Expire history to ${numberText(cluster.figures?.revision ?? 0)}`}
        note={frees === '' ? 'nothing to free' : frees}
        disabled={frees === ''}
        onClick={() => (isShown ? onExpire() : setAsked(true))}
      />
      {isAsked && frees !== '' && (
        <p className={styles.ask} role="alert">
          Its past can no longer be read then; its objects stay as they are.
          <Button size="small" onClick={leave(onExpire)}>
            Expire
          </Button>
          <Button size="small" look="ghost" onClick={leave(() => setAsked(false))}>
            Keep it
          </Button>
        </p>
      )}
      <Action
        icon="x"
        label="Delete"
        note={cluster.isDefault ? 'not the first one' : isShown ? 'open another first' : 'can be restored'}
        disabled={cluster.isDefault || isShown}
        onClick={leave(onDelete)}
      />
    </div>
  )
}

/** The counts of a cluster whose server runs; `null` before they are read. */
function useContents(cluster: ClusterInfo): ClusterContents | null {
  const { read } = useLab()
  const [found, setFound] = useState<{ readonly of: ClusterInfo; readonly contents: ClusterContents | null } | null>(
    null,
  )
  useEffect(() => {
    const ending = new AbortController()
    void readContents(read, cluster).then((contents) => {
      if (!ending.signal.aborted) setFound({ of: cluster, contents })
    })
    return () => ending.abort()
  }, [read, cluster])
  return found?.of === cluster ? found.contents : null
}

function Facts({ cluster, nowMs }: Pick<DetailProps, 'cluster' | 'nowMs'>) {
  const { figures } = cluster
  const contents = useContents(cluster)
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
      {contents !== null && (
        <>
          <dt>Files</dt>
          <dd>{filesText(contents)}</dd>
          <dt>Secrets</dt>
          <dd>{secretsText(contents)}</dd>
        </>
      )}
    </dl>
  )
}

function Title({ cluster, titleField, onDone, onRename }: DetailProps) {
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
        // The field commits as it loses the focus.
        if (event.key === 'Enter') onDone()
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
