import { type ReactNode, useState } from 'react'
import type { WorldIssuer } from '#facts/world-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { Sheet, SheetHead } from '#ui/kit/sheet.tsx'
import { chordText } from '#ui/keyboard/chord.ts'
import { Segments } from '#ui/kit/segments.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { failureWords, valueOf } from '#ui/rooms/access/state/debug-call.ts'
import { forgeries, type Forgery, readClaims, sampleText, toMintRequest } from './mint-request.ts'
import { MintedToken } from './minted-token.tsx'
import type { MadeToken } from '#ui/rooms/access/state/identities.ts'
import { useAccess, useAccessState } from '#ui/rooms/access/state/use-access.ts'
import styles from './mint.module.css'

/** The sheet that mints a token of a simulated issuer and shows the user that the server authenticates it as. */
export function MintSheet() {
  const { store } = useAccess()
  const world = useAccessState((state) => state.world)
  const issuers = valueOf(world)?.issuers ?? []
  const [name, setName] = useState('')
  const issuer = issuers.find((each) => each.name === name) ?? issuers[0]
  const close = () => store.closeMintForm()
  return (
    <Sheet label="Mint a token" className={styles.sheet} onClose={close}>
      <SheetHead
        title="Mint a token"
        note="The issuers are simulated; their keys and signatures are real."
        onClose={close}
      />
      {issuer === undefined ? (
        <p className={styles.none}>{world.type === 'failed' ? world.message : 'No issuers loaded.'}</p>
      ) : (
        <Bench key={issuer.name} issuer={issuer} issuers={issuers} onIssuer={setName} />
      )}
    </Sheet>
  )
}

interface BenchProps {
  readonly issuer: WorldIssuer
  readonly issuers: readonly WorldIssuer[]
  readonly onIssuer: (name: string) => void
}

/** Returns the state of the form; edited claims are kept per issuer. */
function useMintForm(issuer: WorldIssuer) {
  const lab = useLab()
  const { store, mint } = useAccess()
  const edited = useAccessState(({ claims }) => (Object.hasOwn(claims, issuer.name) ? claims[issuer.name] : undefined))
  const text = edited ?? sampleText(issuer)
  const [forgery, setForgery] = useState<Forgery>('none')
  const [kid, setKid] = useState('')
  const [failure, setFailure] = useState('')
  const [made, setMade] = useState<MadeToken | null>(null)
  const edit = (next: string) => store.setClaims(issuer.name, next)
  const make = async () => {
    try {
      const { nowMs } = lab.clock.store.getState()
      setMade(await mint(issuer.name, toMintRequest({ claims: readClaims(text), forgery, kid, nowMs })))
      setFailure('')
    } catch (error) {
      setFailure(failureWords(error))
    }
  }
  return { text, isEdited: edited !== undefined, edit, forgery, setForgery, kid, setKid, failure, made, make }
}

function Bench({ issuer, issuers, onIssuer }: BenchProps) {
  const mintForm = useMintForm(issuer)
  const { text, edit, forgery, failure, make } = mintForm
  return (
    <div className={styles.bench}>
      <form
        className={styles.form}
        aria-label="Token"
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        <Choices issuer={issuer} issuers={issuers} onIssuer={onIssuer} mintForm={mintForm} />
        <label className={styles.claims}>
          <span>Claims</span>
          <textarea
            value={text}
            spellCheck={false}
            data-testid="claims"
            onChange={({ target }) => edit(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
              event.preventDefault()
              void make()
            }}
          />
        </label>
        <Segments
          label="Defect of the token"
          choices={forgeries}
          value={forgery}
          onChange={(value) => mintForm.setForgery(value as Forgery)}
        />
        <p className={styles.note}>{forgeries.find(({ value }) => value === forgery)?.note}</p>
        {failure !== '' && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        <div className={styles.foot}>
          <Button look="ghost" disabled={!mintForm.isEdited} onClick={() => edit(sampleText(issuer))}>
            Sample
          </Button>
          <span className={styles.fill} />
          <Button look="primary" type="submit" data-testid="mint">
            Mint <kbd>{chordText('Mod+Enter')}</kbd>
          </Button>
        </div>
      </form>
      <section className={styles.result} aria-label="Result on the server" aria-live="polite">
        <MintedToken made={mintForm.made} />
      </section>
    </div>
  )
}

/** Selects the issuer, the signing key and the defect of the token. */
function Choices({
  issuer,
  issuers,
  onIssuer,
  mintForm,
}: BenchProps & { readonly mintForm: ReturnType<typeof useMintForm> }) {
  return (
    <>
      <Line label="Issuer">
        <select aria-label="Issuer" value={issuer.name} onChange={({ target }) => onIssuer(target.value)}>
          {issuers.map(({ name, url }) => (
            <option key={name} value={name}>
              {url}
            </option>
          ))}
        </select>
      </Line>
      <Line label="Key">
        <select aria-label="Key" value={mintForm.kid} onChange={({ target }) => mintForm.setKid(target.value)}>
          <option value="">newest</option>
          {issuer.keys.map((key) => (
            <option key={key.kid} value={key.kid}>
              {key.kid}
            </option>
          ))}
        </select>
      </Line>
    </>
  )
}

const Line = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={styles.line}>
    <span aria-hidden="true">{label}</span>
    {children}
  </div>
)
