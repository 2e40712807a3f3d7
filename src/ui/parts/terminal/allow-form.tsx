import { useId, useState } from 'react'
import { useStore } from 'zustand'
import type { ClusterInfo, ClusterWords } from '#facts/clusters-api.ts'
import type { TerminalStatus, TerminalStore } from '#facts/terminal.ts'
import { Button } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { clustersStore, openCluster, shownCluster } from '#ui/parts/clusters/store.ts'
import { CopiedLine } from './copied-line.tsx'
import { bridgeCommand } from './terminal-words.ts'
import styles from './terminal.module.css'

interface AllowFormProps {
  readonly status: TerminalStatus
  readonly terminal: TerminalStore
}

const wordsOf = (text: string): ClusterWords => (text.trim().endsWith('.kubernetes') ? 'kubernetes' : 'orch')

/** Asks for the address that a bridge printed, and for the person's consent. */
export function AllowForm({ status, terminal }: AllowFormProps) {
  const lab = useLab()
  const field = useId()
  const shown = useStore(clustersStore(lab).store, shownCluster)
  const [link, setLink] = useState(status.link)
  const words = shown?.vocabulary ?? 'orch'
  const title = shown?.title ?? 'bookshop'
  const isForeign = link !== '' && wordsOf(link) !== words
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isForeign) terminal.actions.allow(link.trim(), title)
      }}
    >
      <dl>
        <CopiedLine label="Run" text={bridgeCommand(title, words, location.origin)} />
        <dt>
          <label htmlFor={field}>Address</label>
        </dt>
        <dd>
          <input
            id={field}
            className={styles.link}
            value={link}
            spellCheck={false}
            autoComplete="off"
            placeholder="The line that the bridge printed: 41234.q8Zr…"
            onChange={(event) => setLink(event.target.value)}
          />
        </dd>
      </dl>
      {status.message !== '' && (
        <p role="alert" className={styles.refused}>
          {status.message}
        </p>
      )}
      {isForeign && <OtherWords wanted={wordsOf(link)} leave={() => terminal.actions.propose(link)} />}
      <Consent link={link} title={title} as={status.as.name} />
      <div className={styles.actions}>
        {status.state === 'asked' && (
          <Button look="ghost" onClick={terminal.actions.stop}>
            Refuse
          </Button>
        )}
        <Button
          look="primary"
          type="submit"
          disabled={link.trim() === '' || isForeign || status.state === 'connecting'}
        >
          Allow
        </Button>
      </div>
    </form>
  )
}

/** Says what Allow means. */
function Consent({ link, title, as }: { readonly link: string; readonly title: string; readonly as: string }) {
  const port = /(?:^|=)(\d{1,5})\./.exec(link)?.[1]
  if (port === undefined) return <p>Allow only a bridge that you started.</p>
  return (
    <p>
      The program at <code>127.0.0.1:{port}</code> will read and write <b>{title}</b> as {as}. Allow it only if you
      started it. The permission ends with this tab.
    </p>
  )
}

interface OtherWordsProps {
  readonly wanted: ClusterWords
  /** Called before another cluster is opened. */
  readonly leave: () => void
}

/** The clients of the bridge use names that the shown cluster does not have: offers a cluster that has them. */
function OtherWords({ wanted, leave }: OtherWordsProps) {
  const clusters = clustersStore(useLab())
  const known = useStore(clusters.store, (state) => state.clusters)
  const shown = useStore(clusters.store, shownCluster)
  const refused = useStore(clusters.store, (state) => state.refused)
  const live = known.filter(({ deletedMs, vocabulary = 'orch' }) => deletedMs === undefined && vocabulary === wanted)
  const open = (cluster: ClusterInfo): void => {
    leave()
    openCluster(cluster, shown)
  }
  const make = async (): Promise<void> => {
    const made = await clusters.create({ title: 'kubernetes', from: { type: 'empty' }, vocabulary: wanted })
    if (made !== null) open(made)
  }
  return (
    <div className={styles.other}>
      <p>
        {wanted === 'kubernetes'
          ? 'This bridge is for clients with Kubernetes’ names, such as kubectl. This cluster has the names of orch.io.'
          : 'This bridge is for clients with the names of orch.io. This cluster has Kubernetes’ names.'}
      </p>
      {live.slice(0, 4).map((cluster: ClusterInfo) => (
        <Button key={cluster.name} onClick={() => open(cluster)}>
          Open {cluster.title}
        </Button>
      ))}
      {live.length === 0 && <Button onClick={() => void make()}>Make an empty cluster with these names</Button>}
      {refused !== '' && <p role="alert">{refused}</p>}
    </div>
  )
}
