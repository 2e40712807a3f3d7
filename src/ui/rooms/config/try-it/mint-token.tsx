import { useState } from 'react'
import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type { MintedToken, MintRequest, WorldIssuer } from '#facts/world-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { Refusal } from '#client/refusal.ts'
import { postJson } from '#ui/model/api.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { decodeToken } from '#ui/rooms/config/state/try-store.ts'
import { useRoom, useRoomState, useTryState } from '#ui/rooms/config/state/use-room.ts'
import styles from './mint-token.module.css'

const forgeries = {
  '': 'as the issuer signs it',
  'changed-claims': 'claims changed after signing',
  'foreign-key': 'signed with a foreign key',
  unsigned: 'not signed',
} as const
type Forgery = keyof typeof forgeries

/** The button that opens the token form; hidden when there is no simulated issuer. */
export function MintButton() {
  const { attempts } = useRoom()
  const isMinting = useTryState((state) => state.isMinting)
  const hasIssuers = useRoomState((state) => (state.world?.issuers.length ?? 0) > 0)
  if (!hasIssuers) return null
  return (
    <Button
      size="small"
      aria-expanded={isMinting}
      onClick={() => (isMinting ? attempts.closeMintForm() : attempts.openMintForm())}
    >
      Mint a token
    </Button>
  )
}

/**
 * Returns the initial claims of a new token: those of the current token if it is of this issuer, else the issuer's
 * sample.
 */
function firstClaims(issuer: WorldIssuer, token: string): string {
  const claims = decodeToken(token)?.claims
  const { iat: _iat, exp: _exp, ...rest } = claims?.['iss'] === issuer.url ? claims : issuer.sample
  return JSON.stringify(rest, null, 2)
}

/** Parses the claims as JSON, or returns the problem. */
function readClaims(text: string): { readonly claims: JsonObject } | { readonly problem: string } {
  try {
    const value = JSON.parse(text) as Json
    return isObject(value) ? { claims: value } : { problem: 'claims must be an object' }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { problem: error.message }
  }
}

export function MintToken() {
  const issuers = useRoomState((state) => state.world?.issuers ?? [])
  const [chosen, setChosen] = useState('')
  const issuer = issuers.find(({ name }) => name === chosen) ?? issuers[0]
  if (issuer === undefined) return null
  return <MintForm key={issuer.name} issuer={issuer} issuers={issuers} onIssuer={setChosen} />
}

/** Returns the state of the form and the function that requests the token from the issuer. */
function useMint(issuer: WorldIssuer) {
  const lab = useLab()
  const { attempts } = useRoom()
  const [text, setText] = useState(() => firstClaims(issuer, attempts.getState().input.token))
  const [forgery, setForgery] = useState<Forgery>('')
  const [refusal, setRefusal] = useState('')
  const read = readClaims(text)
  const mint = async () => {
    if ('problem' in read) return
    const request: MintRequest = { claims: read.claims, ...(forgery === '' ? {} : { forgery }) }
    try {
      const path = `/debug/world/issuers/${encodeURIComponent(issuer.name)}/tokens`
      const { token } = await postJson<MintedToken>(lab.read, path, request)
      setRefusal('')
      attempts.setToken(token)
      attempts.closeMintForm()
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof TypeError)) throw error
      setRefusal(error.message)
    }
  }
  return { text, setText, forgery, setForgery, refusal, read, mint }
}

interface MintFormProps {
  readonly issuer: WorldIssuer
  readonly issuers: readonly WorldIssuer[]
  readonly onIssuer: (name: string) => void
}

function MintForm({ issuer, issuers, onIssuer }: MintFormProps) {
  const { attempts } = useRoom()
  const { text, setText, forgery, setForgery, refusal, read, mint } = useMint(issuer)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={styles.mintForm}
      aria-label="Mint a token"
      onSubmit={(event) => {
        event.preventDefault()
        void mint()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void mint()
        if (event.key !== 'Escape') return
        event.preventDefault()
        attempts.closeMintForm()
      }}
    >
      <label>
        <span>Issuer</span>
        <select value={issuer.name} onChange={(event) => onIssuer(event.target.value)}>
          {issuers.map(({ name, url }) => (
            <option key={name} value={name}>
              {url}
            </option>
          ))}
        </select>
      </label>
      <SignatureField forgery={forgery} onForgery={setForgery} />
      <textarea
        aria-label="Claims"
        aria-invalid={'problem' in read}
        spellCheck={false}
        rows={Math.min(14, Math.max(6, text.split('\n').length))}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className={styles.foot}>
        <span role={'problem' in read || refusal !== '' ? 'alert' : undefined}>
          {'problem' in read ? read.problem : refusal === '' ? 'iss, iat and exp are added where absent.' : refusal}
        </span>
        <Button type="submit" size="small" look="primary" disabled={'problem' in read}>
          Mint
        </Button>
      </p>
    </form>
  )
}

interface SignatureFieldProps {
  readonly forgery: Forgery
  readonly onForgery: (forgery: Forgery) => void
}

function SignatureField({ forgery, onForgery }: SignatureFieldProps) {
  return (
    <label>
      <span>Signature</span>
      <select
        value={forgery}
        onChange={(event) => {
          const wanted = event.target.value
          if (Object.hasOwn(forgeries, wanted)) onForgery(wanted as Forgery)
        }}
      >
        {Object.entries(forgeries).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}
