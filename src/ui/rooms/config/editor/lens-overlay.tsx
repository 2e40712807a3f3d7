import type { EditorLayout } from '#editor/text-editor.ts'
import { classes } from '#ui/kit/button.tsx'
import { numberText } from '#ui/model/words.ts'
import { LensList } from './lens-list.tsx'
import { typeOfValue } from './value-type.ts'
import { costLimit, type Lens, type LensOutcome } from '#ui/rooms/config/state/check-text.ts'
import { useRoom, useRoomState } from '#ui/rooms/config/state/use-room.ts'
import styles from './editor.module.css'

const VALUE_LENGTH_MAX = 96

const cut = (text: string): string => (text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX)}…` : text)

/** Shows below each expression its value, type and cost for the input of Try it; a click opens the microscope. [CB5] */
export function LensOverlay({ layout, lenses }: { readonly layout: EditorLayout; readonly lenses: readonly Lens[] }) {
  const { store } = useRoom()
  const inspected = useRoomState((state) => state.inspected?.path)
  return (
    <LensList
      layout={layout}
      label="Expressions of this file"
      lenses={lenses.map(({ place, outcome }) => ({
        id: `${place.path} ${place.range.start}`,
        line: place.line,
        column: place.column,
        name: place.path,
        title: `Open the microscope: ${place.path}`,
        isPressed: inspected === place.path,
        onPress: () => store.inspect(inspected === place.path ? null : place),
        words: <LensWords outcome={outcome} />,
      }))}
    />
  )
}

function LensWords({ outcome }: { readonly outcome: LensOutcome }) {
  if (outcome.type === 'waiting') return <span>no token in Try it</span>
  if (outcome.type === 'invalid') return <b className={styles.isBad}>does not compile</b>
  const cost = (
    <span>
      cost {numberText(outcome.cost)}
      {outcome.cost > costLimit / 2 && ` of ${numberText(costLimit)}`}
    </span>
  )
  if (outcome.type === 'error') {
    return (
      <>
        <b className={styles.isBad}>{cut(outcome.message)}</b>
        {cost}
      </>
    )
  }
  const isBool = outcome.resultType === 'bool'
  return (
    <>
      <b
        className={classes(
          isBool && outcome.value === 'true' && styles.isTrue,
          isBool && outcome.value === 'false' && styles.isBad,
        )}
      >
        {cut(outcome.value)}
      </b>
      <span>{typeOfValue(outcome.resultType, outcome.value)}</span>
      {cost}
    </>
  )
}
