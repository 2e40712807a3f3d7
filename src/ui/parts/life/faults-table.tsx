import { useState } from 'react'
import { useStore } from 'zustand'
import { noWireFaults, type WireFaults } from '#client/wire-faults.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { lanesClient, ownClient } from '#ui/lab/wire-store.ts'
import styles from './life.module.css'

type NumberFault = 'delayMs' | 'retryAfter' | 'cutAt' | 'skewMs' | 'every'

const numbers: readonly { readonly id: NumberFault; readonly title: string; readonly unit: string }[] = [
  { id: 'delayMs', title: 'Delay', unit: 'ms' },
  { id: 'retryAfter', title: '429', unit: 's to wait' },
  { id: 'cutAt', title: 'Cut after', unit: 'bytes' },
  { id: 'skewMs', title: 'Clock', unit: 'ms fast' },
  { id: 'every', title: 'Each', unit: 'n-th' },
]

/** Clients that write no times of their own, so that a wrong clock would change nothing. */
const clockless: ReadonlySet<string> = new Set([ownClient, lanesClient])

/** Beyond these an input is a slip: a day, or a gigabyte. */
const LIMIT = 1_000_000_000

/** Returns the number that a text means; what is none becomes the fault's usual value. */
function numberIn(id: NumberFault, text: string): number {
  const value = Math.trunc(Number(text))
  if (!Number.isFinite(value)) return noWireFaults[id]
  const least = id === 'skewMs' ? -LIMIT : noWireFaults[id]
  return Math.min(LIMIT, Math.max(least, value))
}

/** The faults of each client on the wire, editable in place. [ACT1] */
export function FaultsTable({ clients }: { readonly clients: readonly string[] }) {
  return (
    // It scrolls where the page is narrow, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.faults} aria-label="Faults on the wire" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Client</th>
            {numbers.slice(0, 1).map(Head)}
            <th scope="col">Drop</th>
            <th scope="col">Twice</th>
            {numbers.slice(1).map(Head)}
            <th scope="col">Met</th>
          </tr>
        </thead>
        <tbody>
          {clients.map((client) => (
            <Row key={client} client={client} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Head = ({ id, title, unit }: (typeof numbers)[number]) => (
  <th key={id} scope="col">
    {title} <small>{unit}</small>
  </th>
)

interface NumberFieldProps {
  readonly label: string
  readonly value: number
  readonly onText: (text: string) => void
}

/** Shows what is being typed as it is, because an empty field and a minus sign are no numbers yet. */
function NumberField({ label, value, onText }: NumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <input
      type="number"
      aria-label={label}
      value={draft ?? value}
      onChange={({ target }) => {
        setDraft(target.value)
        onText(target.value)
      }}
      onBlur={() => setDraft(null)}
    />
  )
}

function Row({ client }: { readonly client: string }) {
  const { wire } = useLab()
  const faults = useStore(wire.store, (state) => state.faults[client]) ?? noWireFaults
  const met = useStore(wire.store, (state) => state.met[client]) ?? 0
  const set = (next: Partial<WireFaults>) => wire.set(client, next)
  const numberCell = ({ id, title, unit }: (typeof numbers)[number]) => (
    <td key={id} data-label={`${title}, ${unit}`}>
      {id === 'skewMs' && clockless.has(client) ? (
        <span title="Its requests carry no time">none</span>
      ) : (
        <NumberField
          label={`${title} of ${client}, ${unit}`}
          value={faults[id]}
          onText={(text) => set({ [id]: numberIn(id, text) })}
        />
      )}
    </td>
  )
  return (
    <tr data-client={client}>
      <th scope="row">{client}</th>
      {numbers.slice(0, 1).map(numberCell)}
      <td data-label="Drop">
        <select
          aria-label={`Drop the request or the answer of ${client}`}
          value={faults.drop}
          onChange={({ target }) => set({ drop: target.value as WireFaults['drop'] })}
        >
          <option value="">nothing</option>
          <option value="request">request</option>
          <option value="answer">answer</option>
        </select>
      </td>
      <td data-label="Twice">
        <input
          type="checkbox"
          aria-label={`Requests of ${client} arrive twice`}
          checked={faults.isDuplicated}
          onChange={({ target }) => set({ isDuplicated: target.checked })}
        />
      </td>
      {numbers.slice(1).map(numberCell)}
      <td data-label="Met">
        <code>{met}</code>
      </td>
    </tr>
  )
}
