import { useStore } from 'zustand'
import type { Json, JsonObject } from '#api/json.ts'
import type { TokenTrial } from '#facts/config-api.ts'
import { cutMiddle } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { MintToken } from './mint-token.tsx'
import { lineOfField } from './line-of-field.ts'
import { textOf } from '#ui/rooms/config/state/room-store.ts'
import { Step, Steps, TrialRefused } from './steps-list.tsx'
import { decodeToken, shownSteps, type Tried } from '#ui/rooms/config/state/try-store.ts'
import { pastedToken, timeOfClaim } from '#ui/rooms/config/state/token-text.ts'
import { useRoom, useRoomState, useTryState } from '#ui/rooms/config/state/use-room.ts'
import styles from './try.module.css'

/** Tries authentication: a token and its user. */
export function TryToken() {
  const { attempts } = useRoom()
  const token = useTryState((state) => state.input.token)
  const isMinting = useTryState((state) => state.isMinting)
  const { draft, running } = useTryState((state) => state.token)
  return (
    <>
      {isMinting && <MintToken />}
      <TokenField token={token} onChange={(text) => attempts.setToken(text)} />
      {token.trim() === '' ? (
        <p className={styles.say}>
          Paste a token, or mint one: the issuers of the simulated world sign it with their real keys.
        </p>
      ) : (
        <Claims token={token} />
      )}
      <div className={styles.result}>
        <TokenSteps tried={draft ?? running} isDraft={draft !== null} />
      </div>
      {draft !== null && running !== null && <RunningIdentity tried={running} />}
    </>
  )
}

function TokenField({ token, onChange }: { readonly token: string; readonly onChange: (text: string) => void }) {
  const parts = token.trim().split('.').map(shortPart)
  return (
    <div className={styles.token}>
      <div className={styles.colours} aria-hidden="true">
        {parts.map((part, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} data-part={at}>
            {at > 0 && '.'}
            {part}
          </span>
        ))}
      </div>
      <textarea
        aria-label="Token"
        placeholder="eyJ…"
        spellCheck={false}
        autoComplete="off"
        value={token}
        onChange={(event) => onChange(pastedToken(event.target.value))}
      />
    </div>
  )
}

const PART_SHOWN = 56

/** Shortens a long part in the middle; the focused field shows the whole token. */
const shortPart = (part: string): string => cutMiddle(part, PART_SHOWN)

const times: ReadonlySet<string> = new Set(['exp', 'iat', 'nbf'])

/** Header and claims of the token, decoded but not verified. */
function Claims({ token }: { readonly token: string }) {
  const decoded = decodeToken(token)
  if (decoded === null)
    return <p className={styles.say}>Not a token: expected three parts of base64url, separated by dots.</p>
  const { header, claims } = decoded
  return (
    <dl className={styles.claims}>
      <div>
        <dt>header</dt>
        <dd>{headerWords(header)}</dd>
      </div>
      {Object.entries(claims).map(([name, value]) => (
        <div key={name}>
          <dt title={name}>{name}</dt>
          <dd>
            <ClaimValue name={name} value={value ?? null} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const headerWords = (header: JsonObject): string =>
  Object.entries(header)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')

function ClaimValue({ name, value }: { readonly name: string; readonly value: Json }) {
  const nowMs = useStore(useLab().clock.store, (state) => state.nowMs)
  if (!times.has(name) || typeof value !== 'number') return typeof value === 'string' ? value : JSON.stringify(value)
  const { at, distance } = timeOfClaim(value, nowMs)
  return (
    <>
      {at} <span className={styles.quiet}>{distance}</span>
    </>
  )
}

function TokenSteps({ tried, isDraft }: { readonly tried: Tried<TokenTrial> | null; readonly isDraft: boolean }) {
  const text = useRoomState((state) => textOf(state, 'authentication'))
  if (tried === null) return null
  if (tried.type === 'refused') return <TrialRefused message={tried.message} />
  const { trial } = tried
  const steps = shownSteps(trial)
  const isReported = steps.some(({ state, details }) => state === 'bad' && details.includes(trial.error))
  return (
    <>
      <Steps label="From token to identity">
        {steps.map(({ title, state, details, field }, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <Step key={`${title} ${at}`} state={state} number={at + 1} title={title} line={lineOfField(text, field)}>
            {details.map((detail) => (
              <p key={detail}>{detail}</p>
            ))}
          </Step>
        ))}
        {trial.user === null && (
          <Step state="bad" number={steps.length + 1} title="401 Unauthorized">
            {!isReported && <p>{trial.error}</p>}
          </Step>
        )}
      </Steps>
      {trial.user !== null && <Identity title={isDraft ? 'Identity under the draft' : 'Identity'} user={trial.user} />}
    </>
  )
}

function RunningIdentity({ tried }: { readonly tried: Tried<TokenTrial> }) {
  if (tried.type === 'trial' && tried.trial.user !== null)
    return <Identity title="Identity under the running file" user={tried.trial.user} isFoot />
  const why = tried.type === 'trial' ? tried.trial.error : tried.message
  return (
    <section className={styles.foot}>
      <h3>Identity under the running file</h3>
      <p>not authenticated: {why}</p>
    </section>
  )
}

interface IdentityProps {
  readonly title: string
  readonly user: NonNullable<TokenTrial['user']>
  readonly isFoot?: boolean
}

function Identity({ title, user, isFoot = false }: IdentityProps) {
  return (
    <section className={isFoot ? styles.foot : styles.identity} aria-label={title}>
      <h3>{title}</h3>
      <dl>
        <dt>username</dt>
        <dd>
          <code>{user.name}</code>
        </dd>
        <dt>groups</dt>
        <dd>
          {user.groups.map((group) => (
            <code key={group}>{group}</code>
          ))}
        </dd>
        {user.uid !== '' && (
          <>
            <dt>uid</dt>
            <dd>
              <code>{user.uid}</code>
            </dd>
          </>
        )}
        {Object.entries(user.extra).map(([key, values]) => (
          <div key={key} className={styles.extra}>
            <dt title={key}>{key}</dt>
            <dd>
              <code>{values.join(', ')}</code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
