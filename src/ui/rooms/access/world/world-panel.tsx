import { type ReactNode, useState } from 'react'
import type { Faults, TokenAlgorithm, WorldIssuer, WorldState } from '#facts/world-api.ts'
import { Button, classes } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Pill } from '#ui/kit/text.tsx'
import { clockText, countText } from '#ui/model/words.ts'
import { valueOf } from '#ui/rooms/access/state/debug-call.ts'
import { FaultSwitches, faultWords, noFaults } from './fault-switches.tsx'
import { RuleTable } from './rule-table.tsx'
import {
  admissionColumns,
  authorizerColumns,
  emptyAdmissionRow,
  emptyAuthorizerRow,
} from '#ui/rooms/access/state/rule-rows.ts'
import { useAccess, useAccessState } from '#ui/rooms/access/state/use-access.ts'
import styles from './world.module.css'

/** The simulated parties that the server calls, with their behaviour and faults. */
export function WorldPanel() {
  const { load } = useAccess()
  const world = useAccessState((state) => state.world)
  const refusal = useAccessState((state) => state.refusal)
  const state = valueOf(world)
  if (state === null)
    return (
      <div className={styles.empty}>
        {world.type === 'failed' ? (
          <>
            <p>This server has no simulated world: it calls real services.</p>
            <code>{world.message}</code>
            <Button size="small" onClick={() => void load()}>
              Try again
            </Button>
          </>
        ) : (
          <p role="status">Loading…</p>
        )}
      </div>
    )
  return (
    <div className={styles.scroll} data-testid="world">
      {refusal !== '' && (
        <p className={styles.alert} role="alert">
          {refusal}
        </p>
      )}
      <Parties state={state} />
    </div>
  )
}

function Parties({ state }: { readonly state: WorldState }) {
  return (
    <>
      <h3 className={styles.group}>Token issuers</h3>
      {state.issuers.map((issuer) => (
        <Party
          key={issuer.name}
          state={state}
          name={issuer.name}
          place={issuer.url}
          note={countText(issuer.keys.length, 'key')}
        >
          <Keys issuer={issuer} />
        </Party>
      ))}
      <h3 className={styles.group}>Authorization webhooks</h3>
      {state.authorizers.map(({ name, url, rules, calls }) => (
        <Party key={name} state={state} name={name} place={url} note={countText(calls, 'call')}>
          <p className={styles.hint}>The first matching row decides; an empty cell matches everything.</p>
          <RuleTable
            kind="authorizers"
            name={name}
            rules={rules}
            columns={authorizerColumns}
            fresh={emptyAuthorizerRow}
          />
        </Party>
      ))}
      <h3 className={styles.group}>Admission webhooks</h3>
      {state.admission.map(({ name, url, rules, calls }) => (
        <Party key={name} state={state} name={name} place={url} note={countText(calls, 'call')}>
          <p className={styles.hint}>All matching rows apply; a patch is a list of JSON Patch operations.</p>
          <RuleTable kind="admission" name={name} rules={rules} columns={admissionColumns} fresh={emptyAdmissionRow} />
        </Party>
      ))}
      <h3 className={styles.group}>Proxies</h3>
      {state.proxies.map(({ name, protocol, address, tunnels }) => (
        <Party
          key={name}
          state={state}
          name={name}
          place={`${protocol} at ${address}`}
          note={countText(tunnels, 'tunnel')}
        />
      ))}
      <h3 className={styles.group}>Trace collector</h3>
      <Party
        state={state}
        name="collector"
        place={state.collector.endpoint}
        note={countText(state.collector.exports, 'export')}
      />
    </>
  )
}

interface PartyProps {
  readonly state: WorldState
  readonly name: string
  readonly place: string
  readonly note: string
  readonly children?: ReactNode
}

/** One party: a row that expands to its settings. */
function Party({ state, name, place, note, children }: PartyProps) {
  const { store, setFaults } = useAccess()
  const isOpen = useAccessState(({ party }) => party === name)
  const faults: Faults = Object.hasOwn(state.faults, name) ? (state.faults[name] ?? noFaults) : noFaults
  const words = faultWords(faults)
  return (
    <section className={classes(styles.party, isOpen && styles.open)} data-party={name}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        onClick={() => store.openParty(isOpen ? null : name)}
      >
        <Icon name={isOpen ? 'down' : 'right'} size={12} />
        <b>{name}</b>
        <code>{place}</code>
        <span className={styles.fill} />
        {words === '' ? <span className={styles.quiet}>{note}</span> : <Pill tone="refused">{words}</Pill>}
      </button>
      {isOpen && (
        <div className={styles.inside}>
          {children}
          <FaultSwitches name={name} faults={faults} onChange={(next) => void setFaults(name, next)} />
        </div>
      )}
    </section>
  )
}

const algorithms: readonly TokenAlgorithm[] = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'PS256', 'PS384', 'PS512']

/** The keys that an issuer publishes; the newest one signs. */
function Keys({ issuer: { name, keys } }: { readonly issuer: WorldIssuer }) {
  const { rotateKey, withdrawKey } = useAccess()
  const [alg, setAlg] = useState<TokenAlgorithm>('ES256')
  return (
    <>
      <ul className={styles.keys}>
        {keys.map((key, at) => (
          <li key={key.kid}>
            <code>{key.kid}</code>
            <span className={styles.quiet}>
              {key.alg}, since {clockText(key.createdMs)}
              {at === 0 && ', signs'}
            </span>
            <span className={styles.fill} />
            <Button size="small" look="ghost" onClick={() => void withdrawKey(name, key.kid)}>
              Withdraw<span className="visually-hidden"> {key.kid}</span>
            </Button>
          </li>
        ))}
        {keys.length === 0 && <li>No key is published: all tokens of this issuer are refused.</li>}
      </ul>
      <div className={styles.row}>
        <Button size="small" icon="plus" onClick={() => void rotateKey(name, alg)}>
          New key
        </Button>
        <select
          aria-label={`Algorithm of the new key of ${name}`}
          value={alg}
          onChange={({ target }) => setAlg(target.value as TokenAlgorithm)}
        >
          {algorithms.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <span className={styles.quiet}>New tokens are signed with it.</span>
      </div>
    </>
  )
}
