import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { isObject, type Json, type JsonObject, own } from '#api/json.ts'
import type { Status } from '#api/status.ts'
import type { NodePath } from '#document/locate.ts'
import { ExplainCard } from '#ui/exchange/response/explain-card.tsx'
import { Button } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { readYaml } from '#ui/texts/read-yaml.ts'
import { type Fault, faultsOf, withFixes } from './faults.ts'
import { definedKind, typeAt } from './schema-type.ts'
import styles from './fault-card.module.css'

interface FaultCardProps {
  readonly status: Status
  /** The body that was sent, as the person edits it. A card of another refusal needs another key. */
  readonly body: string
  /** The stored object; `undefined` for a new one. */
  readonly stored: JsonObject | undefined
  readonly isBrief?: boolean
  /** Takes a changed body, and sends it if `isSent`. */
  readonly change: (body: string, isSent: boolean) => void
  /** Shows a line of the body in its editor; absent where that is not possible. */
  readonly showLine?: (line: number) => void
}

const none: JsonObject = {}

/** A 422 with one row for each cause: its field, the server's words, and the value that would be right. [EX7] */
export function FaultCard({ status, body, stored, isBrief = false, change, showLine }: FaultCardProps) {
  const { objects } = useLab()
  const state = useStore(objects)
  const sent = useMemo(() => {
    const read = readYaml(body)
    return read.type === 'object' ? read.object : none
  }, [body])
  const { apiVersion, kind } = sent
  const defined = useMemo(
    () => (typeof apiVersion === 'string' && typeof kind === 'string' ? definedKind(state, apiVersion, kind) : null),
    [state, apiVersion, kind],
  )
  const [refused] = useState(body)
  const faults = useMemo(() => {
    const known = {
      stored: (path: NodePath) => valueAt(stored, path),
      typeAt: (path: NodePath) => typeAt(defined?.schema, path),
    }
    return faultsOf(status, body, known, refused)
  }, [status, body, refused, stored, defined])
  const left = faults.filter(({ isChanged }) => !isChanged)
  const fixable = left.filter(({ fix }) => fix !== null)
  // A cause about the whole object goes away with the others.
  const open = left.filter(({ fix, field }) => fix === null && !isWhole(field))
  const line = (open[0] ?? left[0] ?? faults[0])?.line ?? 0
  const isMended = faults.some(({ isChanged }) => isChanged) && left.every(({ field }) => isWhole(field))
  return (
    <ExplainCard
      status={status}
      isBrief={isBrief}
      hasRows
      detail={<FaultRows faults={faults} fix={(fault) => change(withFixes(body, [fault]), false)} />}
      actions={
        fixable.length > 0 || isMended || defined !== null || showLine !== undefined ? (
          <>
            <SendButton {...{ faults, body, change, isMended }} fixable={fixable.length} open={open.length} />
            {showLine !== undefined && line > 0 && (
              <Button size="small" onClick={() => showLine(line)}>
                Go to line {line}
              </Button>
            )}
            {defined !== null && <SchemaButton definition={defined.definition} />}
          </>
        ) : undefined
      }
    />
  )
}

interface SendButtonProps extends Pick<FaultCardProps, 'body' | 'change'> {
  readonly faults: readonly Fault[]
  /** Causes with a fix, and without one; changed fields count as neither. */
  readonly fixable: number
  readonly open: number
  readonly isMended: boolean
}

/** Makes all changes that are known, and sends the text if no cause is left. */
function SendButton({ faults, body, change, fixable, open, isMended }: SendButtonProps) {
  if (isMended)
    return (
      <Button size="small" look="primary" data-testid="send-mended" onClick={() => change(body, true)}>
        Send it again
      </Button>
    )
  if (fixable === 0) return null
  return (
    <Button
      size="small"
      look="primary"
      data-testid="fix-faults"
      onClick={() => change(withFixes(body, faults), open === 0)}
    >
      {fixWords(fixable, open)}
    </Button>
  )
}

/** Reports whether a cause names no field. */
const isWhole = (field: string): boolean => field === '' || field === '<nil>'

/** The words of the button; where a cause has no fix, the request would only be refused again. */
function fixWords(fixable: number, open: number): string {
  const what = fixable === 1 ? 'it' : fixable === 2 ? 'both' : `all ${fixable}`
  return open === 0
    ? `Do ${what} and send`
    : `Do ${fixable === 1 ? 'the one with a button' : `the ${fixable} with a button`}`
}

function SchemaButton({ definition }: { readonly definition: string }) {
  const lab = useLab()
  const open = () => {
    lab.layout.setBench('config', `CustomResourceDefinition/${definition}`)
    lab.goTo('config')
  }
  return (
    <Button size="small" look="ghost" onClick={open}>
      Schema
    </Button>
  )
}

interface FaultRowsProps {
  readonly faults: readonly Fault[]
  readonly fix: (fault: Fault) => void
}

function FaultRows({ faults, fix }: FaultRowsProps) {
  return (
    <ul className={styles.faults} aria-label="What is wrong" data-testid="faults">
      {faults.map((fault, at) => (
        // Two causes may be about one field, in the same words.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>
          <code>{isWhole(fault.field) ? 'the object' : fault.field}</code>
          <span>{fault.words}</span>
          {fault.isChanged && <small>changed in the text</small>}
          {fault.fix !== null && (
            <Button size="small" onClick={() => fix(fault)}>
              {fault.fix.label}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const valueAt = (object: JsonObject | undefined, path: NodePath): Json | undefined =>
  path.reduce<Json | undefined>(
    (inner, step) =>
      typeof step === 'number'
        ? Array.isArray(inner)
          ? inner[step]
          : undefined
        : isObject(inner)
          ? own(inner, step)
          : undefined,
    object,
  )
