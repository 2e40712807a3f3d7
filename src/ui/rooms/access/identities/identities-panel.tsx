import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { Button, classes, Count, IconButton } from '#ui/kit/button.tsx'
import { actorName } from '#ui/model/actor-name.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { AuthorizersList } from './authorizers-list.tsx'
import { gridUsers } from '#ui/rooms/access/state/decide.ts'
import { actorOf, cannotAct, groupWords, type Identity, sourceWords } from '#ui/rooms/access/state/identities.ts'
import { useAccess, useAccessState, useIdentities } from '#ui/rooms/access/state/use-access.ts'
import styles from './identities.module.css'

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowUp: (at) => at - 1,
  k: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  j: (at) => at + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Returns the next index of the list for a key; `null` for other keys. */
function stepOf(event: KeyboardEvent, at: number, count: number): number | null {
  const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return null
  event.preventDefault()
  event.stopPropagation()
  return Math.max(0, Math.min(count - 1, step(at, count)))
}

/** Lists all identities for which a decision can be requested. The selected one is the user of the request form. */
export function IdentitiesPanel() {
  const lab = useLab()
  const { store, decide } = useAccess()
  const identities = useIdentities()
  const chosenId = useAccessState((state) => state.identityId)
  const list = useRef<HTMLDivElement>(null)
  const choose = (identity: Identity | undefined) => {
    if (identity === undefined) return
    const row = gridUsers(lab, store.getState().tokens).findIndex(({ id }) => id === identity.id)
    store.chooseIdentity(identity.id)
    if (row >= 0) store.mark({ ...store.getState().marked, row })
    void decide()
  }
  const at = identities.findIndex(({ id }) => id === chosenId)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
  const onKeyDown = (event: KeyboardEvent) => {
    const to = stepOf(event, at, identities.length)
    if (to !== null) choose(identities[to])
  }
  const chosen = identities[at]
  return (
    <>
      <Head count={identities.length} />
      <div className={styles.scroll}>
        {/* The list is one tab stop, with arrow keys inside. */}
        <div
          ref={list}
          role="listbox"
          aria-label="Identities"
          tabIndex={0}
          data-main-stop
          aria-activedescendant={chosen === undefined ? undefined : `identity-${chosen.id}`}
          className={styles.list}
          onKeyDown={onKeyDown}
        >
          {identities.map((identity) => (
            <Row
              key={identity.id}
              identity={identity}
              isChosen={identity === chosen}
              onChoose={() => choose(identity)}
            />
          ))}
        </div>
        {chosen !== undefined && <IdentityActions identity={chosen} />}
        <AuthorizersList />
      </div>
    </>
  )
}

function Head({ count }: { readonly count: number }) {
  const { store } = useAccess()
  return (
    <header className={styles.head}>
      <h2>Identities</h2>
      <Count>{count}</Count>
      <span className={styles.fill} />
      <Button size="small" icon="plus" onClick={() => store.openMintForm()} data-testid="open-mint">
        Mint token
      </Button>
    </header>
  )
}

interface RowProps {
  readonly identity: Identity
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Row({ identity, isChosen, onChoose }: RowProps) {
  const lab = useLab()
  const nowMs = useStore(lab.clock.store, (state) => state.nowMs)
  const acting = useStore(lab.actor)
  const isActing = acting.name === identity.user.name && (acting.token ?? '') === identity.token
  return (
    // The list has the focus and handles the keys; the click handler is for pointers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="option"
      id={`identity-${identity.id}`}
      aria-selected={isChosen}
      className={classes(styles.row, isChosen && styles.chosen, identity.error !== '' && styles.refused)}
      title={identity.user.name}
      data-identity={identity.user.name}
      onClick={onChoose}
    >
      <b>{identity.source === 'none' ? identity.user.name : actorName(identity.user.name)}</b>
      <span>{isActing ? `acting, ${sourceWords(identity, nowMs)}` : sourceWords(identity, nowMs)}</span>
      <small>{groupWords(identity)}</small>
    </div>
  )
}

/** Actions on the selected identity: act as it in the Lab, delete its token. */
function IdentityActions({ identity }: { readonly identity: Identity }) {
  const lab = useLab()
  const { forgetToken, store } = useAccess()
  const nowMs = useStore(lab.clock.store, (state) => state.nowMs)
  const why = cannotAct(identity, nowMs)
  return (
    <div className={styles.actions}>
      <Button
        size="small"
        icon="user"
        disabled={why !== ''}
        title={why === '' ? 'Requests of the Lab are sent as this identity' : why}
        onClick={() => lab.actor.choose(actorOf(identity))}
      >
        Act as
      </Button>
      {why !== '' && <small>{why}</small>}
      {identity.source === 'token' && (
        <IconButton
          icon="x"
          size="small"
          iconSize={12}
          label={`Forget the token of ${identity.user.name}`}
          onClick={() => {
            forgetToken(identity.id.slice('token/'.length))
            store.chooseIdentity('session/alice')
          }}
        />
      )}
    </div>
  )
}
