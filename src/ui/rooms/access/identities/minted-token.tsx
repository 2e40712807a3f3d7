import { useStore } from 'zustand'
import { copyText } from '#ui/kit/copy-text.ts'
import { Button } from '#ui/kit/button.tsx'
import { Pill } from '#ui/kit/text.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { valueOf } from '#ui/rooms/access/state/debug-call.ts'
import { actorOf, cannotAct, type MadeToken } from '#ui/rooms/access/state/identities.ts'
import { Yaml } from '#ui/rooms/access/decision/reviews.tsx'
import { TokenStep } from '#ui/rooms/access/decision/token-steps.tsx'
import { useAccess, useAccessState, useIdentities } from '#ui/rooms/access/state/use-access.ts'
import trace from '#ui/rooms/access/decision/trace.module.css'
import styles from './mint.module.css'

/** Shows a token in its three parts, and how the running configuration authenticates it, step by step. */
export function MintedToken({ made }: { readonly made: MadeToken | null }) {
  const { startWith, retryTokens } = useAccess()
  const configs = useAccessState((state) => valueOf(state.configs))
  const refusal = useAccessState((state) => state.refusal)
  // The configuration may have been reloaded since, so the trial runs again.
  const current = useAccessState(({ tokens }) => tokens.find(({ id }) => id === made?.id)) ?? made
  const isConfigured =
    configs?.configs.some(({ kind, text }) => kind === 'AuthenticationConfiguration' && text !== null) === true
  return (
    <>
      {!isConfigured && (
        <div className={styles.begin}>
          <p>No authentication file is in force, so the server accepts no tokens.</p>
          <Button
            size="small"
            data-testid="start-authentication"
            onClick={() => void startWith('AuthenticationConfiguration').then(retryTokens)}
          >
            Trust these issuers
          </Button>
          {refusal !== '' && (
            <p role="alert" className={styles.failure}>
              {refusal}
            </p>
          )}
        </div>
      )}
      {current === null ? (
        <p className={styles.none}>Edit the claims and mint: the server’s decision is shown here, step by step.</p>
      ) : (
        <Verdict made={current} />
      )}
    </>
  )
}

function Verdict({ made }: { readonly made: MadeToken }) {
  return (
    <>
      <Outcome made={made} />
      <ol
        className={trace.trace}
        aria-label="Steps of authentication"
        // It scrolls where the sheet is low, so the keyboard must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {made.trial.steps.map((step, at) => (
          // Steps of one trial never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <TokenStep key={at} step={step} number={at + 1} />
        ))}
      </ol>
      <Foot made={made} />
    </>
  )
}

/** Shows the token, and its user or the reason of the refusal. */
function Outcome({ made }: { readonly made: MadeToken }) {
  const { user, error } = made.trial
  return (
    <>
      <p className={styles.token} data-testid="token">
        {made.token.split('.').map((part, at) => (
          // The three parts never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at}>
            {at > 0 && '.'}
            {part}
          </span>
        ))}
      </p>
      <div className={styles.verdict} data-testid="minted-identity">
        {user === null ? (
          <>
            <Pill tone="refused">401</Pill> <code>{error}</code>
          </>
        ) : (
          <>
            <Pill tone="live">Identity</Pill> <b>{user.name}</b>
          </>
        )}
      </div>
      {user !== null && (
        <Yaml
          object={{
            ...(user.uid === '' ? {} : { uid: user.uid }),
            groups: [...user.groups],
            ...(Object.keys(user.extra).length === 0
              ? {}
              : { extra: Object.fromEntries(Object.entries(user.extra).map(([key, values]) => [key, [...values]])) }),
          }}
        />
      )}
    </>
  )
}

function Foot({ made }: { readonly made: MadeToken }) {
  const lab = useLab()
  const { store, decide } = useAccess()
  const nowMs = useStore(lab.clock.store, (state) => state.nowMs)
  const identity = useIdentities().find(({ id }) => id === `token/${made.id}`)
  const why = identity === undefined ? '' : cannotAct(identity, nowMs)
  return (
    <div className={styles.foot}>
      <Button size="small" icon="copy" onClick={() => void copyText(made.token)}>
        Copy token
      </Button>
      <span className={styles.fill} />
      <Button
        size="small"
        icon="user"
        disabled={identity === undefined || why !== ''}
        title={why === '' ? 'Requests of the Lab carry this token' : why}
        onClick={() => identity !== undefined && lab.actor.choose(actorOf(identity))}
      >
        Act as
      </Button>
      <Button
        size="small"
        onClick={() => {
          store.closeMintForm()
          store.chooseIdentity(`token/${made.id}`)
          void decide()
        }}
      >
        Decide with it
      </Button>
    </div>
  )
}
