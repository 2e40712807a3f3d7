import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { TokenTrial } from '#facts/config-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { clockText, countText, numberText } from '#ui/model/words.ts'
import { type Blast, type BlastGroup, blastOf } from '#ui/rooms/config/state/blast.ts'
import type { Tried } from '#ui/rooms/config/state/try-store.ts'
import { useRoom, useRoomState, useTryState } from '#ui/rooms/config/state/use-room.ts'
import styles from './blast.module.css'

const GROUPS_MAX = 100
const SHORT_MAX = 2

/** Next to the other tabs: how many of the last requests would have another outcome. [CB7] */
export function BlastSummary() {
  const { store } = useRoom()
  return (
    <section className={styles.blast} aria-label="Blast radius">
      <BlastBody
        limit={SHORT_MAX}
        more={
          <Button look="ghost" size="small" onClick={() => store.showDock('blast')}>
            All
          </Button>
        }
      />
    </section>
  )
}

/** The tab that lists every changed outcome, lock-outs first. */
export function BlastList() {
  return (
    <div className={styles.list}>
      <BlastBody limit={GROUPS_MAX} more={null} />
    </div>
  )
}

function BlastBody({ limit, more }: { readonly limit: number; readonly more: ReactNode }) {
  const room = useRoom()
  const file = useRoomState((state) => state.file)
  const { replay, timeMs, refusal, isRunning } = useStore(room.replay.store)
  if (file === 'authentication') return <IdentityBlast />
  if (file !== 'authorization')
    return <p className={styles.say}>Access does not depend on this file: nothing to replay.</p>
  if (refusal !== '') return <p className={styles.say}>The server did not try the draft: {refusal}</p>
  if (replay === null) {
    return (
      <>
        <Head note="no valid draft yet" />
        <p className={styles.say}>
          {isRunning
            ? 'Replaying…'
            : 'Change the file: the last 200 requests are decided again by each valid draft, before it is in force.'}
        </p>
      </>
    )
  }
  const blast = blastOf(replay)
  return (
    <>
      <Head note={`last ${countText(replay.requests.length, 'request')}, last valid draft (${clockText(timeMs)})`}>
        {blast.groups.length > limit && more}
      </Head>
      <Bar blast={blast} />
      <dl className={styles.counts}>
        <Row count={blast.same} tone="">
          same decision
        </Row>
        {blast.groups.slice(0, limit).map((group) => (
          <Group key={`${group.change} ${group.user} ${group.words}`} group={group} />
        ))}
      </dl>
      {blast.groups.length > limit && <p className={styles.rest}>and {blast.groups.length - limit} more changes</p>}
    </>
  )
}

function Head({ note, children }: { readonly note: string; readonly children?: ReactNode }) {
  return (
    <header className={styles.head}>
      <h3>Blast radius</h3>
      <span>{note}</span>
      {children}
    </header>
  )
}

/** The same numbers as a bar. */
function Bar({ blast: { same, refused, allowed } }: { readonly blast: Blast }) {
  return (
    <div className={styles.bar} aria-hidden="true">
      {same > 0 && <i style={{ flexGrow: same }} />}
      {allowed > 0 && <i className={styles.allowed} style={{ flexGrow: allowed }} />}
      {refused > 0 && <i className={styles.refused} style={{ flexGrow: refused }} />}
    </div>
  )
}

interface RowProps {
  readonly count: number
  readonly tone: '' | 'refused' | 'allowed'
  readonly children: ReactNode
}

const Row = ({ count, tone, children }: RowProps) => (
  <div>
    <dt data-tone={tone}>{numberText(count)}</dt>
    <dd>{children}</dd>
  </div>
)

function Group({ group: { change, user, words, why, count } }: { readonly group: BlastGroup }) {
  return (
    <Row count={count} tone={change}>
      newly {change}: <code>{user}</code>, {words}
      {why !== '' && <span className={styles.why}> · {why}</span>}
    </Row>
  )
}

/** States why there are no two identities to compare. */
function untriedWords(draft: Tried<TokenTrial> | null, running: Tried<TokenTrial> | null): string {
  if (draft === null && running === null) return 'Nothing has been tried yet.'
  if (draft === null) return 'There is no draft: the file that runs decides.'
  if (draft.type === 'refused') return 'The draft is refused.'
  return running === null ? 'No file is in force to compare it with.' : 'The running file refuses it.'
}

/** Tokens are not recorded, so past requests cannot be authenticated again: only the token of Try it can. */
function IdentityBlast() {
  const { draft, running } = useTryState((state) => state.token)
  const name = (tried: typeof draft) =>
    tried === null ? null : tried.type === 'refused' ? null : (tried.trial.user?.name ?? 'nobody')
  const [after, before] = [name(draft), name(running)]
  return (
    <>
      <Head note="identities" />
      <p className={styles.say}>
        The server stores no tokens, so past requests cannot be authenticated again, only the token in Try it.
      </p>
      {after === null || before === null ? (
        <p className={styles.say}>{untriedWords(draft, running)}</p>
      ) : before === after ? (
        <p className={styles.one}>
          same identity: <code>{after}</code>
        </p>
      ) : (
        <p className={styles.one}>
          identity changed: <code>{before}</code> → <code>{after}</code>
        </p>
      )}
    </>
  )
}
