import type { KeyboardEvent, ReactNode } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { OwnerLetter } from '#ui/kit/text.tsx'
import { chordText } from '#ui/keyboard/chord.ts'
import { useManagerMark } from '#ui/lab/manager-marks.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { explain } from '#ui/exchange/explain/explanation.ts'
import { fieldConflicts } from '#ui/parts/managers/conflicts.ts'
import { managerEntries, ownedTree } from '#ui/parts/managers/fields-v1.ts'
import { TrialChip } from '#ui/trials/trial-chip.tsx'
import type { AskedField } from './asked-fields.ts'
import type { Side } from './files.ts'
import { type Choice, choices, type Forecast } from './negotiate.ts'
import { applyStore, choiceTitles } from './store.ts'
import { effectOf, fieldLabel, mainChoice, offered, plainValue } from './way-words.ts'
import styles from './ways.module.css'

/**
 * The choice of a key in a pane: Alt with 1 to 3 names it, Mod+Enter is Apply, or Give up where Apply would be refused.
 * `null` for other keys and for what the server would refuse.
 */
function chosenByKey(
  { key, code, altKey, ctrlKey, metaKey }: KeyboardEvent,
  forecasts: Readonly<Record<Choice, Forecast>> | null,
): Choice | null {
  if (forecasts === null) return null
  // With Alt, `key` is another character on Apple keyboards.
  const named = altKey ? offered(forecasts)[Number(/^Digit([1-3])$/.exec(code)?.[1] ?? 0) - 1] : undefined
  const choice = key === 'Enter' && (ctrlKey || metaKey) ? mainChoice(forecasts) : named
  return choice === undefined || forecasts[choice].exchange.code >= 400 ? null : choice
}

/** Returns the handler of the keys that carry out a choice of a pane. [AN3] */
export function useChoiceKeys(side: Side): (event: KeyboardEvent) => void {
  const apply = applyStore(useLab())
  const { forecasts } = useStore(apply.store).panes[side]
  return (event) => {
    const choice = chosenByKey(event, forecasts)
    if (choice === null) return
    event.preventDefault()
    event.stopPropagation()
    void apply.carryOut(side, choice)
  }
}

interface WaysProps {
  readonly side: Side
  readonly fields: readonly AskedField[]
}

/** The choices of a manager, each with the server's answer to its dry run. [AN2] */
export function Ways({ side, fields }: WaysProps) {
  const lab = useLab()
  const { panes, object, isAsking } = useStore(applyStore(lab).store)
  const markOf = useManagerMark(object ?? undefined)
  const onKeyDown = useChoiceKeys(side)
  const { name } = useStore(lab.actor)
  const { manager, forecasts } = panes[side]
  return (
    // Keys of the buttons in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section className={styles.ways} aria-label={`What ${manager} can do`} data-ways={side} onKeyDown={onKeyDown}>
      <header>
        <OwnerLetter {...markOf(manager)} name="" /> <b>{manager}</b>
        <small>would be sent by {name}</small>
      </header>
      <ul aria-busy={isAsking}>
        {forecasts === null ? (
          <li>Asking the server…</li>
        ) : (
          offered(forecasts).map((choice) => (
            <Way key={choice} side={side} choice={choice} fields={fields} forecasts={forecasts} />
          ))
        )}
      </ul>
    </section>
  )
}

interface WayProps extends WaysProps {
  readonly choice: Choice
  readonly forecasts: Readonly<Record<Choice, Forecast>>
}

function Way({ side, choice, fields, forecasts }: WayProps) {
  const apply = applyStore(useLab())
  const { object } = useStore(apply.store)
  const forecast = forecasts[choice]
  const { exchange, isUnchanged } = forecast
  const { code } = exchange
  const version = object?.metadata.resourceVersion ?? ''
  const title = choiceTitles[choice]
  const isMain = mainChoice(forecasts) === choice && code < 400
  const key = chordText(isMain ? 'Mod+Enter' : `Alt+${choices.indexOf(choice) + 1}`)
  return (
    <li data-choice={choice} data-code={code} data-main={isMain}>
      <header>
        <b>{title}</b>
        <Button
          size="small"
          look={isMain ? 'primary' : 'plain'}
          onClick={() => void apply.carryOut(side, choice)}
          disabled={code >= 400}
        >
          Send <span className="visually-hidden">{title}</span> <kbd>{key}</kbd>
        </Button>
      </header>
      <p>
        <b className={code >= 400 ? styles.bad : styles.good}>{code}</b>{' '}
        <code>{code >= 400 ? 'no revision' : isUnchanged ? `stays ${version}` : `${version} → a new version`}</code>
      </p>
      {code >= 400 ? <Refused forecast={forecast} fields={fields} side={side} /> : null}
      {code < 400 && <Stored forecast={forecast} fields={fields} side={side} choice={choice} />}
      <TrialChip exchange={exchange} />
    </li>
  )
}

const FIELDS_MAX = 3

/** Joins the first of many, and counts the rest. */
function list(all: readonly ReactNode[]): ReactNode {
  const rest = all.length - FIELDS_MAX
  return (
    <>
      {all.slice(0, FIELDS_MAX).map((one, at) => (
        // Parts of one sentence.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={at}>
          {at > 0 && ', '}
          {one}
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}
    </>
  )
}

interface EffectProps extends WaysProps {
  readonly forecast: Forecast
}

function Refused({ forecast, fields, side }: EffectProps) {
  const { object } = useStore(applyStore(useLab()).store)
  const { status } = forecast.exchange
  const label = (path: string): string => fieldLabel(path, fields)
  const conflicts = fieldConflicts(status, ownedTree(managerEntries(object ?? undefined)))
  const others = effectOf(forecast, fields, side).kept.filter(({ asked }) => asked[side].mark === 'new')
  if (status === null) return null
  if (conflicts.length === 0)
    return (
      <>
        <p className={styles.server}>{status.message}</p>
        <p>{explain(status).fix}</p>
      </>
    )
  return (
    <>
      {[...new Set(conflicts.map(({ manager }) => manager))].map((manager) => (
        <p key={manager}>
          conflict with <b>{manager}</b>:{' '}
          {list(conflicts.filter((one) => one.manager === manager).map(({ path }) => label(path)))}
        </p>
      ))}
      {others.length > 0 && <p>{list(others.map((field) => field.label))}: not stored either</p>}
    </>
  )
}

/** Says who gains and loses fields, and what is stored. */
function Stored({ forecast, fields, side, choice }: EffectProps & { readonly choice: Choice }) {
  const { object } = useStore(applyStore(useLab()).store)
  const markOf = useManagerMark(object ?? undefined)
  const label = (path: string): string => fieldLabel(path, fields)
  const { stored, kept } = effectOf(forecast, fields, side)
  const named = (paths: readonly string[]): ReactNode =>
    list(
      paths.map((path) => (
        <span key={path} title={path}>
          {label(path)}
        </span>
      )),
    )
  return (
    <>
      {stored.length > 0 && (
        <p>
          {list(
            stored.map(({ path, label: name, asked }) => (
              <span key={path}>
                {name} <b>{plainValue(asked[side].value)}</b>
              </span>
            )),
          )}
        </p>
      )}
      {choice === 'give-up' && kept.length > 0 && (
        <p>
          {list(
            kept.map(({ path, label: name, now }) => (
              <span key={path}>
                {name} leaves the file, stays <b>{plainValue(now)}</b>
              </span>
            )),
          )}
        </p>
      )}
      {forecast.changes.map(({ manager, lost, gained }) => (
        <p key={manager}>
          <OwnerLetter {...markOf(manager)} name={manager} /> {gained.length > 0 && <>gains {named(gained)} </>}
          {lost.length > 0 && <>loses {named(lost)}</>}
        </p>
      ))}
    </>
  )
}
